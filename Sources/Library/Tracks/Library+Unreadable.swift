import Glibc
internal import GRDB
internal import Media
package import Music
internal import Threads

extension Library {
  /// Unreadable audio files at or below some paths, or of the whole library, with reasons: by
  /// folder, then by name. Deleted files are left out.
  ///
  /// Files that are no tracks are read again, since only the files show their faults.
  /// - Parameter limit: the maximum number.
  package func unreadableFiles(
    below paths: [FilePath] = [], atMost limit: Int = .max
  ) async throws(LibraryError) -> [UnreadableFile] {
    let known = try await read { db in
      let rejects = try db.rejects().map { (path: $0, fault: String?.none) }
      let tracks = try Row.fetchAll(
        db,
        sql: """
          SELECT path, fault FROM tracks WHERE fault IS NOT NULL AND missing = 0 AND source <> 2
          """
      ).map { row in
        (path: try TrackRow.path(row, 0), fault: String.fromDatabaseValue(row[1]))
      }
      return (rejects + tracks.inFolderOrder { $0.path }).filter { file, _ in
        paths.isEmpty || paths.contains { file.isInside($0) }
      }
    }
    return await withCheckedContinuation { continuation in
      OwnThread.start(named: "unreadable") {
        var files: [UnreadableFile] = []
        for (path, fault) in known where path.withCString({ access($0, F_OK) }) == 0 {
          guard files.count < limit else { break }
          files.append(UnreadableFile(path, reason: fault ?? Library.fault(of: path)))
        }
        continuation.resume(returning: files)
      }
    }
  }

  /// Why a file cannot be read. Blocks on the file system.
  static func fault(of path: FilePath) -> String {
    do throws(MediaError) {
      _ = try TagReader.read(path)
      return "it can be read by now; the next scan takes it"
    } catch {
      return error.reason
    }
  }

  /// Removes a stream from the library that was never played, unless it has been used meanwhile.
  ///
  /// - Returns: whether it is gone.
  package func dropUnheardStream(_ track: TrackID) async throws(LibraryError) -> Bool {
    try await write(changing: .tracks) { db in
      try db.execute(
        sql: """
          DELETE FROM tracks WHERE id = ?1 AND source = 2
            AND NOT EXISTS (SELECT 1 FROM marks WHERE track = ?1)
            AND NOT EXISTS (SELECT 1 FROM entries WHERE track = ?1)
            AND NOT EXISTS (SELECT 1 FROM cues WHERE track = ?1)
            AND NOT EXISTS (SELECT 1 FROM labels WHERE track = ?1 OR primary_track = ?1)
            AND NOT EXISTS (SELECT 1 FROM comments WHERE track = ?1)
          """, arguments: [track.rawValue])
      return db.changesCount > 0
    }
  }
}
