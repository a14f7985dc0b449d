internal import Glibc
internal import Music
internal import Sync

extension ServedSync {
  /// Takes a file in as a part, and hands the whole one to the peer.
  func receive(_ transfer: PeerTransfer, resumes: Bool) async throws -> DeviceFile {
    let path = parts.part(transfer.part)
    let part = try await value(path) { () throws(BlockFault) in
      let part = try BlockWriter(path, mayExist: true)
      if resumes { try part.resume(upTo: transfer.size) } else { try part.restart() }
      return part
    }
    if resumes { try await agree(part, path) }
    try await fill(part, transfer)
    var whole = transfer
    whole.source = path
    whole.mayMoveSource = true
    let file = try await library.peer.send(whole) { _ in }
    await queue.run { part.unlink() }
    return file
  }

  /// Tells the client what is there, and begins where it says.
  private func agree(_ part: BlockWriter, _ path: FilePath) async throws {
    var writer = WireWriter()
    writer.write(part.offset)
    writer.write(part.digest)
    exchange.post(.part, writer.bytes)
    let frame = try await exchange.next()
    guard frame.kind == .start else { throw misbehaved() }
    var reader = WireReader(frame.payload)
    let start = try reader.int64()
    guard start == part.offset || start == 0 else { throw misbehaved() }
    if start == 0 {
      try await value(path) { () throws(BlockFault) in try part.restart() }
    }
  }

  private func fill(_ part: BlockWriter, _ transfer: PeerTransfer) async throws {
    while true {
      let frame = try await exchange.next()
      switch frame.kind {
      case .data:
        guard part.offset + Int64(frame.payload.count) <= transfer.size else {
          throw misbehaved()
        }
        try await value(transfer.target) { () throws(BlockFault) in
          try part.append(frame.payload)
        }
        exchange.consume(frame.payload.count)
      case .end:
        var reader = WireReader(frame.payload)
        let digest = try reader.long()
        guard part.offset == transfer.size else { throw misbehaved() }
        guard digest == part.digest else {
          await queue.run { part.unlink() }
          throw PeerError.remote("a file arrived damaged: \(transfer.target.text)")
        }
        return
      case .hello, .request, .start, .cancel, .ping, .welcome, .credit, .done, .failure,
        .progress, .part:
        throw misbehaved()
      }
    }
  }

  private func value<Value: Sendable>(
    _ path: FilePath, _ body: @escaping @Sendable () throws(BlockFault) -> Value
  ) async throws(PeerError) -> Value {
    let result = await queue.result(body)
    do throws(BlockFault) { return try result.get() } catch {
      throw PartFolder.error(error.code, path)
    }
  }

  /// Sends a file to the client, by way of a copy among the parts unless the peer tells its path.
  func fetch(_ file: DeviceFile) async throws {
    if let peer = library.peer as? any LocalPeer {
      return try await upload(try await peer.path(of: file), file)
    }
    let name = "fetch-" + String(UInt64.random(in: .min ... .max), radix: 16)
    let copy = parts.part(name)
    do {
      try await library.peer.fetch(file, to: copy) { _ in }
      try await upload(copy, file)
      await remove(copy)
    } catch {
      await remove(copy)
      throw error
    }
  }

  private func remove(_ copy: FilePath) async {
    await queue.run { _ = copy.withCString { unlink($0) } }
  }

  private func upload(_ path: FilePath, _ file: DeviceFile) async throws {
    let opened = await queue.result { () throws(BlockFault) in
      try BlockReader(path, size: file.size)
    }
    let reader = try value(opened, file)
    let call = exchange.monitor.update { $0.call }
    while reader.offset < reader.size {
      let wanted = Int(min(reader.size - reader.offset, Int64(Flow.block)))
      let count = try await exchange.spendCredit(upTo: wanted)
      let frame = await queue.result { () throws(BlockFault) in
        try reader.frame(count, call: call)
      }
      exchange.channel?.post(bytes: try value(frame, file))
    }
    let unchanged = await queue.result { () throws(BlockFault) in try reader.checkUnchanged() }
    try value(unchanged, file)
    var writer = WireWriter()
    writer.write(reader.digest)
    exchange.post(.end, writer.bytes)
  }

  private func value<Value>(_ result: Result<Value, BlockFault>, _ file: DeviceFile)
    throws(PeerError) -> Value
  {
    do throws(BlockFault) { return try result.get() } catch {
      throw error.code == ESTALE
        ? .changed(file.path) : .unreadable(file.path, code: error.code)
    }
  }
}
