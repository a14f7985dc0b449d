import FoundationEssentials
import Glibc
internal import GRDB
internal import Music

/// Replaces a library by another database; the old one is set aside and never deleted.
///
/// At every moment the library's name is that of a complete file: the replacement is built and
/// checked under another name first, and swapped by one rename.
struct Replacement {
  let library: FilePath
  private var files: DatabaseFiles { DatabaseFiles(library) }

  /// The newest backup that can be opened; backups are checked lazily.
  var newestGoodBackup: Backup? {
    BackupFolder(of: library).backups.first { Replacement.fault(of: $0.path) == nil }
  }

  /// Why a file cannot replace the library; nil when it can.
  static func fault(of backup: FilePath) -> LibraryError? {
    do {
      guard DiskFile.size(backup) != nil else {
        let isThere = DiskFile.exists(backup)
        throw LibraryError.cannotOpen(
          backup, reason: isThere ? "it is not a file" : systemText(errno))
      }
      var configuration = Configuration.guarded()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: backup.text, configuration: configuration)
      try queue.read { try $0.requireGoodLibrary(at: backup) }
      return nil
    } catch {
      return LibraryError(error, at: backup)
    }
  }

  /// Replaces the library by a backup, or by a new one; returns the new path of the old one, if
  /// there was one.
  ///
  /// - Parameter note: stored in the new one, for a start that has a screen to show it on.
  func carryOut(
    with backup: Backup?, now: Int64, called word: String,
    note: (FilePath) -> Recovery?
  ) throws -> FilePath? {
    let replacement = files.replacement
    for name in DatabaseFiles(replacement).all { DiskFile.remove(name) }
    defer { for name in DatabaseFiles(replacement).all { DiskFile.remove(name) } }
    let aside = freeName(now, word)
    if let backup { try DiskFile.copy(backup.path, to: replacement) }
    try prepare(replacement, note: note(aside))
    try DiskFile.sync(replacement)
    let hadOne = DiskFile.exists(library)
    let old = DatabaseFiles(aside)
    if hadOne { try DiskFile.name(library, also: aside) }
    // Another file's log would be replayed into this one.
    for (from, to) in zip(files.all, old.all).dropFirst() where DiskFile.exists(from) {
      try DiskFile.rename(from, to: to)
    }
    try DiskFile.rename(replacement, to: library)
    DiskFile.remove(files.suspicion)
    if let folder = library.parent { try DiskFile.sync(folder) }
    return hadOne ? aside : nil
  }

  /// Whether another process has the library open: it would go on writing into the file set aside.
  ///
  /// In WAL mode every connection holds a shared lock on byte 128 of the index beside the database
  /// (sqlite.org/walformat.html, "WAL locks"). Not to be called while this process has it open:
  /// closing a file releases all locks that a process has on it.
  var isInUse: Bool {
    let descriptor = files.sharedMemory.withCString { open($0, O_RDWR | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 128
    lock.l_len = 1
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private func prepare(_ file: FilePath, note: Recovery?) throws {
    let configuration = Configuration.guarded {
      try $0.execute(sql: "PRAGMA journal_mode = MEMORY")
    }
    PrivateFiles.make(file)
    let queue = try DatabaseQueue(path: file.text, configuration: configuration)
    try Schema.migrator.migrate(queue)
    try queue.write { db in
      // A cache of the old library must not be taken for one of this.
      try db.execute(sql: "UPDATE revision SET identity = random(), change = change + 1")
      // Ids given since the backup are on devices, and will be given to other tracks.
      try db.identifyLibrary()
      // The file of the sync folder would count as newer, and undo what was restored.
      try db.execute(
        sql: "DELETE FROM settings WHERE key = ?", arguments: [Library.syncRecordKey])
      guard let note else { return }
      let text = String(decoding: try JSONEncoder().encode(note), as: UTF8.self)
      try db.execute(
        sql: "INSERT OR REPLACE INTO settings VALUES (?, ?)",
        arguments: [Library.recoveryKey, text])
    }
    // As every library has it; a crash while changing it later would leave a journal.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.close()
  }

  private func freeName(_ now: Int64, _ word: String) -> FilePath {
    let stem = "\(library.stem)-\(word)-\(DatedName.text(now))"
    let folder = library.parent ?? FilePath(".")
    for number in 1..<1_000 {
      let name = folder.appending(stem + (number == 1 ? "" : "-\(number)") + ".db")
      if !DatabaseFiles(name).all.contains(where: DiskFile.exists) { return name }
    }
    return folder.appending("\(stem)-\(UUID().uuidString).db")
  }
}
