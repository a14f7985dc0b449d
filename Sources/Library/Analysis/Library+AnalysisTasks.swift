internal import Dispatch
internal import GRDB
package import Music

// Pending analyses.
extension Library {
  /// Tracks to be analysed: some first, whether or not they are pending, then the others, latest
  /// added first.
  ///
  /// Missing and offline tracks are left out, and so are streams, tracks of servers that are not on
  /// this disk, and failed files that have not changed.
  ///
  /// - Parameters:
  ///   - limit: How many at most.
  ///   - first: Playing and next tracks; these are also checked for a stored waveform.
  ///   - skipping: Tracks that are being analysed.
  package func analysisTasks(
    limit: Int, first: [TrackID] = [], skipping: Set<TrackID> = []
  ) async throws(LibraryError) -> [AnalysisTask] {
    let now = try await tasks(of: first.filter { !skipping.contains($0) })
    let taken = skipping.union(now.map(\.track))
    let (tasks, gone) = try await read { db -> ([AnalysisTask], [Int64]) in
      var tasks = Array(now.prefix(limit))
      var gone: [Int64] = []
      guard tasks.count < limit else { return (tasks, gone) }
      let rows = try Row.fetchCursor(
        try db.cachedStatement(
          sql: """
            SELECT \(AnalysisTask.columns)
            FROM pending_analyses p INDEXED BY pending_analyses_by_age
            CROSS JOIN tracks t ON t.id = p.track
            CROSS JOIN folders f ON f.id = t.folder LEFT JOIN roots r ON r.id = t.root
            WHERE t.source <> 2 AND t.missing = 0 AND NOT (\(TrackRow.isOffline))
            ORDER BY p.added DESC
            """))
      while tasks.count < limit, let row = try rows.next() {
        let task = try AnalysisTask(row)
        guard !taken.contains(task.track) else { continue }
        if let located = located(task) {
          tasks.append(located)
        } else {
          gone.append(task.track.rawValue)
        }
      }
      return (tasks, gone)
    }
    try await dropPending(gone)
    return tasks
  }

  /// The tasks of the tracks that a query finds, in path order.
  ///
  /// - Parameter isAgain: Whether known and failed parts are analysed again, too.
  package func analysisTasks(
    matching query: String, isAgain: Bool
  ) async throws(LibraryError) -> [AnalysisTask] {
    try await analysisTasks(of: searchIDs(query), isAgain: isAgain)
  }

  /// The tasks of some tracks, in their order; finished ones are checked for a stored waveform.
  private func tasks(of tracks: [TrackID]) async throws(LibraryError) -> [AnalysisTask] {
    guard !tracks.isEmpty else { return [] }
    let all = try await read { db in
      try db.analysisTasks(of: try db.current(tracks), forced: 0)
    }
    var tasks: [AnalysisTask] = []
    for var task in all.compactMap(located) {
      if try await !hasWaveform(of: task) { task.parts.insert(.waveform) }
      if !task.parts.isEmpty { tasks.append(task) }
    }
    return tasks
  }

  /// The parts of a task that are still pending; nil where another process has done them all, or
  /// the track is unavailable.
  ///
  /// A worker that has claimed the track before asking repeats nobody's work. Waits for the
  /// database on the calling thread.
  package func remaining(of task: AnalysisTask) throws(LibraryError) -> AnalysisTask? {
    do {
      let known = try database.read { db in
        try db.analysisTasks(of: [try db.current(task.track)], forced: 0).first
      }
      guard var left = known.flatMap(located) else { return nil }
      left.track = task.track
      left.parts.formIntersection(task.parts)
      if task.parts.contains(.waveform), !left.parts.contains(.waveform),
        try !waveforms.queue.sync(execute: { try waveforms.has(WaveformStore.Key(left)) })
      {
        left.parts.insert(.waveform)
      }
      return left.parts.isEmpty ? nil : left
    } catch {
      throw failure(error)
    }
  }

  /// The numbers of analysed, pending and failed tracks.
  package func analysisCounts() async throws(LibraryError) -> AnalysisProgress {
    try await read { db in
      let offline =
        try Bool.fetchOne(
          db,
          sql: """
            SELECT EXISTS (SELECT 1 FROM roots WHERE offline)
              OR EXISTS (SELECT 1 FROM folders WHERE offline)
            """) ?? false
      func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
      let waiting =
        offline
        ? try count(
          """
          SELECT count(*) FROM pending_analyses p CROSS JOIN tracks t ON t.id = p.track
          CROSS JOIN folders f ON f.id = t.folder LEFT JOIN roots r ON r.id = t.root
          WHERE t.missing = 0 AND NOT (\(TrackRow.isOffline))
          """) : try count(Database.waitingForAnalysis)
      return AnalysisProgress(
        done: try count("SELECT count(*) FROM analyses"), waiting: waiting,
        failed: try count("SELECT count(*) FROM analyses WHERE fault IS NOT NULL"))
    }
  }
}

extension Database {
  /// Counts pending tracks that are not missing, as a query on indices alone.
  static let waitingForAnalysis = """
    SELECT (SELECT count(*) FROM pending_analyses)
      - (SELECT count(*) FROM tracks t INDEXED BY tracks_missing
         CROSS JOIN pending_analyses p ON p.track = t.id WHERE t.missing <> 0)
    """
}
