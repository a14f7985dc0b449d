internal import Glibc
internal import Music
internal import Sync

extension RemotePeer {
  func upload(
    _ transfer: PeerTransfer, _ progress: (Int64) -> Void, _ session: RemoteSession
  ) async throws(PeerError) -> DeviceFile {
    let opened = await queue.result { () throws(BlockFault) in
      try BlockReader(transfer.source, size: transfer.size)
    }
    let reader = try value(opened, transfer.source)
    let asks = mayHavePart(transfer.part)
    notePart(transfer.part)
    session.begin(.send) {
      $0.write(transfer)
      $0.write(asks)
    }
    if asks { try await resume(reader, session) }
    let exchange = session.exchange
    let call = session.call
    var reported: Int64 = -1
    while reader.offset < reader.size {
      let wanted = min(reader.size - reader.offset, Int64(Flow.block))
      let count = try await self.credit(Int(wanted), session)
      // The server has ended the call, and says why.
      guard count > 0 else { break }
      let frame = await queue.result { () throws(BlockFault) in
        try reader.frame(count, call: call)
      }
      exchange.channel?.post(bytes: try await sourceValue(frame, transfer, session))
      let acknowledged = exchange.acknowledged(of: reader.offset)
      if acknowledged > reported {
        progress(acknowledged)
        reported = acknowledged
      }
    }
    if reader.offset == reader.size {
      let unchanged = await queue.result { () throws(BlockFault) in try reader.checkUnchanged() }
      try await sourceValue(unchanged, transfer, session)
      var writer = WireWriter()
      writer.write(reader.digest)
      exchange.post(.end, writer.bytes)
    }
    let result = try await file(session)
    progress(transfer.size)
    return result
  }

  /// Goes on behind the part of an earlier run where that is the begin of the file.
  private func resume(
    _ reader: BlockReader, _ session: RemoteSession
  ) async throws(PeerError) {
    let frame = try await session.next()
    if frame.kind == .failure { throw session.failure(frame) }
    guard frame.kind == .part else { throw session.misbehaved() }
    var values = WireReader(frame.payload)
    let part: (size: Int64, digest: UInt64)
    do throws(WireFault) { part = (try values.int64(), try values.long()) } catch {
      throw session.misbehaved()
    }
    if (1...reader.size).contains(part.size) {
      let skipped = await queue.result { () throws(BlockFault) in
        try reader.skip(part.size)
        if reader.digest != part.digest { reader.rewind() }
      }
      if case .failure = skipped { reader.rewind() }
    }
    var writer = WireWriter()
    writer.write(reader.offset)
    session.exchange.post(.start, writer.bytes)
  }

  private func credit(_ count: Int, _ session: RemoteSession) async throws(PeerError) -> Int {
    do throws(ExchangeEnd) { return try await session.exchange.spendCredit(upTo: count) } catch {
      throw session.peerError(error)
    }
  }

  private func value<Value>(_ result: Result<Value, BlockFault>, _ source: FilePath)
    throws(PeerError) -> Value
  {
    do throws(BlockFault) { return try result.get() } catch {
      throw .source(source, code: error.code)
    }
  }

  /// A fault of the source ends the call on the server's side, too.
  private func sourceValue<Value>(
    _ result: Result<Value, BlockFault>, _ transfer: PeerTransfer, _ session: RemoteSession
  ) async throws(PeerError) -> Value {
    if case .failure = result { await session.endCancelledCall() }
    return try value(result, transfer.source)
  }

  func download(
    _ file: DeviceFile, to target: FilePath, _ progress: (Int64) -> Void,
    _ session: RemoteSession
  ) async throws(PeerError) {
    let name = ".tritone-" + String(UInt64.random(in: .min ... .max), radix: 16) + ".part"
    let part = (target.parent ?? FilePath(".")).appending(name)
    let made: Result<Void, PeerError> = await queue.run {
      do throws(PeerError) { return .success(try LocalFile.makeFolders(target.parent)) } catch {
        return .failure(error)
      }
    }
    try made.get()
    let opened = await queue.result { () throws(BlockFault) in
      try BlockWriter(part, mayExist: false)
    }
    let writer: BlockWriter
    do throws(BlockFault) { writer = try opened.get() } catch {
      throw Self.error(error, writing: target)
    }
    do throws(PeerError) {
      session.begin(.fetch) { $0.write(file) }
      try await receive(file, writer, progress, session, target)
      let renamed = await queue.result { () throws(BlockFault) in
        try writer.sync()
        try writer.rename(to: target)
      }
      do throws(BlockFault) { try renamed.get() } catch {
        throw Self.error(error, writing: target)
      }
    } catch {
      await queue.run { writer.unlink() }
      throw error
    }
  }

  private func receive(
    _ file: DeviceFile, _ writer: BlockWriter, _ progress: (Int64) -> Void,
    _ session: RemoteSession, _ target: FilePath
  ) async throws(PeerError) {
    var isWhole = false
    while true {
      let frame = try await session.next()
      switch frame.kind {
      case .data:
        guard !isWhole, writer.offset + Int64(frame.payload.count) <= file.size else {
          throw session.misbehaved()
        }
        let written = await queue.result { () throws(BlockFault) in
          try writer.append(frame.payload)
        }
        if case .failure(let fault) = written {
          await session.endCancelledCall()
          throw Self.error(fault, writing: target)
        }
        session.exchange.consume(frame.payload.count)
        progress(writer.offset)
      case .end:
        var reader = WireReader(frame.payload)
        let digest: UInt64
        do throws(WireFault) { digest = try reader.long() } catch { throw session.misbehaved() }
        guard writer.offset == file.size else { throw .changed(file.path) }
        guard digest == writer.digest else {
          throw .remote("\(session.name) has sent a file that is damaged: \(file.path.text)")
        }
        isWhole = true
      case .done:
        guard isWhole else { throw session.misbehaved() }
        return
      case .failure: throw session.failure(frame)
      case .progress: break
      case .part, .start, .ping, .hello, .welcome, .request, .credit, .cancel:
        throw session.misbehaved()
      }
    }
  }

  private static func error(_ fault: BlockFault, writing path: FilePath) -> PeerError {
    switch fault.code {
    case ENOSPC, EDQUOT: .full
    case EEXIST: .exists(path)
    default: .unwritable(path, code: fault.code)
    }
  }
}

extension BlockingQueue {
  /// Runs work whose fault is its result.
  func result<Value: Sendable>(
    _ body: @escaping @Sendable () throws(BlockFault) -> Value
  ) async -> Result<Value, BlockFault> {
    await run {
      do throws(BlockFault) { return .success(try body()) } catch { return .failure(error) }
    }
  }
}
