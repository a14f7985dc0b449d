internal import GRDB
internal import Music

// Merging of two tracks, and the meaning of their ids afterwards.
extension Database {
  /// The current id of a track: another one after a merge.
  ///
  /// Ids from outside pass through here before use.
  func current(_ track: TrackID) throws -> Int64 { try current([track])[0] }

  /// The current ids of several tracks, in their order.
  func current(_ tracks: [TrackID]) throws -> [Int64] {
    var survivors: [Int64: Int64] = [:]
    try inPaddedSlices(tracks.map(\.rawValue)) { slice in
      let rows = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT track, survivor FROM merged_tracks
            WHERE track IN \(Database.marks(slice.count))
            """), arguments: StatementArguments(slice))
      while let row = try rows.next() { try survivors[row.value(0)] = row.value(1) }
    }
    return tracks.map { survivors[$0.rawValue] ?? $0.rawValue }
  }

  /// The current ids of a set, each once.
  func current(_ tracks: Set<TrackID>) throws -> [Int64] {
    Set(try current(Array(tracks))).sorted()
  }

  /// The track whose marks take precedence where both have some.
  enum Precedence { case survivor, lost }

  /// Moves everything that belongs to a track to another one and deletes it; its id leads to the
  /// survivor from then on.
  ///
  /// `UndoTable.all` is the list of tables of a track. An analysis goes along where the audio is
  /// the same.
  ///
  /// - Parameter beforeRemoval: called when only the row itself is left.
  func handOver(
    _ lost: Int64, to survivor: Int64, precedence: Precedence,
    beforeRemoval: () throws -> Void = {}
  ) throws {
    for table in UndoTable.all where table.hasManyOfTrack {
      try execute(
        sql: "UPDATE \(table.name) SET track = ? WHERE track = ?", arguments: [survivor, lost])
    }
    try handOverMarks(of: lost, to: survivor, precedence: precedence)
    try handOverLabels(of: lost, to: survivor, precedence: precedence)
    try execute(
      sql: """
        UPDATE tracks SET added = min(added, (SELECT added FROM tracks WHERE id = ?1)) WHERE id = ?2
        """, arguments: [lost, survivor])
    try beforeRemoval()
    try handOverAnalysis(of: lost, to: survivor)
    try execute(
      sql: "UPDATE merged_tracks SET survivor = ? WHERE survivor = ?", arguments: [survivor, lost])
    try execute(sql: "DELETE FROM tracks WHERE id = ?", arguments: [lost])
    // Last, so that undo reverses it first: it leads entries from the one to the other.
    try execute(
      sql: "INSERT OR REPLACE INTO merged_tracks VALUES (?, ?)", arguments: [lost, survivor])
  }

  private func handOverMarks(of lost: Int64, to survivor: Int64, precedence: Precedence)
    throws
  {
    let hasMarks = try Bool.fetchOne(
      self, sql: "SELECT EXISTS (SELECT 1 FROM marks WHERE track = ?)", arguments: [lost])
    guard hasMarks == true else { return }
    try makeMarks(of: survivor)
    // `a` takes precedence over `b`.
    let (a, b) = precedence == .survivor ? ("marks", "o") : ("o", "marks")
    try execute(
      sql: """
        UPDATE marks SET
          plays = min(marks.plays, ?3) + min(o.plays, ?3),
          last_played = nullif(max(coalesce(marks.last_played, 0), coalesce(o.last_played, 0)), 0),
          rating = iif(\(a).rating = 0, \(b).rating, \(a).rating),
          reaction = max(marks.reaction, o.reaction), color = coalesce(\(a).color, \(b).color),
          notes = CASE WHEN \(a).notes IN ('', \(b).notes) THEN \(b).notes WHEN \(b).notes = ''
            THEN \(a).notes ELSE \(a).notes || ' · ' || \(b).notes END,
          set_bpm = coalesce(\(a).set_bpm, \(b).set_bpm),
          set_key = coalesce(\(a).set_key, \(b).set_key),
          shifts_grid = max(marks.shifts_grid, iif(
            (SELECT l.fingerprint = s.fingerprint OR l.size = s.size AND l.modified = s.modified
             FROM tracks l, tracks s WHERE l.id = ?1 AND s.id = ?2), o.shifts_grid, 0))
        FROM (SELECT * FROM marks WHERE track = ?1) AS o WHERE marks.track = ?2
        """, arguments: [lost, survivor, Database.lastNumber >> 1])
  }
}
