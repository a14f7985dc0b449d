internal import CLinux
import Glibc
import Music
import Sync

/// The files of a device's database on our side.
///
/// The database is never opened in its place: drivers of phones have no locks and no random writes,
/// and a stick may leave in the middle.
struct LocalDatabase {
  let folder: FilePath

  /// As the device had it after the last sync.
  var kept: FilePath { folder.appending(DeviceLayout.library) }
  /// As it was read for this sync.
  var read: FilePath { folder.appending("read.db") }
  /// As it shall be.
  var next: FilePath { folder.appending("next.db") }

  /// The endings of files that SQLite leaves beside a database.
  static let companions = ["-wal", "-journal", "-shm"]

  static func remove(_ path: FilePath) {
    for suffix in [""] + companions {
      _ = FilePath(bytes: path.bytes + Array(suffix.utf8)).withCString { unlink($0) }
    }
  }

  static func exists(_ path: FilePath) -> Bool { path.withCString { access($0, F_OK) } == 0 }
}

extension FolderSession {
  static let maximumDatabase: Int64 = 4 << 30
  static let newDatabase = DeviceLayout.library + ".new"
  static let oldDatabase = DeviceLayout.library + ".bak"

  var local: LocalDatabase { LocalDatabase(folder: setup.folder) }

  /// Reads the device's database from a copy here, or the whole one of its copies.
  func readDatabase(_ cancellation: PeerCancellation) throws(PeerError) -> DeviceContents {
    try LocalFile.makeFolders(setup.folder, mode: 0o700)
    databaseState = try state(DeviceLayout.library)
    let isThere = databaseState != nil
    hasReadDatabase = true
    isDatabaseWhole = false
    var first: PeerError?
    for name in [DeviceLayout.library, FolderSession.newDatabase, FolderSession.oldDatabase] {
      guard try copyHere(name, cancellation) else { continue }
      do throws(PeerError) {
        var contents = try setup.database.read(local.read)
        isDatabaseWhole = name == DeviceLayout.library
        if !isDatabaseWhole {
          contents.isFromCopy = true
          contents.faults.append(FolderSession.recovery(isThere))
        }
        return contents
      } catch {
        guard case .database = error else { throw error }
        if first == nil { first = error }
      }
    }
    LocalDatabase.remove(local.read)
    guard let first else { return DeviceContents() }
    // A damaged one without a whole copy beside it: the copy of the last sync is here.
    guard LocalDatabase.exists(local.kept) else { throw first }
    do throws(PeerError) {
      var contents = try setup.database.read(local.kept)
      try copy(local.kept, to: local.read)
      contents.isFromCopy = true
      contents.faults.append(
        "the device's database is damaged: the copy of the last sync takes its place")
      return contents
    } catch { throw first }
  }

  private static func recovery(_ isThere: Bool) -> String {
    "the device's database is \(isThere ? "damaged" : "missing"): the copy beside it was read"
  }

  func state(_ name: String) throws(PeerError) -> DatabaseState? {
    let path = DeviceLayout.database.appending(name)
    do throws(SystemFault) {
      guard let status = try root.status(path) else { return nil }
      guard status.st_mode & S_IFMT == S_IFREG else { throw SystemFault(code: EINVAL) }
      return DatabaseState(status)
    } catch { throw reading(path, error.code) }
  }

  /// Copies a database of the device here, with what SQLite left beside it; false where there is
  /// none.
  private func copyHere(
    _ name: String, _ cancellation: PeerCancellation
  ) throws(PeerError) -> Bool {
    LocalDatabase.remove(local.read)
    guard let state = try state(name), state.size > 0 else { return false }
    for suffix in ["", "-wal", "-journal"] {
      let path = DeviceLayout.database.appending(name + suffix)
      let target = FilePath(bytes: local.read.bytes + Array(suffix.utf8))
      try copyHere(path, to: target, cancellation)
    }
    return true
  }

  private func copyHere(
    _ path: FilePath, to target: FilePath, _ cancellation: PeerCancellation
  ) throws(PeerError) {
    let source: Int32
    do throws(SystemFault) {
      source = try root.open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      if error.code == ENOENT { return }
      throw reading(path, error.code)
    }
    defer { FileClosing.close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw reading(path, errno == 0 ? EINVAL : errno)
    }
    guard status.st_size <= FolderSession.maximumDatabase else {
      throw .database("it is larger than \(FolderSession.maximumDatabase >> 30) GiB")
    }
    let file = target.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard file >= 0 else { throw .source(target, code: errno) }
    defer { FileClosing.close(file) }
    var offset: Int64 = 0
    while offset < status.st_size {
      try cancellation.check()
      let copied = tritone_copy_range(
        source, offset, file, offset, Int(min(4 << 20, Int64(status.st_size) - offset)))
      let code = errno
      if copied == TRITONE_COPY_UNREADABLE { throw reading(path, code) }
      guard copied >= 0 else { throw .source(target, code: code) }
      if copied == 0 { break }
      offset += Int64(copied)
    }
  }

  /// Copies a database here, under another name.
  func copy(_ from: FilePath, to: FilePath) throws(PeerError) {
    LocalDatabase.remove(to)
    for suffix in ["", "-wal", "-journal"] {
      let source = FilePath(bytes: from.bytes + Array(suffix.utf8))
      let target = FilePath(bytes: to.bytes + Array(suffix.utf8))
      let old = source.withCString { open($0, O_RDONLY | O_CLOEXEC) }
      guard old >= 0 else {
        if errno == ENOENT { continue }
        throw .source(source, code: errno)
      }
      defer { FileClosing.close(old) }
      let new = target.withCString {
        open($0, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
      guard new >= 0 else { throw .source(target, code: errno) }
      defer { FileClosing.close(new) }
      var offset: Int64 = 0
      while true {
        let copied = tritone_copy_range(old, offset, new, offset, 8 << 20)
        guard copied >= 0 else { throw .source(target, code: errno) }
        if copied == 0 { break }
        offset += Int64(copied)
      }
    }
  }
}
