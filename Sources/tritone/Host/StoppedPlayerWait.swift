import CLinux
import Control
import Curses
import Glibc

/// The wait of a terminal for a player that is stopped: keys from before are kept for the player,
/// and neither shown nor taken.
struct StoppedPlayerWait {
  private let restoration: TerminalRestoration
  /// Bytes of the keys that the player is going to read.
  private var kept: Int32

  /// Begins once the terminal has the modes of the shell.
  init(_ restoration: TerminalRestoration) {
    self.restoration = restoration
    kept = tritone_waiting_bytes(STDIN_FILENO)
    hideKeys()
  }

  // A job in the background leaves the terminal alone, which another one has.
  private var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  func hideKeys() { if isInForeground { restoration.hideKeys() } }

  func showKeys() { if isInForeground { restoration.showKeys() } }

  /// Whatever is typed meanwhile is meant for nobody: it may be a command of a shell.
  mutating func dropTyped() {
    guard isInForeground, tritone_waiting_bytes(STDIN_FILENO) > kept else { return }
    tcflush(STDIN_FILENO, TCIFLUSH)
    // The kept ones are gone with them.
    kept = 0
  }

  consuming func end(dropsKeys: Bool) {
    if !dropsKeys { dropTyped() } else if isInForeground { tcflush(STDIN_FILENO, TCIFLUSH) }
    showKeys()
  }
}

extension AttachedSession {
  /// Gives the terminal back, and waits for the player.
  mutating func beginWait() throws {
    restoration.restore()
    isDrawn = false
    tellWait()
    wait = StoppedPlayerWait(restoration)
    // Its own change of the modes counts as a burst.
    _ = unread.endBurst()
    // The player gives its terminal back when it goes on, and says so by the answer.
    try client.send(.tstp)
  }

  private func tellWait() {
    guard restoration.takesLine else { return }
    StandardOutput.line("tritone: \(ControlError.stopped(process: client.process).message)")
    StandardOutput.line("Waiting for it; Ctrl-C leaves.")
  }

  /// The player goes on: the terminal is its own again.
  mutating func endWait() throws {
    // Stops this process where another one has the terminal by now.
    restoration.claim()
    wait.take()?.end(dropsKeys: false)
    unread.forget()
    isDrawn = true
    try client.send(.cont)
  }

  /// - Returns: Whether there is no more to do about a signal while the player is stopped.
  mutating func receiveWaiting(_ signal: Int32) throws -> Bool {
    switch signal {
    case SIGWINCH: return true
    case SIGTSTP:
      wait?.showKeys()
      kill(getpid(), SIGSTOP)
      return true
    case SIGCONT:
      restoration.claim()
      tellWait()
      // The shell may have read the kept keys.
      wait = StoppedPlayerWait(restoration)
      return true
    default: return false
    }
  }
}
