internal import GRDB
package import Music

/// What can go wrong with the library.
package enum LibraryError: Error, Equatable, Sendable {
  /// `reason` is SQLite's or the system's.
  case cannotOpen(FilePath, reason: String)
  case readOnly(FilePath)
  /// Not a database, one of another program, or one with broken pages.
  case damaged(FilePath)
  /// Written by a later version, which knows of things that this one would lose.
  case newer(FilePath)
  case diskFull(FilePath)
  /// Another process holds it for longer than we wait.
  case locked(FilePath)
  case cancelled
  case failed(FilePath, reason: String)
  /// A path given to scan does not exist or cannot be read; `code` is an errno.
  case unreadable(FilePath, code: Int32)
  /// A path given to scan is a pipe or a device.
  case notMusic(FilePath)
  case nameTaken(String)
  case emptyName
  case noSuchPlaylist
  /// A CUE sheet that cannot be opened; the reason names the line where there is one.
  case sheet(FilePath, reason: String)

  /// The one line a user reads.
  package var message: String {
    switch self {
    case .cannotOpen(let path, let reason): "Cannot open the library \(path.text): \(reason)"
    case .readOnly(let path): "The library \(path.text) cannot be written to"
    case .damaged(let path): "\(path.text) is not a Tritone library, or it is damaged"
    case .newer(let path): "\(path.text) was written by a newer Tritone; update this one to open it"
    case .diskFull(let path): "No space left for the library \(path.text)"
    case .locked(let path): "The library \(path.text) is in use by another program"
    case .cancelled: "Stopped"
    case .failed(let path, let reason): "The library \(path.text) failed: \(reason)"
    case .unreadable(let path, let code): "Cannot read \(path.text): \(systemText(code))"
    case .notMusic(let path): "\(path.text) is neither a file nor a folder"
    case .nameTaken(let name): "There already is a playlist named \(name)"
    case .emptyName: "A playlist needs a name"
    case .noSuchPlaylist: "That playlist is gone"
    case .sheet(let path, let reason): "\(path.name): \(reason)"
    }
  }

  /// What an error out of GRDB means to a user of the library at `path`.
  init(_ error: any Error, at path: FilePath) {
    switch error {
    case let error as LibraryError: self = error
    case is CancellationError: self = .cancelled
    case let error as DatabaseError: self.init(error, at: path)
    default: self = .failed(path, reason: "\(error)")
    }
  }

  private init(_ error: DatabaseError, at path: FilePath) {
    let reason = error.message ?? error.resultCode.description
    self =
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(path)
      case .SQLITE_READONLY: .readOnly(path)
      case .SQLITE_FULL: .diskFull(path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path)
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .cannotOpen(path, reason: reason)
      case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
      default: .failed(path, reason: reason)
      }
  }
}
