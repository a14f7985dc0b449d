internal import GRDB
package import Music

extension Library {
  /// Notes that the tags of a track's file were written from the library, so that the next scan
  /// takes the file for what it is; no list shows it. A file that had been changed before is left for that scan.
  package func noteWritten(
    _ track: TrackID, before: FileStamp, after: FileStamp
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      // What is heard is the same: the trigger that watches files is told first.
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
