internal import GRDB
package import Music

extension Library {
  /// Removes missing tracks from the library, with their entries and cues, as one step that can be
  /// undone.
  ///
  /// - Parameter tracks: those to check, offline ones included; nil for all of the library whose
  ///   roots are online.
  /// - Returns: how many were removed, and whether the history stores what restores them.
  package func forgetMissing(_ tracks: [TrackID]? = nil)
    async throws(LibraryError) -> (count: Int, isUndoable: Bool)
  {
    let name: @Sendable (Int) -> String = { count in
      "forgot " + count.counted("missing track", one: "a", .plain)
    }
    let (count, isUndoable) = try await largeEdit(changing: .lists, name: name) { db in
      let isGone = "t.missing <> 0 AND NOT (\(TrackRow.isOffline))"
      var gone: [Int64] = []
      if let tracks {
        try db.inSlices(try db.current(Set(tracks))) { slice in
          gone += try Int64.fetchAll(
            db,
            sql: """
              SELECT t.id FROM \(TrackRow.source)
              WHERE t.id IN \(Database.marks(slice.count)) AND (t.missing <> 0 OR \(TrackRow.isOffline))
              """, arguments: StatementArguments(slice))
        }
      } else {
        gone = try Int64.fetchAll(db, sql: "SELECT t.id FROM \(TrackRow.source) WHERE \(isGone)")
      }
      let removal = try db.cachedStatement(sql: "DELETE FROM tracks WHERE id = ?")
      for track in gone { try removal.execute(arguments: [track]) }
      return gone.count
    }
    return (count, isUndoable)
  }

  /// The number of tracks that `forgetMissing` would remove.
  package var missingCount: Int {
    get async throws(LibraryError) {
      try await read { db in
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM \(TrackRow.source)
            WHERE t.missing <> 0 AND NOT (\(TrackRow.isOffline))
            """) ?? 0
      }
    }
  }

  /// The root of a track that is absent at this moment, whatever was known before; nil when it is
  /// present, or the track has none.
  package func absentRoot(of track: TrackID) async throws(LibraryError) -> FilePath? {
    let found = try await read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT t.path, t.root, r.path, \(TrackRow.isOffline) FROM \(TrackRow.source)
          WHERE t.id = ?
          """, arguments: [try db.current(track)]
      ).map { row -> (path: FilePath, root: Int64?, rootPath: FilePath?, isOffline: Bool) in
        (
          try TrackRow.path(row, 0), try row.value(1),
          row.hasNull(atIndex: 2) ? nil : try TrackRow.path(row, 2), try row.value(3)
        )
      }
    }
    guard let found, let rootPath = found.rootPath, FileAvailability.isAbsent(found.path) else {
      return nil
    }
    if found.isOffline { return rootPath }
    var presence = try await read { try FileAvailability($0) }
    return presence.isGone(found.path, root: found.root) ? nil : rootPath
  }
}
