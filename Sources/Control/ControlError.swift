internal import Glibc
package import Music

/// A failure of the socket between the player and other programs.
package enum ControlError: Error, Equatable, Sendable {
  /// A folder or file cannot be used; the errno.
  case system(FilePath, code: Int32)
  /// A link, or anything else in the place of a folder.
  case notAFolder(FilePath)
  case ofAnotherUser(FilePath)
  /// Other users may enter the folder.
  case openToOthers(FilePath)
  /// Longer than the address of a socket may be.
  case pathTooLong(FilePath)
  /// Another process plays this library; its id where it is known.
  case hostRuns(process: Int32?)
  /// No process listens.
  case noHost
  /// The player has begun, and does not answer.
  case noAnswer
  /// The player is stopped by a signal, as SIGSTOP, and cannot answer; its id.
  case stopped(process: Int32)
  /// The player has closed the connection.
  case lost
  /// The player has refused, with its reason.
  case refused(String)
  /// Not the protocol that is spoken here.
  case garbage
  /// Nobody reads the output that follows the player.
  case unread

  /// Whether there is no folder in which a player could listen.
  package var isOfFolder: Bool {
    switch self {
    case .notAFolder, .ofAnotherUser, .openToOthers, .pathTooLong: true
    case .system(_, let code): [ENOENT, ENOTDIR, EACCES, EPERM, EROFS, ENOSPC].contains(code)
    case .hostRuns, .noHost, .noAnswer, .stopped, .lost, .refused, .garbage, .unread: false
    }
  }

  package var message: String {
    switch self {
    case .system(let path, let code):
      "\(path.text) cannot be used: \(SystemText.of(code))"
    case .notAFolder(let path): "\(path.text) is not a folder, as the player's socket needs it"
    case .ofAnotherUser(let path): "\(path.text) belongs to another user"
    case .openToOthers(let path):
      "\(path.text) is open to other users: chmod 700 makes it private"
    case .pathTooLong(let path): "\(path.text) is too long a path for a socket"
    case .hostRuns(let process):
      "a player is running already" + (process.map { " (process \($0))" } ?? "")
    case .noHost: "No player is running; start it with: tritone"
    case .noAnswer: "the player does not answer"
    case .stopped(let process):
      "the player (process \(process)) is stopped; it goes on with: kill -CONT \(process)"
    case .lost: "the player has ended"
    case .refused(let reason): reason
    case .unread: "nobody reads the output"
    case .garbage: "the player speaks another protocol: it is another version of Tritone"
    }
  }
}
