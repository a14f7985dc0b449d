import ArgumentParser
import CLinux
import Control
import Curses
import FoundationEssentials
import Glibc
import Interface
import Log
import Music
import Playback

/// The player without a terminal of its own.
struct HostCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Play without a terminal, until tritone quit or a signal ends it.",
    discussion: """
      tritone starts this process by itself. Run it in the foreground for systemd, or on a computer
      without a screen; tritone attach shows it, and tritone play, pause and others command it.

      Examples:
        tritone host
        systemctl --user enable --now tritone
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var player: PlayerOptions
  @Flag(help: ArgumentHelp(visibility: .hidden)) var detached = false
  @Flag(help: ArgumentHelp(visibility: .hidden)) var awaitsPaths = false
  @Flag(help: ArgumentHelp(visibility: .hidden)) var awaitsTerminal = false
  @Flag(help: ArgumentHelp(visibility: .hidden)) var isSeen = false

  func run(log: Log) throws {
    // Before any thread starts: they all inherit the signal mask.
    let signals = SignalDescriptor(
      [SIGTERM, SIGINT, SIGQUIT, SIGCHLD] + (detached ? [] : [SIGHUP]))
    // Else a terminal of whose jobs this is one in the background would stop it.
    if !detached { tritone_leave_terminal() }
    for number in [SIGPIPE] + (detached ? [SIGHUP, SIGTSTP] : []) { signal(number, SIG_IGN) }
    // Started by its link in /proc, which is no name that anybody looks for.
    tritone_name_thread("tritone")
    guard let lock = try takeLock() else { return }
    let libraryLock = try takeLibraryLock()
    defer { withExtendedLifetime(libraryLock) {} }
    let host = try PlayerHost(
      PlayerSetup(
        options: options, player: player, log: log, plays: awaitsPaths || !player.paths.isEmpty,
        isSeen: isSeen
      ).open(), player, lock: lock, isDetached: detached,
      awaitsTerminal: awaitsTerminal)
    if detached {
      try leaveStarter()
    } else {
      host.play(try options.directories.playable(player.paths))
    }
    log.flushOnCrash()
    Terminal.restoreOnCrash { flushLogAfterCrash($0) }
    let ending = host.run(signals: signals) { libraryLock?.noteEnd() }
    log.info(.program, "left", [LogField("how", ending.logText)])
    if !detached, case .ended(let signal?) = ending { throw ExitCode(128 + signal) }
  }

  /// The lock of the socket; nil where another start at the same moment was quicker, and plays.
  private func takeLock() throws -> HostLock? {
    let socket = try options.controlSocket
    let lock = try Self.wait { () throws -> HostLock? in
      do {
        return try HostLock(socket)
      } catch let error as ControlError {
        guard case .hostRuns = error, detached else { throw error }
        return nil
      }
    } isOver: {
      detached && Self.answers(socket)
    }
    if lock == nil, !detached { throw ControlError.hostRuns(process: nil) }
    return lock
  }

  /// Nil where there can be no library.
  private func takeLibraryLock() throws -> FileLock? {
    if options.directories.isFolder(options.libraryPath) { return nil }
    let file = options.hostLock
    let start = ContinuousClock.now
    let lock = try Self.wait {
      try FileLock(file)
    } isOver: {
      // Only one that is ending is waited for; it says so once its terminals are gone.
      start.duration(to: .now) > Self.moment && !FileLock.isEnding(file)
    }
    if let lock { return lock }
    throw Failure(
      reason: "a player of this library runs already in another session (XDG_RUNTIME_DIR)")
  }

  private static func answers(_ socket: ControlSocket) -> Bool {
    (try? ControlClient(socket)) != nil
  }

  /// A player that is ending stores what it has first.
  private static let patience = Duration.seconds(5)
  private static let moment = Duration.milliseconds(300)

  /// Tries again for a while.
  private static func wait<Lock>(
    _ take: () throws -> Lock?, isOver: () -> Bool = { false }
  ) throws -> Lock? {
    let end = ContinuousClock.now.advanced(by: patience)
    while true {
      if let lock = try take() { return lock }
      if isOver() || .now >= end { return nil }
      usleep(20_000)
    }
  }

  /// Lets the process that started this one go on, which reads what is said here to its end.
  private func leaveStarter() throws {
    var mark = HostProcess.readyMark
    write(STDERR_FILENO, &mark, 1)
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { throw Failure(reason: "/dev/null cannot be opened") }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] { dup2(nothing, descriptor) }
    close(nothing)
    // A folder that may be unmounted is not held.
    chdir("/")
  }
}
