internal import GRDB
internal import Music

extension AnalysisTask {
  /// Columns of a task, from `tracks t` with `pending_analyses p`.
  static let columns = """
    t.id, t.path, coalesce(p.parts, 0), t.duration, t.size, t.modified, t.fingerprint, t.source
    """

  /// - Parameter row: Of a file or of a server's track, whose download is not looked up yet.
  init(_ row: Row) throws {
    let path = try TrackRow.path(row, 1)
    var address: ServerTrackAddress?
    if case .server(let found) = MediaSource(number: try row.value(7), path: path) {
      address = found
    }
    try self.init(
      track: TrackID(row.value(0)), path: path, address: address,
      parts: AnalysisPart.parts(row.value(2)),
      duration: row.time(3),
      file: FileStamp(size: row.value(4), modified: row.value(5)), audioHash: row.value(6))
  }
}

extension Database {
  /// The tasks of some tracks in their order, with those that have none pending; unavailable tracks
  /// are left out, and failed ones unless parts are forced.
  func analysisTasks(of ids: [Int64], forced: Int64) throws -> [AnalysisTask] {
    var found: [Int64: AnalysisTask] = [:]
    try inPaddedSlices(ids) { slice in
      let rows = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT \(AnalysisTask.columns) FROM \(TrackRow.source)
            LEFT JOIN pending_analyses p ON p.track = t.id LEFT JOIN analyses a ON a.track = t.id
            WHERE t.id IN \(Database.marks(slice.count)) AND t.missing = 0 AND t.source <> 2
              AND NOT (\(TrackRow.isOffline)) \(forced == 0 ? "AND a.fault IS NULL" : "")
            """), arguments: StatementArguments(slice))
      while let row = try rows.next() {
        var task = try AnalysisTask(row)
        task.parts.formUnion(AnalysisPart.parts(forced))
        found[task.track.rawValue] = task
      }
    }
    var seen: Set<Int64> = []
    return ids.compactMap { seen.insert($0).inserted ? found[$0] : nil }
  }

  /// Stores the outcome of a task, unless the file has changed since it was analysed.
  ///
  /// - Returns: The track it is stored for.
  func keep(_ outcome: AnalysisOutcome, of task: AnalysisTask) throws -> Int64? {
    let track = try current(task.track)
    let row = try Row.fetchOne(
      try cachedStatement(sql: "SELECT fingerprint, size, modified FROM tracks WHERE id = ?"),
      arguments: [track])
    guard let row else { return nil }
    let audioHash: Int64? = try row.value(0)
    let stamp = try FileStamp(size: row.value(1), modified: row.value(2))
    let isSame =
      if let audioHash, let analysed = task.audioHash {
        audioHash == analysed
      } else {
        stamp == task.file
      }
    guard isSame else { return nil }
    var values: [(column: String, value: DatabaseValue)] = [
      ("fingerprint", audioHash.databaseValue), ("size", stamp.size.databaseValue),
      ("modified", stamp.modified.databaseValue),
    ]
    switch outcome {
    case .found(let analysis): values += AnalysisRow.values(analysis) + [("fault", .null)]
    // A file that was replaced without a scan is tried again.
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
    try awaitMissingParts(of: track)
    return track
  }

  /// Marks parts as pending that an analysed track lacks or has of an older version; none of a
  /// failed one.
  func awaitMissingParts(of track: Int64) throws {
    let parts = AnalysisPart.allCases.map { part in
      "(a.\(part.rawValue)_version < \(part.version)) * \(part.bit)"
    }.joined(separator: " + ")
    try cachedStatement(sql: "DELETE FROM pending_analyses WHERE track = ?")
      .execute(arguments: [track])
    try cachedStatement(
      sql: """
        INSERT INTO pending_analyses (track, added, parts)
        SELECT t.id, t.added, \(parts) FROM analyses a JOIN tracks t ON t.id = a.track
        WHERE a.track = ? AND t.source <> 2 AND a.fault IS NULL AND \(parts) <> 0
        """
    ).execute(arguments: [track])
  }

  /// Hands the analysis of a track on to the one it merges into, where that has the same audio and
  /// no analysis yet.
  func handOverAnalysis(of lost: Int64, to survivor: Int64) throws {
    let columns = Schema.analysisColumns.map { "a.\($0)" }.joined(separator: ", ")
    try execute(
      sql: """
        INSERT OR IGNORE INTO analyses (track, \(Schema.analysisColumns.joined(separator: ", ")))
        SELECT t.id, \(columns) FROM analyses a JOIN tracks t ON t.id = ?2
        WHERE a.track = ?1 AND a.fault IS NULL
          AND (a.fingerprint = t.fingerprint OR a.size = t.size AND a.modified = t.modified)
        """, arguments: [lost, survivor])
    if changesCount > 0 { try awaitMissingParts(of: survivor) }
  }

  /// Parts whose analysis version is newer than when pending parts were last decided.
  func newerParts() throws -> [AnalysisPart] {
    let known = try Row.fetchAll(self, sql: "SELECT part, version FROM analysis_versions")
      .reduce(into: [String: Int]()) { $0[try $1.value(0)] = try $1.value(1) }
    return AnalysisPart.allCases.filter { known[$0.rawValue] ?? 0 < $0.version }
  }

  /// Marks parts with a newer analysis version as pending. Failed tracks stay failed until their
  /// file changes.
  func awaitNewerParts() throws {
    for part in try newerParts() {
      try execute(
        sql: """
          INSERT INTO pending_analyses (track, added, parts)
          SELECT t.id, t.added, \(part.bit) FROM analyses a JOIN tracks t ON t.id = a.track
          WHERE t.source <> 2 AND a.fault IS NULL
            AND a.\(part.rawValue)_version < \(part.version)
          ON CONFLICT (track) DO UPDATE SET parts = parts | excluded.parts
          """)
      try execute(
        sql: "INSERT OR REPLACE INTO analysis_versions VALUES (?, ?)",
        arguments: [part.rawValue, part.version])
    }
  }
}
