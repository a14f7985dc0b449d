import FoundationEssentials
import Glibc
internal import GRDB
internal import Music
internal import Threads

extension Library {
  /// The setting of the last recovery, until it was shown.
  static let recoveryKey = "recovery"

  /// The last recovery of a damaged library, until it is dismissed.
  package func recovery() async throws(LibraryError) -> Recovery? {
    guard let text = try await setting(Library.recoveryKey) else { return nil }
    // An unreadable record has nothing to show.
    return try? JSONDecoder().decode(Recovery.self, from: Data(text.utf8))
  }

  package func dismissRecovery() async throws(LibraryError) {
    try await setSetting(Library.recoveryKey, nil)
  }

  package var backupFolder: BackupFolder { BackupFolder(of: path) }

  /// Makes a backup now, on a thread of its own.
  ///
  /// - Parameter isGentle: slowly and at the lowest priority, so that nothing else notices it.
  /// - Throws: `.backupFailed`; no older backup is lost by it.
  package func backUp(isGentle: Bool = false) async throws(LibraryError) -> Backup {
    // Rebuilding the catalog takes the disk, both processors and most of the memory.
    if isGentle { await catalog.ready() }
    let writer = BackupWriter(source: database, folder: backupFolder, isGentle: isGentle)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Backup, LibraryError>, Never>) in
      OwnThread.start(named: "backup") {
        // For this thread alone, which ends with the backup. A failure makes it only less gentle.
        if isGentle { setpriority(Int32(PRIO_PROCESS.rawValue), 0, 19) }
        let result: Result<Backup, LibraryError>
        do throws(LibraryError) {
          result = .success(try writer.write(now: Date.now.unixSeconds))
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    if case .failure(.backupFailed(.damaged)) = result { suspect() }
    return try result.get()
  }

  /// Seconds until the next daily backup; 0 when it is due. An empty library needs none.
  package func timeToNextBackup() async throws(LibraryError) -> Int64 {
    let hasContent = try await read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM tracks) OR EXISTS (SELECT 1 FROM playlists)
            OR EXISTS (SELECT 1 FROM roots)
          """) ?? false
    }
    guard hasContent else { return BackupFolder.interval }
    guard let newest = backupFolder.backups.first else { return 0 }
    let due = newest.created + BackupFolder.interval - Date.now.unixSeconds
    // A backup from the future was created while the clock was wrong.
    return due > BackupFolder.interval ? 0 : max(0, due)
  }

  /// Notes that the file may be damaged: the next start checks all of it.
  func suspect() {
    DatabaseFiles(path).suspect()
  }

  /// Maps an error of GRDB to the user's terms, for this open library.
  func failure(_ error: any Error) -> LibraryError {
    let found = LibraryError(error, at: path)
    guard case .damaged = found, !path.bytes.isEmpty else { return found }
    suspect()
    return .damagedInUse(path)
  }
}
