import ArgumentParser
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
struct AttachedClient {
  private let client: ControlClient
  private let line: AttachLine
  private let restoration: TerminalRestoration

  /// Finds the player of a library, or starts one.
  ///
  /// - Throws: where there is no terminal, or the player does not start; `ControlError` with
  ///   `isOfFolder` where no process could ever reach one.
  init(_ options: GlobalOptions, _ player: PlayerOptions, _ sources: [MediaSource]) throws {
    if options.library == nil, !options.directories.hasData {
      throw Failure(reason: "there is no home folder: set HOME to an absolute path")
    }
    let host = HostProcess(
      options: options, player: player, hasPaths: !sources.isEmpty, awaitsTerminal: true)
    try self.init(
      options,
      words: player.words + ["--"].map { Array($0.utf8) }
        + sources.map(\.argument)
    ) { try host.connect() }
  }

  /// Only to a player that runs.
  init(attaching options: GlobalOptions) throws {
    try self.init(options, words: [Array("--".utf8)]) {
      try ControlClient(try options.controlSocket)
    }
  }

  private init(
    _ options: GlobalOptions, words: [[UInt8]], connect: () throws -> ControlClient
  ) throws {
    let environment = ProcessInfo.processInfo.environment
    guard isatty(STDIN_FILENO) == 1,
      let restoration = TerminalRestoration(output: STDOUT_FILENO, environment: environment)
    else { throw TerminalError.notATerminal }
    self.restoration = restoration
    client = try connect()
    line = AttachLine(
      arguments: words, folder: options.directories.current, environment: environment)
  }

  /// - Returns: The status to exit with.
  func run() throws -> Int32 {
    let signals = SignalDescriptor([
      SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGQUIT, SIGCHLD,
    ])
    signal(SIGPIPE, SIG_IGN)
    var session = AttachedSession(client: client, restoration: restoration, signals: signals)
    restoration.claim()
    do {
      try client.attach(line, terminal: (STDIN_FILENO, STDOUT_FILENO))
      return try session.run()
    } catch {
      session.takeTerminal()
      // Nor would the reason be taken by a terminal that takes nothing.
      guard isatty(STDERR_FILENO) == 0 || session.awaitRoom() else { throw ExitCode(1) }
      switch error {
      case ControlError.lost:
        throw Failure(
          reason: "the player has ended unexpectedly; it comes back where it was with: tritone")
      case let error as ControlError: throw Failure(reason: error.message)
      default: throw error
      }
    }
  }
}
