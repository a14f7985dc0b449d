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
  private let requests = TerminalRequests()
  private let server: ControlServer

  /// - Parameter isDetached: whether it was started for a terminal.
  init(
    _ parts: PlayerSetup.Parts, _ options: PlayerOptions, lock: HostLock, isDetached: Bool
  ) throws(ControlError) {
    self.parts = parts
    self.options = options
    self.isDetached = isDetached
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

  func run(signals: SignalDescriptor) -> RunLoop.Ending {
    parts.runner.serve(server)
    parts.app.awaitTerminal()
    let settled = SettledStatus()
    let (options, runner, watches) = (options, parts.runner, parts.watches)
    var loop = RunLoop(
      terminal: nil, mailbox: parts.mailbox, signals: signals, runner: runner, app: parts.app,
      requests: requests, patience: isDetached ? Self.patience : nil,
      tell: { [server] app, isShown in
        let status = settled.status(of: app)
        server.publish(status)
        runner.desktop.note(app, status, isShown: isShown)
      },
      prepare: { client, app in try Self.prepare(client, &app, options) })
    let ending = loop.run(after: parts.first) { runner.begin(watching: watches) }
    // Whoever asked for the end learns of it when all is stored.
    runner.finish()
    server.end()
    return ending
  }

  /// Called on the server's thread.
  private static func attach(
    _ request: AttachRequest, _ connection: ControlConnection, _ requests: TerminalRequests
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

  /// - Parameter own: the options that the player was started with.
  private static func prepare(
    _ client: TerminalClient, _ app: inout App, _ own: PlayerOptions
  ) throws -> [Event] {
    let words = client.line.arguments
    let end = words.firstIndex(of: Array("--".utf8)) ?? words.endIndex
    let options = try PlayerOptions.parse(words[..<end].map { String(decoding: $0, as: UTF8.self) })
    let output = options.sound.output
    guard output == PlayerOptions.standardOutput || output == own.sound.output else {
      throw Failure(
        reason: "the player runs already with --output \(own.sound.output); "
          + "end it first: tritone quit")
    }
    options.applyToTerminal(of: &app)
    let sources = words[end...].dropFirst().map { word in
      StreamAddress(String(decoding: word, as: UTF8.self)).map { MediaSource.stream($0) }
        ?? .file(FilePath(bytes: word))
    }
    var events: [Event] = []
    if !sources.isEmpty { events.append(.control(ControlEvent(.perform(.open(sources)), nil))) }
    let late = options.startWords.filter { !own.startWords.contains($0) }
    if !late.isEmpty {
      let word = late.joined(separator: ", ")
      events.append(.failed("\(word) counts when the player starts, and one runs already"))
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
    case .signal(.hup), .signal(.term), .signal(.int), .ended: self = .gone
    case .edited(let report): self = .edited(report)
    }
  }
}
