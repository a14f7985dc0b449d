internal import CSQLite
internal import GRDB

extension Database {
  /// Inserts tracks of files without the triggers of inserted tracks, which take as long as a third
  /// of the insertion, and does the work of those once for all tracks: `tracks_to_analyse` here.
  /// `tracks_brought_back` is for steps of the history.
  ///
  /// - Parameter insertion: returns the range of the tracks' ids.
  func insertingTracks(_ insertion: () throws -> Range<Int64>) throws {
    setTriggers(areOn: false)
    defer { setTriggers(areOn: true) }
    let ids = try insertion()
    try cachedStatement(
      sql: """
        INSERT OR REPLACE INTO pending_analyses
        SELECT id, added, -1 FROM tracks WHERE id >= ? AND id < ?
        """
    ).execute(arguments: [ids.lowerBound, ids.upperBound])
  }

  private func setTriggers(areOn: Bool) {
    let code = sqliteConnection.map {
      tritone_sqlite_set_triggers(UnsafeMutableRawPointer($0), areOn ? 1 : 0)
    }
    precondition(code == 0, "SQLite knows no triggers")
  }
}
