internal import CLinux
import Glibc
import Music
import Sync

extension FolderSession {
  /// Changes the device's database as a whole, then the M3U files of its playlists.
  ///
  /// The copy here is changed, sent under a name of its own, read back, and renamed; the one before
  /// stays beside it.
  func commit(_ commit: DeviceCommit, _ cancellation: PeerCancellation) throws(PeerError) {
    try begin(commit.syncID)
    try writeOut()
    if !hasReadDatabase {
      // Nothing was read in this run: a sync that ends a cut one.
      _ = try readDatabase(cancellation)
    }
    guard try state(DeviceLayout.library) == databaseState else {
      throw .changed(DeviceLayout.libraryPath)
    }
    let contents = try prepare(commit)
    try checkWriting()
    if isStraight { try sendDatabaseStraight() } else { try sendDatabase() }
    databaseState = try state(DeviceLayout.library)
    try keepDatabase()
    try writeLists(contents, commit)
    try noteCommit(commit.syncID)
    try writeOut()
  }

  /// Makes the database that shall be on the device, and reads it.
  private func prepare(_ commit: DeviceCommit) throws(PeerError) -> DeviceContents {
    LocalDatabase.remove(local.next)
    try copy(local.read, to: local.next)
    try setup.database.apply(commit, to: local.next, device: setup.device)
    for suffix in ["-wal", "-journal"] {
      var status = stat()
      let path = FilePath(bytes: local.next.bytes + Array(suffix.utf8))
      guard path.withCString({ lstat($0, &status) }) != 0 || status.st_size == 0 else {
        throw .database("its journal is not a part of it")
      }
    }
    let contents = try setup.database.read(local.next)
    guard contents.syncID == commit.syncID else {
      throw .database("it does not hold what was written to it")
    }
    return contents
  }

  private func sendDatabase() throws(PeerError) {
    do throws(SystemFault) {
      try writeDatabase(FolderSession.newDatabase)
      let folder = try root.openFolder(DeviceLayout.database)
      defer { FileClosing.close(folder) }
      // A journal of another program would be played back into the new database. It is a part of
      // the copy that was changed, which is whole beside it.
      try FileBytes.sync(folder)
      for suffix in LocalDatabase.companions {
        unlinkat(folder, DeviceLayout.library + suffix, 0)
        unlinkat(folder, FolderSession.oldDatabase + suffix, 0)
      }
      try DurableReplacement.rename(
        in: folder, part: FolderSession.newDatabase, name: DeviceLayout.library,
        // A damaged one never takes the place of the whole one beside it.
        backup: isDatabaseWhole ? FolderSession.oldDatabase : nil)
      isDatabaseWhole = true
    } catch { throw writing(DeviceLayout.libraryPath, error.code) }
  }

  /// Where renames do not replace: the new one is whole under another name before the old one goes.
  private func sendDatabaseStraight() throws(PeerError) {
    do throws(SystemFault) {
      try writeDatabase(FolderSession.newDatabase)
      for suffix in [""] + LocalDatabase.companions {
        let path = DeviceLayout.database.appending(DeviceLayout.library + suffix)
        do throws(SystemFault) { try root.unlink(path) } catch {
          guard error.code == ENOENT else { throw error }
        }
      }
      try writeDatabase(DeviceLayout.library)
      try root.unlink(DeviceLayout.database.appending(FolderSession.newDatabase))
    } catch { throw writing(DeviceLayout.libraryPath, error.code) }
  }

  /// Writes the new database under a name, and compares what is there then.
  private func writeDatabase(_ name: String) throws(SystemFault) {
    let source = local.next.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard source >= 0 else { throw SystemFault(code: errno) }
    defer { FileClosing.close(source) }
    let path = DeviceLayout.database.appending(name)
    do throws(SystemFault) { try root.unlink(path) } catch {
      guard error.code == ENOENT else { throw error }
    }
    let file = try root.open(path, O_RDWR | O_CREAT | O_EXCL)
    do throws(SystemFault) {
      var offset: Int64 = 0
      while true {
        let copied = tritone_copy_range(source, offset, file, offset, 4 << 20)
        guard copied >= 0 else { throw SystemFault(code: errno) }
        if copied == 0 { break }
        offset += Int64(copied)
      }
      if !isStraight { try FileBytes.sync(file) }
    } catch {
      FileClosing.close(file)
      // A full device keeps its old database, and gets its room back.
      try? root.unlink(path)
      throw error
    }
    try FileBytes.finish(file)
    guard try isEqual(source, path) else {
      try? root.unlink(path)
      throw SystemFault(code: EIO)
    }
  }

  private func isEqual(_ source: Int32, _ path: FilePath) throws(SystemFault) -> Bool {
    let file = try root.open(path, O_RDONLY | O_NONBLOCK)
    defer { FileClosing.close(file) }
    // Read back from the disk, not from memory, where the system allows it.
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
    var offset: Int64 = 0
    while true {
      let ours = try FileBytes.read(source, at: offset, count: 1 << 20)
      guard try FileBytes.read(file, at: offset, count: 1 << 20) == ours else { return false }
      if ours.isEmpty { return true }
      offset += Int64(ours.count)
    }
  }

  /// Keeps the database as the device has it now.
  private func keepDatabase() throws(PeerError) {
    let (next, kept) = (local.next, local.kept)
    LocalDatabase.remove(local.read)
    try copy(next, to: local.read)
    let code = next.withCString { from in
      kept.withCString { to in rename(from, to) == 0 ? 0 : errno }
    }
    guard code == 0 else { throw .source(kept, code: code) }
    LocalFile.syncFolder(of: kept)
    LocalDatabase.remove(next)
  }
}
