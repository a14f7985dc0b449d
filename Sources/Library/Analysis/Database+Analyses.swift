internal import GRDB
internal import Music

extension AnalysisTask {
  /// To be selected from `tracks t`.
  static let columns = "t.id, t.path, t.awaits, t.duration, t.size, t.modified, t.fingerprint"

  /// Nil for what is no file.
  init?(_ row: Row) throws {
    guard let path = try MediaSource(row, path: 1).file else { return nil }
    try self.init(
      track: TrackID(row.value(0)), path: path,
      parts: AnalysisPart.parts(row.value(2)),
      duration: row.time(3),
      file: FileStamp(size: row.value(4), modified: row.value(5)), fingerprint: row.value(6))
  }
}

extension Database {
  /// The tasks of some tracks in their order, also of those that await nothing; what cannot be
  /// read at present is left out, and what failed unless parts are forced.
  func analysisTasks(of ids: [Int64], forced: Int64) throws -> [AnalysisTask] {
    var found: [Int64: AnalysisTask] = [:]
    try inSlices(ids) { slice in
      let rows = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT \(AnalysisTask.columns) FROM \(TrackRow.source)
            LEFT JOIN analyses a ON a.track = t.id
            WHERE t.id IN \(Database.marks(slice.count)) AND t.missing = 0
              AND NOT (\(TrackRow.isOffline)) \(forced == 0 ? "AND a.fault IS NULL" : "")
            """), arguments: StatementArguments(slice))
      while let row = try rows.next() {
        guard var task = try AnalysisTask(row) else { continue }
        task.parts.formUnion(AnalysisPart.parts(forced))
        found[task.track.rawValue] = task
      }
    }
    var seen: Set<Int64> = []
    return ids.compactMap { seen.insert($0).inserted ? found[$0] : nil }
  }

  /// Keeps what came of a task, unless the file is no longer what was analysed.
  ///
  /// - Returns: The track that it is kept of.
  func keep(_ outcome: AnalysisOutcome, of task: AnalysisTask) throws -> Int64? {
    let track = try current(task.track)
    let row = try Row.fetchOne(
      try cachedStatement(sql: "SELECT fingerprint, size, modified FROM tracks WHERE id = ?"),
      arguments: [track])
    guard let row else { return nil }
    let fingerprint: Int64? = try row.value(0)
    let stamp = try FileStamp(size: row.value(1), modified: row.value(2))
    let isSame =
      if let fingerprint, let analysed = task.fingerprint {
        fingerprint == analysed
      } else {
        stamp == task.file
      }
    guard isSame else { return nil }
    var values: [(column: String, value: DatabaseValue)] = [
      ("fingerprint", fingerprint.databaseValue), ("size", stamp.size.databaseValue),
      ("modified", stamp.modified.databaseValue),
    ]
    switch outcome {
    case .found(let analysis): values += AnalysisRow.values(analysis) + [("fault", .null)]
    // A file that another one took the place of behind our back is tried again.
    case .failed(let reason):
      guard stamp == task.file else { return nil }
      values.append(("fault", String(reason.prefix(500)).databaseValue))
    }
    try execute(
      sql: """
        INSERT INTO analyses (track, \(values.map(\.column).joined(separator: ", ")))
        VALUES \(Database.marks(values.count + 1)) ON CONFLICT (track) DO UPDATE SET
        \(values.map { "\($0.column) = excluded.\($0.column)" }.joined(separator: ", "))
        """, arguments: StatementArguments([track.databaseValue] + values.map(\.value)))
    try setAwaited(outcome, of: track)
    return track
  }

  private func setAwaited(_ outcome: AnalysisOutcome, of track: Int64) throws {
    guard case .found = outcome else {
      return try execute(sql: "UPDATE tracks SET awaits = 0 WHERE id = ?", arguments: [track])
    }
    // What was not looked for this time is awaited as long as its version is not the one of now.
    let left = AnalysisPart.allCases.map { part in
      "(a.\(part.rawValue)_version < \(part.version)) * \(part.bit)"
    }.joined(separator: " + ")
    try execute(
      sql: """
        UPDATE tracks SET awaits = (SELECT \(left) FROM analyses a WHERE a.track = tracks.id)
        WHERE id = ?
        """, arguments: [track])
  }

  /// What was found in the sound of a track that becomes another one, where that has the same
  /// audio and nothing was found in it yet.
  func handOverAnalysis(of lost: Int64, to survivor: Int64) throws {
    let columns = Schema.analysisColumns.map { "a.\($0)" }.joined(separator: ", ")
    try execute(
      sql: """
        INSERT OR IGNORE INTO analyses (track, \(Schema.analysisColumns.joined(separator: ", ")))
        SELECT t.id, \(columns) FROM analyses a JOIN tracks t ON t.id = ?2
        WHERE a.track = ?1 AND a.fault IS NULL
          AND (a.fingerprint = t.fingerprint OR a.size = t.size AND a.modified = t.modified)
        """, arguments: [lost, survivor])
    guard changesCount > 0 else { return }
    try execute(
      sql: """
        UPDATE tracks SET awaits = (SELECT awaits FROM tracks WHERE id = ?1) WHERE id = ?2
        """, arguments: [lost, survivor])
  }

  /// Parts that are found otherwise by now than when it was decided what tracks await.
  func newerParts() throws -> [AnalysisPart] {
    let known = try Row.fetchAll(self, sql: "SELECT part, version FROM analysis_versions")
      .reduce(into: [String: Int]()) { $0[try $1.value(0)] = try $1.value(1) }
    return AnalysisPart.allCases.filter { known[$0.rawValue] ?? 0 < $0.version }
  }

  /// Has looked for again what newer versions find otherwise. What failed stays so until its file
  /// changes.
  func awaitNewerParts() throws {
    for part in try newerParts() {
      try execute(
        sql: """
          UPDATE tracks SET awaits = awaits | \(part.bit) WHERE id IN
            (SELECT track FROM analyses
             WHERE fault IS NULL AND \(part.rawValue)_version < \(part.version))
          """)
      try execute(
        sql: "INSERT OR REPLACE INTO analysis_versions VALUES (?, ?)",
        arguments: [part.rawValue, part.version])
    }
  }
}
