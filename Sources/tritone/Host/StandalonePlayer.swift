import ArgumentParser
import Curses
import FoundationEssentials
import Glibc
import Interface
import Log
import Music
import Playback
import Screen

/// A player that lives and ends with its terminal.
struct StandalonePlayer {
  let options: GlobalOptions
  let player: PlayerOptions
  let sources: [MediaSource]
  let log: Log
  /// Why the player is no process of its own, where it should be one.
  var reason: String?

  func run() throws {
    // Before any thread starts: they all inherit the signal mask.
    let signals = SignalDescriptor([
      SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGQUIT, SIGCHLD,
    ])
    signal(SIGPIPE, SIG_IGN)
    var parts = try PlayerSetup(
      options: options, player: player, log: log, plays: !sources.isEmpty
    ).open()
    let terminal = try Terminal(
      input: STDIN_FILENO, output: STDOUT_FILENO,
      environment: ProcessInfo.processInfo.environment)
    log.flushOnCrash()
    Terminal.restoreOnCrash { flushLogAfterCrash($0) }
    log.opened(terminal.size)
    defer { terminal.close() }
    parts.app.begin(on: terminal.size)
    parts.app.hasColors = terminal.depth != .none
    parts.app.hasManyColors = terminal.depth.hasPalette
    parts.app.fitWaveforms(to: ProcessInfo.processInfo.environment)
    player.applyToTerminal(of: &parts.app, skinIsLoaded: true)
    if !sources.isEmpty { parts.runner.addAndPlay(sources) }
    if let reason {
      parts.first.append(.failed("This player ends with its terminal: \(reason)"))
    } else if FileLock.isHeld(options.hostLock) {
      parts.first.append(.failed("Another player of this library runs: tritone attach shows it"))
    }
    let settled = SettledStatus()
    var loop = RunLoop(
      terminal: terminal, mailbox: parts.mailbox, signals: signals, runner: parts.runner,
      app: parts.app,
      publish: { [desktop = parts.runner.desktop] app, isShown in
        desktop.note(app, settled.status(of: app), isShown: isShown)
      })
    let ending = loop.run(after: parts.first) {
      parts.runner.begin(watching: parts.watches)
    }
    terminal.close()
    parts.runner.finish()
    log.info(.program, "left", [LogField("how", ending.logText)])
    if case .ended(let signal?) = ending { throw ExitCode(128 + signal) }
    if let fault = loop.writingFault { throw Failure(reason: fault) }
  }
}

extension RunLoop.Ending {
  var logText: String {
    switch self {
    case .left: "by the user"
    case .ended(let signal?): "by signal \(signal)"
    case .ended(nil): "with its terminal"
    }
  }
}
