import Control
import Curses
import FoundationEssentials
import Glibc
import Music

/// Hands this process's terminal over to a player, and waits until it comes back.
///
/// This process keeps the terminal in its job, so that the shell sees one program: it passes on the
/// signals that only it gets, runs the editor, and gives the terminal back whatever becomes of the
/// player.
struct HostVisit {
  private let client: ControlClient
  private let line: AttachLine
  private let restoration: TerminalRestoration

  /// Finds the player of a library, or starts one.
  ///
  /// - Throws: where there is no terminal, or the player does not start; `ControlError` with
  ///   `isOfFolder` where no process could ever reach one.
  init(_ options: GlobalOptions, _ player: PlayerOptions, _ sources: [MediaSource]) throws {
    let environment = ProcessInfo.processInfo.environment
    guard isatty(STDIN_FILENO) == 1,
      let restoration = TerminalRestoration(output: STDOUT_FILENO, environment: environment)
    else { throw TerminalError.notATerminal }
    if options.library == nil, !options.directories.hasData {
      throw Failure(reason: "there is no home folder: set HOME to an absolute path")
    }
    let host = HostProcess(options: options, player: player, hasPaths: !sources.isEmpty)
    client = try host.connect()
    self.restoration = restoration
    line = AttachLine(
      arguments: player.wordsForHost + ["--"].map { Array($0.utf8) } + sources.map(\.argument),
      folder: options.directories.current, environment: environment)
  }

  /// Only to a player that runs.
  init(attaching options: GlobalOptions) throws {
    let environment = ProcessInfo.processInfo.environment
    guard isatty(STDIN_FILENO) == 1,
      let restoration = TerminalRestoration(output: STDOUT_FILENO, environment: environment)
    else { throw TerminalError.notATerminal }
    self.restoration = restoration
    client = try ControlClient(try options.controlSocket)
    line = AttachLine(
      arguments: [Array("--".utf8)], folder: options.directories.current, environment: environment)
  }

  /// - Returns: The status to exit with.
  func run() throws -> Int32 {
    let signals = SignalDescriptor([
      SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGQUIT, SIGCHLD,
    ])
    signal(SIGPIPE, SIG_IGN)
    var stay = Stay(client: client, restoration: restoration, signals: signals)
    restoration.claim()
    do {
      try client.attach(line, terminal: (STDIN_FILENO, STDOUT_FILENO))
      return try stay.wait()
    } catch let error as ControlError {
      stay.takeTerminal()
      if case .lost = error {
        throw Failure(
          reason: "the player has ended unexpectedly; what it played goes on with: tritone")
      }
      throw Failure(reason: error.message)
    }
  }
}

/// The time in which the player has the terminal.
private struct Stay {
  let client: ControlClient
  let restoration: TerminalRestoration
  let signals: SignalDescriptor
  /// Whether the player draws on the terminal.
  private var isDrawn = false
  private var editor: Editor?
  /// The signal that ends this process, and when it no longer waits for its terminal.
  private var end: (signal: Int32, deadline: ContinuousClock.Instant)?

  /// How long the player may take to give the terminal back at a signal.
  private static let patience: Duration = .seconds(2)

  init(client: ControlClient, restoration: TerminalRestoration, signals: SignalDescriptor) {
    self.client = client
    self.restoration = restoration
    self.signals = signals
  }

  /// Brings the terminal back where the player left it drawn on, once an editor there has ended.
  mutating func takeTerminal() {
    awaitEditor()
    if isDrawn { restoration.restore() }
    isDrawn = false
  }

  /// The terminal is the editor's until it ends, whatever becomes of the player.
  private mutating func awaitEditor() {
    while let running = editor {
      if let end, end.deadline <= .now { return }
      switch running.state() {
      case .running: usleep(20_000)
      case .stopped: kill(getpid(), SIGSTOP)
      case .ended: editor = nil
      }
    }
  }

  mutating func wait() throws -> Int32 {
    while true {
      while let word = try client.word() {
        switch word {
        case .attached: isDrawn = true
        case .stop: kill(getpid(), SIGSTOP)
        case .edit(let path): try edit(path)
        case .leave(let line, let status):
          isDrawn = false
          awaitEditor()
          if let line, status == 0 { StandardOutput.line(line) }
          if let line, status != 0 { StandardError.print("tritone: \(line)") }
          return end.map { 128 + $0.signal } ?? status
        }
      }
      for signal in signals.takeAll() { try receive(signal) }
      if let end, end.deadline <= .now {
        takeTerminal()
        return 128 + end.signal
      }
      var descriptors = [client.descriptor, signals.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let left = end.map { ContinuousClock.now.duration(to: $0.deadline) / .milliseconds(1) }
      poll(&descriptors, 2, left.map { Int32(max(0, $0.rounded(.up))) } ?? -1)
    }
  }

  private mutating func receive(_ signal: Int32) throws {
    switch signal {
    case SIGWINCH: try client.send(.winch)
    case SIGCONT:
      if editor == nil {
        restoration.claim()
        try client.send(.cont)
      }
    case SIGTSTP: if editor == nil { try client.send(.tstp) }
    case SIGCHLD: try lookAfterEditor()
    // The terminal may be gone, or only this process is meant.
    case SIGHUP: try leave(by: signal, .hup)
    case SIGINT, SIGQUIT:
      if editor == nil { try leave(by: signal, .int) }
    default: try leave(by: signal, .term)
    }
  }

  private mutating func leave(by signal: Int32, _ word: TerminalSignal) throws {
    editor?.end()
    if end == nil { end = (signal, .now.advanced(by: Self.patience)) }
    try client.send(word)
  }

  private mutating func edit(_ path: FilePath) throws {
    do throws(Failure) {
      editor = try Editor(of: path, input: STDIN_FILENO, output: STDOUT_FILENO)
    } catch {
      try client.send(EditorReport.notStarted(error.reason))
    }
  }

  private mutating func lookAfterEditor() throws {
    guard let editor else { return }
    switch editor.state() {
    case .running: break
    case .stopped: kill(getpid(), SIGSTOP)
    case .ended(let status):
      self.editor = nil
      try client.send(EditorReport.ended(status))
    }
  }
}
