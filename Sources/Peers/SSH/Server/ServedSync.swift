internal import Music
internal import Sync
internal import Synchronization

/// One client's sync with a library, call after call.
final class ServedSync: Sendable {
  let library: ServedLibrary
  let exchange: FrameExchange
  let parts: PartFolder
  let queue = BlockingQueue("sync files")
  private let lastReport = Mutex(ContinuousClock.now)
  /// Whether a call was cancelled, after which parts stay.
  private let wasCut = Mutex(false)

  init(_ library: ServedLibrary, _ exchange: FrameExchange, _ parts: PartFolder) {
    self.library = library
    self.exchange = exchange
    self.parts = parts
  }

  /// Carries a call out; the payload of its result.
  func outcome(_ method: Method?, _ arguments: WireReader) async -> Result<[UInt8], PeerError> {
    guard let method else {
      return .failure(.remote("the library’s Tritone does not know this request: update it"))
    }
    do {
      return .success(try await answer(method, arguments))
    } catch let error as PeerError {
      if error == .cancelled { wasCut.withLock { $0 = true } }
      return .failure(error)
    } catch ExchangeEnd.cancelled {
      wasCut.withLock { $0 = true }
      return .failure(.cancelled)
    } catch is WireFault {
      return .failure(.remote("the request is not understood, or its path leads elsewhere"))
    } catch {
      return .failure(.gone)
    }
  }

  private func answer(_ method: Method, _ arguments: WireReader) async throws -> [UInt8] {
    var arguments = arguments
    var writer = WireWriter()
    let peer = library.peer
    switch method {
    case .open:
      try await peer.open()
      let names = parts.names
      writer.write(UInt32(names.count))
      for name in names { writer.write(name) }
    case .snapshot:
      let snapshot = try await peer.snapshot { self.report(Int64($0)) }
      try await send(WireItems(of: snapshot))
    case .facts:
      let files = try await pieces().snapshot.files
      try await send(WireItems(of: try await peer.facts(of: files)))
    case .send:
      let transfer = try arguments.transfer()
      writer.write(try await receive(transfer, resumes: try arguments.bool()))
    case .fetch: try await fetch(try arguments.file())
    case .move:
      let file = try arguments.file()
      writer.write(try await peer.move(file, to: try arguments.safePath()))
    case .remove: try await peer.remove(try arguments.file())
    case .flush:
      // A file that is not there after all fails the sync, which copies it again.
      if let fault = try await peer.flush().first { throw fault.error }
    case .commit:
      guard let commit = try await pieces().commit else { throw WireFault.invalid }
      try await peer.commit(commit)
    case .close:
      await peer.close()
      if !wasCut.withLock({ $0 }) { parts.removeUsed() }
    }
    return writer.bytes
  }

  /// Tells the client how far a call is, a few times in a second.
  private func report(_ count: Int64) {
    let now = ContinuousClock.now
    let isDue = lastReport.withLock { last in
      guard now - last >= .milliseconds(100) else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    var writer = WireWriter()
    writer.write(count)
    exchange.post(.progress, writer.bytes)
  }

  private func send(_ items: WireItems) async throws(ExchangeEnd) {
    var pieces = WirePieces(items)
    while let piece = pieces.next() { _ = try await exchange.sendPiece(piece) }
  }

  /// The pieces of a long argument.
  private func pieces() async throws -> WireAssembly {
    var assembly = WireAssembly()
    while true {
      let frame = try await exchange.next()
      switch frame.kind {
      case .data:
        try assembly.append(frame.payload)
        exchange.consume(frame.payload.count)
      case .end: return assembly
      case .hello, .request, .start, .cancel, .ping, .welcome, .credit, .done, .failure,
        .progress, .part:
        throw misbehaved()
      }
    }
  }

  /// Ends the connection to a client that sends what it may not.
  func misbehaved() -> ExchangeEnd {
    exchange.channel?.cut(.misbehaved)
    return .ended(.misbehaved)
  }
}
