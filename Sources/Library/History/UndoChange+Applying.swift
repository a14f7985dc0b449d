internal import GRDB
internal import Music

extension UndoChange {
  /// The context for applying the changes of one step.
  struct Context {
    let step: Int64
    /// Tracks that the step merges into others.
    let merged: Set<Int64>
    /// Restored tracks whose files were found again as tracks of other ids.
    var found: [(track: Int64, other: Int64)] = []
    /// Tracks that the step would remove, and whose files exist by now: they stay with everything
    /// that belongs to them.
    var kept: Set<Int64> = []

    init(step: Int64, isRedo: Bool, _ db: Database) throws {
      self.step = step
      merged = Set(
        try Int64.fetchAll(
          db,
          sql: """
            SELECT row FROM undo_changes
            WHERE step = ? AND target = 'merged_tracks' AND operation = 'insert'
            """, arguments: [step]))
      guard isRedo else { return }
      let leaving = try Int64.fetchAll(
        db,
        sql: """
          SELECT row FROM undo_changes
          WHERE step = ? AND target = 'tracks' AND operation = 'delete'
          """, arguments: [step])
      let named = try Set(Int64.fetchAll(db, sql: Self.namedLater, arguments: [step]))
      kept = Set(
        try leaving.filter {
          try !merged.contains($0) && (named.contains($0) || UndoChange.isFound(track: $0, db))
        })
      // Some have been merged into others since, which the step does not remove.
      let others = Set(leaving.filter { !merged.contains($0) }.map { TrackID($0) })
      let current: [Int64] = try db.current(others)
      kept.formUnion(Set(current).subtracting(leaving))
    }

    /// Tracks to be removed that later steps name by ids since merged into them: without them those
    /// steps could not be redone.
    private static let namedLater = """
      SELECT DISTINCT m.survivor FROM merged_tracks m
      JOIN undo_changes d ON d.step = ?1 AND d.target = 'tracks' AND d.operation = 'delete'
        AND d.row = m.survivor
      WHERE m.track IN (
        SELECT row FROM undo_changes WHERE step > ?1 AND target IN ('tracks', 'marks', 'analyses', 'labels')
        UNION
        SELECT v.value FROM undo_values v JOIN undo_changes c ON c.id = v.change
        WHERE c.step > ?1 AND v.field IN ('track', 'survivor', 'primary_track'))
      """
  }

  /// Applies the change; false where the row no longer exists.
  func apply(_ context: inout Context, _ db: Database) throws -> Bool {
    switch (operation, table.name) {
    case (.insert, "tracks"): try insertTrack(&context, db)
    case (.insert, "plays"):
      // The id of a play means nothing but the order.
      let isTaken = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM plays WHERE id = ?)", arguments: [row])
      try insert(db, numbered: isTaken != true)
    case (.insert, "analyses"): try insertAnalysis(db)
    case (.insert, _): try insert(db)
    case (.update, "roots"): return try updateRoot(db)
    case (.update, _):
      if table.isSparse { try db.makeRow(of: try db.current(TrackID(row)), in: table.name) }
      let columns = values.map { "\"\($0.column)\" = ?" }.joined(separator: ", ")
      try run(
        "UPDATE \(table.name) SET \(columns) WHERE \(table.key) = ?", try currentValues(db), db)
      let isThere = db.changesCount > 0
      if table.name == "labels" { try db.joinVariations(of: try db.current(TrackID(row))) }
      return isThere
    case (.delete, "tracks"):
      // A missing track that has been found since it was created or restored.
      if try context.kept.contains(row) || UndoChange.isFound(track: row, db) {
        if context.merged.contains(row) { throw HistoryFault.conflict }
        return true
      }
      try run("DELETE FROM tracks WHERE id = ?", [], db)
      return db.changesCount > 0
    case (.delete, _):
      if !context.kept.isEmpty, try isKept(context, db) { return true }
      try run("DELETE FROM \(table.name) WHERE \(table.key) = ?", [], db)
      return db.changesCount > 0
    case (.count, _):
      try db.makeMarks(of: try db.current(TrackID(row)))
      try run(
        """
        UPDATE marks SET last_played = CASE WHEN last_played IS ? THEN ? ELSE last_played END,
          plays = max(0, plays - ?) WHERE track = ?
        """, values.map(\.value), db)
      return db.changesCount > 0
    }
    return true
  }

  /// The values, with track ids led to today's. Those of entries, cues and comments are led by
  /// their tables' triggers.
  private func currentValues(_ db: Database) throws -> [DatabaseValue] {
    try values.map { column, value in
      let isTrack =
        table.name == "plays" && column == "track"
        || ["survivor", "primary_track"].contains(column)
      guard isTrack,
        let track = Int64.fromDatabaseValue(value)
      else { return value }
      let current = try db.current(TrackID(track))
      guard column == "primary_track" else { return current.databaseValue }
      // Tracks that merged since may be variations of others, or the same.
      let primary = try db.primary(of: current) ?? current
      return try primary == db.current(TrackID(row)) ? .null : primary.databaseValue
    }
  }

  private func insert(_ db: Database, numbered: Bool = true, verb: String = "INSERT") throws {
    let columns = (values.map(\.column) + (numbered ? [table.key] : [])).map { "\"\($0)\"" }
    let sql =
      "\(verb) INTO \(table.name) (\(columns.joined(separator: ", "))) "
      + "VALUES \(Database.marks(columns.count))"
    let arguments = try currentValues(db) + (numbered ? [row.databaseValue] : [])
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }

  /// Runs a statement of ours with values, and the row's id as the last one.
  private func run(_ sql: String, _ values: [DatabaseValue], _ db: Database) throws {
    let isOfTrack = table.name == "tracks" || table.isSparse
    let row = isOfTrack && operation != .delete ? try db.current(TrackID(row)) : row
    try db.cachedStatement(sql: sql)
      .execute(arguments: StatementArguments(values + [row.databaseValue]))
  }

  private func value(_ column: String) -> DatabaseValue? {
    values.first { $0.column == column }?.value
  }

  // MARK: Tracks

  /// Restores a track. Where its file has become a track of another id, the restored one has a
  /// placeholder path until `joinFound` merges the two.
  private func insertTrack(_ context: inout Context, _ db: Database) throws {
    let there = try Int64.fetchOne(
      try db.cachedStatement(sql: "SELECT id FROM tracks WHERE path = ? AND source = ?"),
      arguments: [value("path"), value("source")])
    guard let there else { return try insert(db) }
    var track = self
    track.values.removeAll { $0.column == "path" }
    // No file has a path with a zero byte.
    let free = FilePath(bytes: [0] + Array("\(row)".utf8)).data
    track.values.append(("path", free.databaseValue))
    try track.insert(db)
    context.found.append((row, there))
  }

  /// Merges restored tracks with those as which their files were found again, with the plays and
  /// marks of both; that is no part of the step.
  static func joinFound(_ context: Context, _ db: Database) throws {
    guard !context.found.isEmpty else { return }
    try ChangeLog.whileClosed(context.step, db) {
      let isThere = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM tracks WHERE id = ?)")
      for (track, other) in context.found {
        guard try Bool.fetchOne(isThere, arguments: [other]) == true else {
          throw HistoryFault.conflict
        }
        // Facts about the file are the latest found.
        try db.merge(other, into: track, takesPosition: true)
      }
    }
  }

  /// Whether the track exists, and its file.
  private static func isFound(track: Int64, _ db: Database) throws -> Bool {
    // A stream exists as soon as it is named, and no scan finds it.
    try Bool.fetchOne(
      try db.cachedStatement(sql: "SELECT source = 1 AND NOT missing FROM tracks WHERE id = ?"),
      arguments: [track]) ?? false
  }

  /// Whether the row belongs to a track that stays.
  private func isKept(_ context: Context, _ db: Database) throws -> Bool {
    guard let column = table.track else { return false }
    let track = try Int64.fetchOne(
      try db.cachedStatement(
        sql: "SELECT \(column) FROM \(table.name) WHERE \(table.key) = ?"), arguments: [row])
    return track.map(context.kept.contains) ?? false
  }

  /// A restored analysis replaces one saved since.
  private func insertAnalysis(_ db: Database) throws {
    try insert(db, verb: "INSERT OR REPLACE")
    try db.awaitMissingParts(of: row)
  }

  // MARK: Roots

  /// Removes or restores a root. One that is in the wanted state already, since it was added again,
  /// is no part of the step any more: later steps are about what was found in it.
  private func updateRoot(_ db: Database) throws -> Bool {
    guard let value = value("removed"), let number = Int64.fromDatabaseValue(value) else {
      throw HistoryFault.unreadable
    }
    let (isRemoved, known) = (
      number != 0,
      try Bool.fetchOne(db, sql: "SELECT removed FROM roots WHERE id = ?", arguments: [row])
    )
    guard let known else { return false }
    if known == isRemoved { return true }
    if isRemoved { try db.leaveToOtherRoots(tracksOf: row) }
    try run("UPDATE roots SET removed = ? WHERE id = ?", [isRemoved.databaseValue], db)
    return true
  }
}
