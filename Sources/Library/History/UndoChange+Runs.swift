internal import GRDB
internal import Music

// Changes of the marks of many tracks, which are applied by a statement for all of them.
extension UndoChange {
  private var isUpdateOfMarks: Bool { table.name == "marks" && operation == .update }

  /// The changes in their order, in runs that set the same marks of a track each.
  static func runs(of changes: [UndoChange]) -> [ArraySlice<UndoChange>] {
    var runs: [ArraySlice<UndoChange>] = []
    var start = changes.startIndex
    var tracks: Set<Int64> = []
    for (index, change) in changes.enumerated() {
      let first = changes[start]
      if index > start, change.isUpdateOfMarks, first.isUpdateOfMarks,
        change.values.map(\.column) == first.values.map(\.column),
        tracks.insert(change.row).inserted
      {
        continue
      }
      if index > start { runs.append(changes[start..<index]) }
      (start, tracks) = (index, [change.row])
    }
    if start < changes.endIndex { runs.append(changes[start...]) }
    return runs
  }

  /// Applies a run of changes; false where none of the rows exists.
  static func apply(
    _ run: ArraySlice<UndoChange>, _ context: inout Context, _ db: Database
  ) throws -> Bool {
    // Marks of tracks that were merged are led to one another, one by one.
    guard run.count > 1, try !areMerged(run, db) else {
      return try run.reduce(false) { try $1.apply(&context, db) || $0 }
    }
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO marks (track)
        SELECT id FROM tracks WHERE id IN \(Database.marks(run.count))
        """, arguments: StatementArguments(run.map(\.row)))
    let columns = run.first?.values.map(\.column) ?? []
    let settings = columns.enumerated().map { "\"\($1)\" = new.column\($0 + 2)" }
    let rows = Array(repeating: Database.marks(columns.count + 1), count: run.count)
    try db.execute(
      sql: """
        UPDATE marks SET \(settings.joined(separator: ", "))
        FROM (VALUES \(rows.joined(separator: ", "))) AS new WHERE marks.track = new.column1
        """,
      arguments: StatementArguments(
        run.flatMap { [$0.row.databaseValue] + $0.values.map(\.value) }))
    return db.changesCount > 0
  }

  private static func areMerged(_ run: ArraySlice<UndoChange>, _ db: Database) throws -> Bool {
    let tracks = run.map(\.row)
    return try db.current(tracks.map { TrackID($0) }) != tracks
  }
}
