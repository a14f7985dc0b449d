import Builder
import Control
import Curses
import Demo
import HTTP
import Library
import Log
import Media
import Online
import Secrets
import Servers
import Settings

/// Any error as one line for the user.
enum UserText {
  static func of(_ error: any Error) -> String {
    switch error {
    case let error as LibraryError: error.message
    case let error as MediaError: error.reason
    case let error as SettingsError: error.description
    case let error as DemoError: error.description
    case let error as TerminalError: error.description
    case let error as LogFault: error.message
    case let error as HTTPError: error.description
    case let error as SecretError: error.message
    case let error as ScrobbleError: error.message
    case let error as BuildError: error.message
    case let error as SpotifyError: error.message
    case let error as ServerError: error.message
    case let error as CoretetError: error.message
    case let error as ServiceRoot.Fault: error.message
    case let error as ControlError: error.message
    case let error as Failure: error.reason
    default: "\(error)"
    }
  }
}

extension OpeningNotice {
  /// Prints the line to standard error.
  ///
  /// - Parameter isForTerminal: whether a terminal shows it at last, behind another process.
  func say(isForTerminal: Bool = false) {
    guard case .upgrading(let done) = self else { return StandardError.print(line) }
    StandardError.progress(line, isLast: done >= 1, isForTerminal: isForTerminal)
  }

  /// The line for the user.
  var line: String {
    switch self {
    case .backingUp: "tritone: backing up the library before it is brought up to date…"
    case .upgrading(let done):
      "tritone: bringing the library up to date… \(Int(done * 100)) %"
    case .backupFailed(let error): "tritone: \(error.message)"
    case .checking: "tritone: something in the library was found broken; looking at all of it…"
    case .recovering: "tritone: the library is damaged; looking for its newest good backup…"
    case .recovered(let recovery): "tritone: \(recovery.message)"
    }
  }
}

/// A failure of a sub-command, worded for the user.
struct Failure: Error, Equatable {
  var reason: String
}
