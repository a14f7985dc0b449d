import FoundationEssentials
import Glibc
internal import GRDB
package import Music

/// What can go wrong with the library.
package enum LibraryError: Error, Equatable, Sendable {
  /// `reason` is SQLite's or the system's.
  case cannotOpen(FilePath, reason: String)
  case readOnly(FilePath)
  /// Not a database, or one with broken pages.
  case damaged(FilePath)
  /// The same, found in a library that is open.
  case damagedInUse(FilePath)
  /// It should be set aside, and another process has it open.
  case damagedAndOpen(FilePath)
  /// It should be exchanged, and another process has it open.
  case openElsewhere(FilePath)
  /// A database of another program.
  case foreign(FilePath)
  /// Written by a later version, which knows of things that this one would lose.
  case newer(FilePath)
  /// Its tables are not those of the version that it says it has.
  case altered(FilePath)
  case diskFull(FilePath)
  /// Another process holds it for longer than we wait.
  case locked(FilePath)
  /// The disk, or what it is reached by, fails.
  case disk(FilePath, reason: String)
  /// No backup was made; the library itself is as it was.
  indirect case backupFailed(LibraryError)
  case noBackup(FilePath)
  case cancelled
  /// The next step of the history, by its name, could not be taken back or done again.
  case lostStep(String, HistoryFault)
  case failed(FilePath, reason: String)
  /// A path given to scan does not exist or cannot be read; `code` is an errno.
  case unreadable(FilePath, code: Int32)
  /// A path given to scan is a pipe or a device.
  case notMusic(FilePath)
  case nameTaken(String)
  case emptyName
  case noSuchPlaylist
  /// Tracks that should be marked, and have left the library.
  case noSuchTrack
  /// A folder that should be taken out of the library, and is none of those it is made from.
  case noSuchRoot(FilePath)
  /// A file that is not the library's was to be written; `code` is an errno.
  case unwritable(FilePath, code: Int32)
  /// The same, and one that is there already must not be touched.
  case fileExists(FilePath)
  /// The same, and a link, a folder or a pipe has its name.
  case notPlain(FilePath)
  case templateNameTaken(String)
  case emptyTemplateName
  case noSuchTemplate
  case folderNameTaken(String)
  case noSuchFolder
  /// A folder of playlists that should go into itself or into one inside it.
  case folderInItself(String)
  /// A smart playlist, by its name, that should be edited like a list of entries.
  case smart(String)
  /// A playlist that is not smart and should be frozen.
  case notSmart(String)
  /// Smart playlists that ask for each other, the first one again at the end.
  case cycle([String])
  /// The query of a smart playlist that is none; the column counts from 1.
  case query(column: Int, reason: String)
  case cue(CueFault)
  /// A CUE sheet that cannot be opened; the reason names the line where there is one.
  case sheet(FilePath, reason: String)
  /// A tempo beyond those that can be set.
  case tempo
  /// A tempo to be multiplied where none is known.
  case noTempo

  /// The one line a user reads.
  package var message: String {
    switch self {
    case .cannotOpen(let path, let reason): "Cannot open the library \(path.text): \(reason)"
    case .readOnly(let path):
      "Not saved, the disk or its rights allow no writing; see tritone doctor (\(path.text))"
    case .damaged(let path): "\(path.text) is not a Tritone library, or it is damaged"
    case .damagedInUse(let path):
      "The library is damaged; quit and start again to open its newest backup (\(path.text))"
    case .damagedAndOpen(let path):
      "The library is damaged; quit every other Tritone, then try again (\(path.text))"
    case .openElsewhere(let path):
      "A Tritone has the library open; quit it, then try again (\(path.text))"
    case .foreign(let path): "\(path.text) is a database of another program"
    case .newer(let path): "\(path.text) was written by a newer Tritone; update this one to open it"
    case .altered(let path):
      "\(path.text) was changed by another program and was left as it is, since its tables could do "
        + "harm; tritone restore puts a backup in its place"
    case .diskFull(let path):
      "Not saved, no space is left; free some and try again (\(path.text))"
    case .locked(let path):
      "Not saved, another program holds the library for too long; try again (\(path.text))"
    case .disk(let path, let reason):
      "The disk fails (\(reason)); check it, then run tritone doctor (\(path.text))"
    case .backupFailed(let error): "No backup was made: \(error.reason)"
    case .noBackup(let path): "There is no good backup in \(path.text)"
    case .cancelled: "Stopped"
    case .lostStep(let name, let fault):
      "This step cannot be undone or redone: \(name) (\(fault.message)); the next try goes on "
        + "behind it"
    case .failed(let path, let reason): "The library \(path.text) failed: \(reason)"
    case .unreadable(let path, let code): "Cannot read \(path.text): \(systemText(code))"
    case .notMusic(let path): "\(path.text) is neither a file nor a folder"
    case .nameTaken(let name): "There already is a playlist named \(name)"
    case .emptyName: "A playlist needs a name"
    case .noSuchPlaylist: "That playlist is gone"
    case .noSuchTrack: "That is no longer in the library; nothing was changed"
    case .noSuchRoot(let path): "\(path.text) is no folder of the library"
    case .unwritable(let path, let code): "Cannot write \(path.text): \(systemText(code))"
    case .fileExists(let path): "There already is a file \(path.text)"
    case .notPlain(let path): "\(path.text) is a link or no file at all, and was left alone"
    case .templateNameTaken(let name): "There already is a template named \(name)"
    case .emptyTemplateName: "A template needs a name"
    case .noSuchTemplate: "That template is gone"
    case .folderNameTaken(let name): "There already is a folder named \(name) in that place"
    case .noSuchFolder: "That folder is gone"
    case .folderInItself(let name): "\(name) cannot be moved into itself"
    case .smart(let name):
      "\(name) is smart: its query fills it; :freeze makes a playlist of it that can be edited"
    case .notSmart(let name): "\(name) is not smart; only a smart playlist can be frozen"
    case .cycle(let names):
      "Smart playlists ask for each other: \(names.joined(separator: " → ")); change one's query"
    case .query(let column, let reason): "Column \(column) of the query: \(reason)"
    case .cue(let fault): fault.message
    case .sheet(let path, let reason): "\(path.name): \(reason)"
    case .tempo: "A tempo is 20 to 400 beats per minute"
    case .noTempo: "No tempo is known yet; :bpm 124 sets one, :tap taps it"
    }
  }

  /// What went wrong, in a few words, where the line around it says of what.
  private var reason: String {
    switch self {
    case .readOnly(let path): "\(path.text) cannot be written to"
    case .damaged: "it came out damaged; quit and start again to have the library checked"
    case .diskFull(let path): "no space is left for it in \(path.text)"
    case .locked(let path): "another program is making one in \(path.text)"
    case .disk(let path, let reason), .failed(let path, let reason),
      .cannotOpen(let path, let reason):
      "\(path.text): \(reason)"
    default: message
    }
  }

  /// What an error out of GRDB means to a user of the library at `path`.
  init(_ error: any Error, at path: FilePath) {
    switch error {
    case let error as LibraryError: self = error
    case is CancellationError: self = .cancelled
    case let error as CocoaError:
      let code = (error.underlying as? POSIXError)?.code.rawValue
      self = code.map { DiskFile.failure($0, path) } ?? .failed(path, reason: "\(error)")
    case let error as DatabaseError: self.init(error, at: path)
    // A value that no writing of ours has left there.
    case is RowDecodingError: self = .damaged(path)
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
      // The index in memory is a file, which grows before it is used: that the disk is full shows.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull(path)
      case .SQLITE_IOERR: .disk(path, reason: reason)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path)
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .cannotOpen(path, reason: reason)
      case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
      default: .failed(path, reason: reason)
      }
  }
}
