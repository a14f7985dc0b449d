import FoundationEssentials
internal import GRDB
package import Music

/// Restores a library that nobody has open from one of its backups.
package enum Restoring {
  package struct Outcome: Equatable, Sendable {
    package var backup: Backup
    /// The new path of the old library; nil when there was none.
    package var setAside: FilePath?
  }

  /// Restores a file, or the newest intact backup.
  ///
  /// - Throws: `.damagedAndOpen`, `.locked` when a Tritone has the library open; `.damaged`,
  ///   `.newer`, `.foreign` for a file that is no backup; then nothing was changed.
  package static func restore(_ file: FilePath?, to library: FilePath) throws(LibraryError)
    -> Outcome
  {
    let library = library.withoutLink
    let replacement = Replacement(library: library)
    do {
      if let folder = library.parent {
        let code = PrivateFiles.makeFolders(folder)
        guard code == 0 else { throw DiskFile.failure(code, folder) }
      }
      guard let lock = FolderLock(library.parent ?? FilePath("."), patience: 5) else {
        throw LibraryError.locked(library)
      }
      defer { withExtendedLifetime(lock) {} }
      guard !replacement.isInUse else { throw LibraryError.openElsewhere(library) }
      let backup = try backup(file, replacement)
      // The log is checkpointed into the file, so that each of the two is complete without the
      // other. A damaged library is set aside with its log.
      if DiskFile.exists(library) {
        let queue = try? DatabaseQueue(path: library.text, configuration: .guarded())
        _ = try? queue?.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      }
      let aside = try replacement.carryOut(
        with: backup, now: Date.now.unixSeconds, called: "before-restore", note: { _ in nil })
      return Outcome(backup: backup, setAside: aside)
    } catch {
      throw LibraryError(error, at: library)
    }
  }

  /// Why a file cannot be restored; nil when it can.
  package static func fault(of backup: Backup) -> LibraryError? {
    Replacement.fault(of: backup.path)
  }

  private static func backup(_ file: FilePath?, _ replacement: Replacement) throws -> Backup {
    guard let file else {
      guard let newest = replacement.newestGoodBackup else {
        throw LibraryError.noBackup(BackupFolder(of: replacement.library).path)
      }
      return newest
    }
    if let fault = Replacement.fault(of: file) { throw fault }
    let known = BackupFolder(of: replacement.library).backups.first { $0.path == file }
    return known ?? Backup(path: file, created: 0, size: DiskFile.size(file) ?? 0)
  }
}
