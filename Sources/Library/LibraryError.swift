import FoundationEssentials
import Glibc
internal import GRDB
package import Music

/// Errors of the library.
package enum LibraryError: Error, Equatable, Sendable {
  /// `reason` is SQLite's or the system's.
  case cannotOpen(FilePath, reason: String)
  case readOnly(FilePath)
  /// Not a database, or one with broken pages.
  case damaged(FilePath)
  /// As `damaged`, found in a library that is open.
  case damagedInUse(FilePath)
  /// A damaged library cannot be set aside, since another process has it open.
  case damagedAndOpen(FilePath)
  /// The library cannot be replaced, since another process has it open.
  case openElsewhere(FilePath)
  /// A database of another program.
  case foreign(FilePath)
  /// Written by a later version, whose data this one would lose.
  case newer(FilePath)
  /// Its tables are not those of the version that it claims.
  case altered(FilePath)
  case diskFull(FilePath)
  /// Another process holds the lock for longer than the timeout.
  case locked(FilePath)
  /// The disk or its connection fails.
  case disk(FilePath, reason: String)
  /// No backup was created; the library itself is as it was.
  indirect case backupFailed(LibraryError)
  case noBackup(FilePath)
  case cancelled
  /// The next step of the history, by its name, could not be undone or redone.
  case lostStep(String, HistoryFault)
  case failed(FilePath, reason: String)
  /// A path given to scan does not exist or cannot be read; `code` is an errno.
  case unreadable(FilePath, code: Int32)
  /// A path given to scan is a pipe or a device.
  case notMusic(FilePath)
  case nameTaken(String)
  case emptyName
  case noSuchPlaylist
  /// None of the tracks to be marked is in the library any more.
  case noSuchTrack
  /// A path to be removed from the library's roots is none of them.
  case noSuchRoot(FilePath)
  /// A file outside the library's own cannot be written; `code` is an errno.
  case unwritable(FilePath, code: Int32)
  /// As `unwritable`: the file exists and must not be replaced.
  case fileExists(FilePath)
  /// As `unwritable`: the name is that of a link, a folder or a pipe.
  case notPlain(FilePath)
  case templateNameTaken(String)
  case emptyTemplateName
  case noSuchTemplate
  case folderNameTaken(String)
  case noSuchFolder
  /// A folder of playlists cannot move into itself or one of its descendants.
  case folderInItself(String)
  /// A smart playlist, by its name, has no entries to edit.
  case smart(String)
  /// Only a smart playlist can be frozen.
  case notSmart(String)
  /// Smart playlists that refer to each other, the first one again at the end.
  case cycle([String])
  /// An invalid query of a smart playlist; the column counts from 1.
  case query(column: Int, reason: String)
  case cue(CueFault)
  /// A CUE sheet that cannot be opened; the reason names the line where there is one.
  case sheet(FilePath, reason: String)
  /// A tempo outside the allowed range.
  case tempo
  /// A tempo to be multiplied where none is known.
  case noTempo
  /// An edit that was planned before others changed its subject.
  case changedMeanwhile
  case deviceNameTaken(String)
  case emptyDeviceName
  case noSuchDevice
  /// A device that is to be added is known already, by this name.
  case knownDevice(String)
  case deviceDatabase(DeviceDatabaseFault)
  case book(BookFault)
  case server(ServerFault)
  case label(LabelFault)

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
    case .changedMeanwhile: "The library was changed meanwhile; try again"
    case .deviceNameTaken(let name): "There already is a device named \(name)"
    case .emptyDeviceName: "A device needs a name"
    case .noSuchDevice: "There is no such device"
    case .knownDevice(let name): "That device is known already, as \(name)"
    case .deviceDatabase(let fault): fault.message
    case .book(let fault): fault.message
    case .server(let fault): fault.message
    case .label(let fault): fault.message
    case .noTempo: "No tempo is known yet; :bpm 124 sets one, :tap taps it"
    }
  }

  /// The cause in a few words, for a line that names the subject.
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

  /// Maps an error of GRDB to the user's terms, for the library at `path`.
  init(_ error: any Error, at path: FilePath) {
    switch error {
    case let error as LibraryError: self = error
    case is CancellationError: self = .cancelled
    case let error as CocoaError:
      let code = (error.underlying as? POSIXError)?.code.rawValue
      self = code.map { DiskFile.failure($0, path) } ?? .failed(path, reason: "\(error)")
    case let error as DatabaseError: self.init(error, at: path)
    // A value that none of our writes leaves.
    case is RowDecodingError, is UnreadableValue: self = .damaged(path)
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
      // SQLite extends the shared-memory file before it maps it: a full disk shows here.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull(path)
      case .SQLITE_IOERR: .disk(path, reason: reason)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path)
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .cannotOpen(path, reason: reason)
      case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
      default: .failed(path, reason: reason)
      }
  }
}
