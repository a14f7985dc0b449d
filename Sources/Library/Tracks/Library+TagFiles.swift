internal import GRDB
package import Music

extension Library {
  /// Records that the library wrote the tags of a track's file, so that the next scan takes the
  /// file as unchanged; no list is notified. A file changed before is left for that scan.
  package func noteWritten(
    _ track: TrackID, before: FileStamp, after: FileStamp
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      // The audio is unchanged: without its new stamp first the trigger would delete the analysis.
      try db.execute(
        sql: """
          UPDATE analyses SET size = ?, modified = ? WHERE track = ? AND size = ? AND modified = ?
          """,
        arguments: [after.size, after.modified, track.rawValue, before.size, before.modified])
      try db.execute(
        sql: "UPDATE tracks SET size = ?, modified = ? WHERE id = ? AND size = ? AND modified = ?",
        arguments: [after.size, after.modified, track.rawValue, before.size, before.modified])
      guard db.changesCount > 0 else { return }
      try db.execute(sql: "UPDATE revision SET change = change + 1")
      try db.execute(
        sql: "UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = ?",
        arguments: [track.rawValue])
    }
  }
}
