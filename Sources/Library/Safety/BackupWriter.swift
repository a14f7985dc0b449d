import Glibc
internal import GRDB
internal import Music

/// Copies an open library into its folder of backups, with SQLite's online backup.
///
/// Writers are not held up: the copy is a snapshot of the start. It is written under another name,
/// checked, synced and only then given its name.
struct BackupWriter {
  let source: LibraryDatabase
  let folder: BackupFolder
  /// Copies in small steps with pauses, for the background.
  var isGentle = false

  /// Pages of 4 KiB.
  private var pagesPerStep: CInt { isGentle ? 256 : 2_048 }

  /// - Parameter progress: called after each step.
  func write(now: Int64, progress: @escaping () -> Void = {}) throws(LibraryError) -> Backup {
    do {
      return try writeLocked(now: now, progress: progress)
    } catch {
      throw LibraryError.backupFailed(LibraryError(error, at: folder.path))
    }
  }

  private func writeLocked(now: Int64, progress: @escaping () -> Void) throws -> Backup {
    try DiskFile.makeFolder(folder.path)
    guard let lock = FolderLock(folder.path) else { throw LibraryError.locked(folder.path) }
    defer { withExtendedLifetime(lock) {} }
    let part = folder.part
    for name in DatabaseFiles(part).all { DiskFile.remove(name) }
    do {
      try requireSpace()
      try copy(to: part, progress: progress)
      let backup = folder.file(now)
      try DiskFile.sync(part)
      try DiskFile.rename(part, to: backup)
      try DiskFile.sync(folder.path)
      folder.rotate()
      return Backup(path: backup, created: now, size: DiskFile.size(backup) ?? 0)
    } catch {
      for name in DatabaseFiles(part).all { DiskFile.remove(name) }
      throw error
    }
  }

  /// A backup that fills the disk would leave no space for the user's next edits.
  private func requireSpace() throws {
    let needed = try source.read { db in
      let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      return pages * (try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096)
    }
    guard let free = DiskFile.freeBytes(at: folder.path) else { return }
    guard free > needed + needed / 8 + (1 << 20) else { throw LibraryError.diskFull(folder.path) }
  }

  private func copy(to part: FilePath, progress: @escaping () -> Void) throws {
    let configuration = Configuration.guarded { db in
      // Nobody reads the file before it is complete, and it is synced at the end.
      try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
    }
    PrivateFiles.make(part)
    let target = try DatabaseQueue(path: part.text, configuration: configuration)
    try source.backup(to: target, pagesPerStep: pagesPerStep) { state in
      progress()
      if isGentle, !state.isCompleted { usleep(4_000) }
    }
    try target.writeWithoutTransaction { db in
      // A single file, which can be copied and opened anywhere.
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    try target.read { try $0.requireGoodLibrary(at: part) }
    try target.close()
  }
}

extension Database {
  /// Throws `.damaged` for anything but an intact library of ours, `.newer` for one of a later
  /// version and `.altered` for one with tables that we did not create.
  func requireGoodLibrary(at path: FilePath) throws {
    let owner = try Int.fetchOne(self, sql: "PRAGMA application_id")
    guard owner == Schema.applicationID else { throw LibraryError.damaged(path) }
    try requireOurTables(at: path)
    guard try String.fetchAll(self, sql: "PRAGMA quick_check(1)") == ["ok"] else {
      throw LibraryError.damaged(path)
    }
  }
}
