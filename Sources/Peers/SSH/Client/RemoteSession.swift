internal import Dispatch
internal import Music
internal import Sync

/// A connection that has been greeted, and the calls over it.
final class RemoteSession: Sendable {
  let exchange = FrameExchange()
  let name: String
  private let lastCall = AsyncMonitor<UInt32>(0)

  /// Seconds that a server has for ending what was cancelled.
  private static let patience = 5.0

  init(name: String) { self.name = name }

  func start(input: Int32, output: Int32, limits: ChannelLimits) {
    let channel = FrameChannel(
      input: input, output: output, limits: limits, waitsForGreeting: true
    ) { [exchange] event in
      exchange.receive(event) { frame, state in
        // Only the call that waits has a use for frames.
        frame.call == state.call
      }
    }
    exchange.connect(to: channel)
    channel.start(named: "ssh peer")
  }

  func end() { exchange.channel?.finish() }

  /// Says hello; before that nothing else may be sent.
  func greet(
    _ library: FilePath?, from client: RemoteIdentity, _ transport: any PeerTransport,
    _ queue: BlockingQueue
  ) async throws(PeerError) -> RemoteIdentity {
    let greeted: Result<Greeting, ExchangeEnd> = await exchange.monitor.wait { state in
      if state.isCancelled { return .failure(.cancelled) }
      return state.greeting.map { .success($0) } ?? state.end.map { .failure(.ended($0)) }
    }
    let greeting: Greeting
    switch greeted {
    case .success(let value): greeting = value
    case .failure(.cancelled): throw .cancelled
    case .failure(.ended(let end)):
      let noise = exchange.monitor.update { $0.noise }
      throw await queue.run { transport.reason(isSilent: end == .noGreeting, noise: noise) }
    }
    guard greeting.framing == Greeting.framing else {
      throw .remote(
        "\(name) has a newer Tritone, which this one does not understand: update this one")
    }
    let hello = SyncHello(session: greeting.session, library: library, client: client)
    exchange.post(.hello, hello.encoded)
    let frame = try await finalFrame(of: [.welcome, .failure])
    if frame.kind == .failure { throw failure(frame) }
    let welcome: SyncWelcome
    do throws(WireFault) { welcome = try SyncWelcome(frame.payload) } catch { throw damaged }
    if welcome.chosenProtocol == 0 { throw mismatch(welcome) }
    guard SyncHello.protocols.contains(welcome.chosenProtocol) else { throw damaged }
    return welcome.identity
  }

  private func mismatch(_ welcome: SyncWelcome) -> PeerError {
    let isNewer = welcome.protocols.lowerBound > SyncHello.protocols.upperBound
    return .remote(
      "\(name) has Tritone \(welcome.identity.programVersion), whose syncs Tritone "
        + "\(ProgramVersion.text) here does not understand: update "
        + (isNewer ? "this one" : "the one on \(name)"))
  }

  // MARK: - Calls

  /// Begins a call; the one before has ended.
  func begin(_ method: Method, _ write: (inout WireWriter) -> Void = { _ in }) {
    let call = lastCall.update { call in
      call += 1
      return call
    }
    exchange.begin(call)
    var writer = WireWriter()
    writer.write(method.rawValue)
    write(&writer)
    exchange.post(.request, writer.bytes)
  }

  var call: UInt32 { lastCall.update { $0 } }

  func next() async throws(PeerError) -> Frame {
    do throws(ExchangeEnd) {
      return try await exchange.next()
    } catch {
      throw peerError(error)
    }
  }

  /// The next frame of these kinds; others are skipped.
  private func finalFrame(of kinds: [Frame.Kind]) async throws(PeerError) -> Frame {
    while true {
      let frame = try await next()
      if kinds.contains(frame.kind) { return frame }
    }
  }

  /// The result of a call without data.
  func result(_ progress: (Int64) -> Void = { _ in }) async throws(PeerError) -> WireReader {
    while true {
      let frame = try await next()
      switch frame.kind {
      case .done: return WireReader(frame.payload)
      case .failure: throw failure(frame)
      case .progress: progress(try number(frame))
      case .data, .end, .part, .start, .ping, .hello, .welcome, .request, .credit, .cancel:
        throw misbehaved()
      }
    }
  }

  /// The pieces of a call's result.
  func pieces(_ progress: (Int64) -> Void = { _ in }) async throws(PeerError) -> WireAssembly {
    var assembly = WireAssembly()
    while true {
      let frame = try await next()
      switch frame.kind {
      case .data:
        do throws(WireFault) { try assembly.append(frame.payload) } catch { throw misbehaved() }
        exchange.consume(frame.payload.count)
      case .done: return assembly
      case .failure: throw failure(frame)
      case .progress: progress(try number(frame))
      case .end, .part, .start, .ping, .hello, .welcome, .request, .credit, .cancel:
        throw misbehaved()
      }
    }
  }

  func send(_ items: WireItems) async throws(PeerError) {
    var pieces = WirePieces(items)
    do throws(ExchangeEnd) {
      while let piece = pieces.next() {
        guard try await exchange.sendPiece(piece) else { return }
      }
    } catch {
      throw peerError(error)
    }
    exchange.post(.end)
  }

  /// Tells the server that a call was cancelled, and waits a little for its word.
  func endCancelledCall() async {
    // Before the first call there is only the hello.
    guard call > 0 else { return }
    exchange.post(.cancel)
    await endWithin(Self.patience)
    exchange.endCall()
  }

  /// Waits for the end of the call; ends the connection where none comes.
  func endWithin(_ seconds: Double) async {
    let isLate = AsyncMonitor(false)
    let channel = exchange.channel
    DispatchQueue(label: "ssh silence").asyncAfter(deadline: .now() + seconds) {
      if !isLate.update({ $0 }) { channel?.cut(.silence) }
    }
    while true {
      do throws(ExchangeEnd) {
        let frame = try await exchange.next(ignoresCancelling: true)
        if frame.kind == .data { exchange.consume(frame.payload.count) }
        guard frame.kind == .done || frame.kind == .failure else { continue }
      } catch {}
      isLate.update { $0 = true }
      return
    }
  }

  // MARK: - Errors

  func number(_ frame: Frame) throws(PeerError) -> Int64 {
    var reader = WireReader(frame.payload)
    do throws(WireFault) { return try reader.int64() } catch { throw misbehaved() }
  }

  func failure(_ frame: Frame) -> PeerError {
    var reader = WireReader(frame.payload)
    do throws(WireFault) { return try PeerError(&reader) } catch { return misbehaved() }
  }

  func peerError(_ end: ExchangeEnd) -> PeerError {
    switch end {
    case .cancelled: .cancelled
    case .ended(.silence), .ended(.stuck), .ended(.endOfFile), .ended(.here), .ended(.failed): .gone
    case .ended(.damaged), .ended(.misbehaved), .ended(.noGreeting): damaged
    }
  }

  /// Ends the connection to a server that sends what it may not.
  func misbehaved() -> PeerError {
    exchange.channel?.cut(.misbehaved)
    return damaged
  }

  private var damaged: PeerError {
    .remote("the data from \(name) is damaged; the connection was ended")
  }
}
