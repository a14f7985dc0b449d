import Curses
import Demo
import Library
import Media
import Settings

/// Any error as the one line a user reads.
enum UserText {
  static func of(_ error: any Error) -> String {
    switch error {
    case let error as LibraryError: error.message
    case let error as MediaError: error.reason
    case let error as SettingsError: error.description
    case let error as DemoError: error.description
    case let error as TerminalError: error.description
    case let error as Failure: error.reason
    default: "\(error)"
    }
  }
}

extension OpeningNotice {
  /// The line that a user reads.
  var line: String {
    switch self {
    case .backingUp: "tritone: backing up the library before it is brought up to date…"
    case .backupFailed(let error): "tritone: \(error.message)"
    case .checking: "tritone: something in the library was found broken; looking at all of it…"
    case .recovering: "tritone: the library is damaged; looking for its newest good backup…"
    case .recovered(let recovery): "tritone: \(recovery.message)"
    }
  }
}

/// What a sub-command could not do, in the words the user reads.
struct Failure: Error, Equatable {
  var reason: String
}
