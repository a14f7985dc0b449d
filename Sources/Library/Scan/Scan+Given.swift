internal import GRDB
internal import Music
import Synchronization

/// Single files given to a scan that are not audio.
extension Scan {
  /// Removes from the library the records of files that are no tracks: a file named by mistake
  /// leaves nothing behind, and no later scan returns to it.
  ///
  /// - Parameter areGiven: whether the user named them, and gets the reasons.
  func removeNonTracks(_ targets: [ScanTarget], areGiven: Bool) throws {
    var hasDropped = false
    for target in targets where target.isFile {
      let path = target.path.data
      let (isTrack, fault) = try library.database.read { db in
        let row = try Row.fetchOne(
          db, sql: "SELECT fault FROM tracks WHERE path = ?", arguments: [path])
        return (row != nil, row.flatMap { String.fromDatabaseValue($0[0]) })
      }
      if areGiven, !isTrack || fault != nil {
        let reason = fault ?? Library.fault(of: target.path)
        progress.refused.append(UnreadableFile(target.path, reason: reason))
      }
      guard !isTrack, target.rootIsFile else { continue }
      try drop(target)
      hasDropped = true
    }
    if hasDropped { library.rootsChanged.withLock { $0 }?() }
  }

  private func drop(_ target: ScanTarget) throws {
    guard let folder = target.path.parent?.data else { return }
    try library.database.write { db in
      try db.execute(
        sql: """
          DELETE FROM rejects WHERE name = ?
            AND folder IN (SELECT id FROM folders WHERE path = ?)
          """, arguments: [FilePath(bytes: target.path.nameBytes).data, folder])
      try db.execute(sql: "DELETE FROM roots WHERE id = ?", arguments: [target.root])
      // A folder that was stored for this file alone.
      try db.execute(
        sql: """
          DELETE FROM folders WHERE path = ?1 AND parent IS NULL
            AND NOT EXISTS (SELECT 1 FROM roots WHERE path = ?1)
            AND NOT EXISTS (SELECT 1 FROM folders below WHERE below.parent = folders.id)
            AND NOT EXISTS (SELECT 1 FROM tracks WHERE folder = folders.id)
            AND NOT EXISTS (SELECT 1 FROM rejects WHERE folder = folders.id)
          """, arguments: [folder])
    }
  }
}
