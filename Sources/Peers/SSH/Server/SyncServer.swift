package import Music
package import Sync

/// A library that a server has opened for a client.
package struct ServedLibrary: Sendable {
  package var identity: RemoteIdentity
  package var peer: any Peer
  /// A folder for parts of files, on the file system of the peer's music and outside of it; made
  /// where it is missing, in a folder that is there.
  package var parts: FilePath

  package init(identity: RemoteIdentity, peer: any Peer, parts: FilePath) {
    self.identity = identity
    self.peer = peer
    self.parts = parts
  }
}

/// Serves a peer to one client over two descriptors: `tritone sync --serve`.
///
/// The client says nothing of what is run here; it names a library and relative paths.
package struct SyncServer: Sendable {
  /// How serving ended.
  package enum Ending: Equatable, Sendable {
    /// The client has said goodbye.
    case closed
    /// The connection ended; parts stay for the next time.
    case lost
    /// The client is no Tritone, or of another version.
    case refused
  }

  /// Opens the library that a client names.
  package typealias Opening = @Sendable (SyncHello) async throws(PeerError) -> ServedLibrary

  private let limits: ChannelLimits
  private let opening: Opening

  /// Frozen clients hold the lock so long.
  package static let limits = ChannelLimits(silence: .seconds(30))

  package init(limits: ChannelLimits = SyncServer.limits, opening: @escaping Opening) {
    self.limits = limits
    self.opening = opening
  }

  /// Serves until the client ends; the descriptors are closed then, and may be one.
  package func serve(input: Int32, output: Int32) async -> Ending {
    let exchange = FrameExchange()
    let running = RunningCall()
    let channel = FrameChannel(
      input: input, output: output, limits: limits, waitsForGreeting: false
    ) { event in
      exchange.receive(event) { frame, _ in
        switch frame.kind {
        case .hello, .request, .data, .end, .start, .cancel: true
        case .ping, .welcome, .credit, .done, .failure, .progress, .part: false
        }
      }
      switch event {
      case .greeting: break
      case .frame(let frame): if frame.kind == .cancel { running.cancel(frame.call) }
      case .end: running.cancel(nil)
      }
    }
    exchange.connect(to: channel)
    let greeting = Greeting.random()
    channel.post(bytes: greeting.line)
    channel.start(named: "sync serve")
    let ending = await serve(exchange, greeting, running)
    channel.finish()
    // The last frames are on their way until then.
    _ = await exchange.monitor.wait { $0.end == nil ? nil : true }
    return ending
  }

  private func serve(
    _ exchange: FrameExchange, _ greeting: Greeting, _ running: RunningCall
  ) async -> Ending {
    let hello: SyncHello
    do {
      let frame = try await exchange.next()
      hello = try SyncHello(frame.payload)
      guard frame.kind == .hello, hello.session == greeting.session else { return .refused }
    } catch {
      return .refused
    }
    guard let chosen = hello.chosenProtocol() else {
      let identity = RemoteIdentity(uuid: "", name: "")
      let welcome = SyncWelcome(chosenProtocol: 0, identity: identity)
      exchange.post(.welcome, welcome.encoded)
      return .refused
    }
    let opening = opening
    let opened = await running.run(0, exchange) { () async -> Result<ServedSync, PeerError> in
      do throws(PeerError) {
        let library = try await opening(hello)
        return .success(ServedSync(library, exchange, try PartFolder(library.parts)))
      } catch {
        return .failure(error)
      }
    }
    switch opened {
    case .failure(let error):
      var writer = WireWriter()
      error.write(to: &writer)
      exchange.post(.failure, writer.bytes)
      return .refused
    case .success(let sync):
      let welcome = SyncWelcome(chosenProtocol: chosen, identity: sync.library.identity)
      exchange.post(.welcome, welcome.encoded)
      return await answer(sync, exchange, running)
    }
  }

  /// Answers calls in their order.
  private func answer(
    _ sync: ServedSync, _ exchange: FrameExchange, _ running: RunningCall
  ) async -> Ending {
    var last: UInt32 = 0
    while true {
      let frame: Frame
      do throws(ExchangeEnd) { frame = try await exchange.next(ignoresCancelling: true) } catch {
        await sync.library.peer.close()
        return .lost
      }
      switch frame.kind {
      // What still comes of a call that is over, or was cancelled before it began.
      case .data, .end, .start, .cancel: continue
      case .request where frame.call > last: last = frame.call
      case .request, .hello, .ping, .welcome, .credit, .done, .failure, .progress, .part:
        exchange.channel?.cut(.misbehaved)
        continue
      }
      exchange.beginAnswer(frame.call)
      var reader = WireReader(frame.payload)
      let number: UInt8
      do throws(WireFault) { number = try reader.byte() } catch { number = .max }
      let method = Method(rawValue: number)
      let arguments = reader
      let result = await running.run(frame.call, exchange) {
        await sync.outcome(method, arguments)
      }
      switch result {
      case .success(let payload): exchange.post(.done, payload)
      case .failure(let error):
        var writer = WireWriter()
        error.write(to: &writer)
        exchange.post(.failure, writer.bytes)
      }
      exchange.endCall()
      if method == .close { return .closed }
    }
  }
}
