import ArgumentParser
import Control
import Curses
import Glibc
import Interface
import Music

/// A player that terminals, commands and scripts reach by its socket.
final class PlayerHost {
  private var parts: PlayerSetup.Parts
  /// Those that the player was started with.
  private let options: PlayerOptions
  private let isDetached: Bool
  private let awaitsTerminal: Bool
  private let requests = PolledQueue<TerminalRequest>()
  private let server: ControlServer

  /// - Parameters:
  ///   - isDetached: whether it was started by a command, in a session of its own.
  ///   - awaitsTerminal: whether it ends where no terminal comes.
  init(
    _ parts: PlayerSetup.Parts, _ options: PlayerOptions, lock: HostLock, isDetached: Bool,
    awaitsTerminal: Bool
  ) throws(ControlError) {
    self.parts = parts
    self.options = options
    self.isDetached = isDetached
    self.awaitsTerminal = awaitsTerminal
    self.parts.app.life = isDetached ? .whileBusy : .untilEnded
    let (mailbox, requests) = (parts.mailbox, requests)
    server = try ControlServer(
      lock, status: parts.app.status,
      handlers: ControlServer.Handlers(
        request: { request, ticket in mailbox.post(.control(ControlEvent(request, ticket))) },
        attach: { request, connection in Self.attach(request, connection, requests) }))
  }

  /// How long a player waits for the terminal that it was started for.
  private static let patience = Duration.seconds(20)

  func play(_ sources: [MediaSource]) {
    if !sources.isEmpty { parts.runner.addAndPlay(sources) }
  }

  /// - Parameter ends: called when it has left its terminals, before its last work.
  func run(signals: SignalDescriptor, ends: () -> Void) -> RunLoop.Ending {
    parts.runner.serve(server)
    parts.app.awaitTerminal()
    let settled = SettledStatus()
    let (runner, watches) = (parts.runner, parts.watches)
    let (options, isDetached) = (options, isDetached)
    var loop = RunLoop(
      terminal: nil, mailbox: parts.mailbox, signals: signals, runner: runner, app: parts.app,
      requests: requests, patience: awaitsTerminal ? Self.patience : nil,
      publish: { [server] app, isShown in
        let status = settled.status(of: app)
        server.publish(status)
        runner.desktop.note(app, status, isShown: isShown)
      },
      prepare: { client, app in
        // What a host for one terminal was started with is that terminal's.
        try Self.prepare(client, &app, options, isGeneral: !isDetached)
      })
    let ending = loop.run(after: parts.first) { runner.begin(watching: watches) }
    ends()
    // Whoever asked for the end learns of it when all is stored.
    runner.finish()
    server.end()
    return ending
  }

  /// Called on the server's thread.
  private static func attach(
    _ request: AttachRequest, _ connection: ControlConnection,
    _ requests: PolledQueue<TerminalRequest>
  ) -> @Sendable (AttachedEvent) -> Void {
    guard request.line.hello.isOurs else {
      let line =
        "another version of Tritone plays (\(ControlProtocol.build), process \(getpid())); "
        + "end it with tritone quit, and start anew"
      connection.send(.leave(say: line, status: 1))
      connection.close()
      return { _ in }
    }
    guard let terminal = request.terminal else {
      connection.send(.leave(say: "there is no terminal to draw on", status: 1))
      connection.close()
      return { _ in }
    }
    let client = TerminalClient(terminal, request.line, connection)
    requests.post(.attach(client))
    return { event in
      requests.post(.message(client, TerminalClient.Message(event)))
    }
  }

  /// - Parameters:
  ///   - own: The options that the player was started with.
  ///   - isGeneral: Whether they are those of all its terminals.
  private static func prepare(
    _ client: TerminalClient, _ app: inout App, _ own: PlayerOptions, isGeneral: Bool
  ) throws -> [Event] {
    let words = client.line.arguments
    let end = words.firstIndex(of: Array("--".utf8)) ?? words.endIndex
    let given = (isGeneral ? own.words : []) + words[..<end]
    let options = try PlayerOptions.parse(given.map { String(decoding: $0, as: UTF8.self) })
    let output = options.sound.output
    guard output == PlayerOptions.standardOutput || output == own.sound.output else {
      throw Failure(
        reason: "the player runs already with --output \(own.sound.output); "
          + "end it first: tritone quit")
    }
    options.applyToTerminal(of: &app, skinIsLoaded: false)
    let sources = words[end...].dropFirst().map { word in
      StreamAddress(String(decoding: word, as: UTF8.self)).map { MediaSource.stream($0) }
        ?? .file(FilePath(bytes: word))
    }
    var events: [Event] = []
    if !sources.isEmpty { events.append(.control(ControlEvent(.perform(.open(sources)), nil))) }
    if options.noWatch, !own.noWatch {
      events.append(.failed("--no-watch counts when the player starts, and one runs already"))
    }
    return events
  }
}

extension TerminalClient.Message {
  fileprivate init(_ event: AttachedEvent) {
    switch event {
    case .signal(.winch): self = .resized
    case .signal(.cont): self = .continued
    case .signal(.tstp): self = .stopping
    case .signal(.taken): self = .taken
    case .signal(.hup), .signal(.term), .signal(.int), .ended: self = .gone
    case .edited(let report): self = .edited(report)
    }
  }
}
