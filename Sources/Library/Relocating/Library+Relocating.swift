import Dispatch
internal import GRDB
package import Music

extension Library {
  /// Looks for tracks whose files are gone among those that are there: by what is heard of them,
  /// then by name and length, then by artist, title and length, then in the folder to which others
  /// of their folder went.
  ///
  /// Changes nothing. Takes as long as reading all tracks and asking for a few files.
  ///
  /// - Parameters:
  ///   - tracks: those to look for as far as they are missing; nil for all.
  ///   - other: where to look, too; what is found there cannot be relocated to.
  package func relocations(of tracks: [TrackID]? = nil, alsoIn other: Library? = nil)
    async throws(LibraryError) -> RelocationPlan
  {
    let suspects = try await read { db in try db.suspects(tracks) }
    let gone = await onScanQueue {
      var presence = suspects.presence
      return suspects.files.filter { presence.isGone($0.path, root: suspects.roots[$0.id]) }
    }
    var search = RelocationSearch(gone)
    search = try await read { [search] in try search.looking(through: $0) }
    if let other { search = try await other.read { [search] in try search.looking(through: $0) } }
    search = await onScanQueue { [search] in search.withFilesThatAreThere }
    let folders = search.folderMoves
    if !folders.isEmpty {
      search = try await read { [search] in try search.looking(in: folders, $0) }
      if let other {
        search = try await other.read { [search] in try search.looking(in: folders, $0) }
      }
      search = await onScanQueue { [search] in search.withFilesThatAreThere }
    }
    return search.plan(folders)
  }

  /// Makes tracks that are gone those that were found for them, as one step: their entries, cues
  /// and marks, and what was heard of them, go over.
  ///
  /// - Returns: how many there were; what is not as it was when they were found is left out.
  package func relocate(_ moves: [Relocation.Move]) async throws(LibraryError) -> Int {
    let name: @Sendable (Int) -> String = { count in
      count == 1 ? "relocated a track" : "relocated \(count) tracks"
    }
    return try await edit(name: name) { db in
      var count = 0
      for move in moves where try db.relocate(move.from.rawValue, to: move.to.rawValue) {
        count += 1
      }
      guard count > 0 else { return 0 }
      try db.countChange(of: moves.map(\.to.rawValue))
      try db.countRevision(.marks)
      try db.countRevision(.tracks)
      return count
    }
  }

  /// Asks the disk, which may take its time, on the thread that scans.
  private func onScanQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value
  {
    await withCheckedContinuation { (continuation: CheckedContinuation<Value, Never>) in
      scanQueue.async { continuation.resume(returning: body()) }
    }
  }
}

extension RelocationSearch {
  fileprivate func looking(through db: Database) throws -> Self {
    var search = self
    try search.look(through: db)
    return search
  }

  fileprivate func looking(in folders: [FilePath: FilePath], _ db: Database) throws -> Self {
    var search = self
    try search.lookInFolders(folders, db)
    return search
  }

  fileprivate var withFilesThatAreThere: Self {
    var search = self
    for index in found.indices {
      search.found[index].removeAll { Presence.isAbsent($0.file.path) }
    }
    return search
  }
}

/// Tracks that may be gone, and what tells whether they are.
private struct Suspects: Sendable {
  var files: [RelocationSearch.File]
  var roots: [Int64: Int64]
  var presence: Presence
}

extension Database {
  /// More files than anyone loses.
  private static let mostSuspects = 200_000

  /// Tracks that were missing when they were looked for last, or that could not be played since.
  fileprivate func suspects(_ tracks: [TrackID]?) throws -> Suspects {
    var rows: [Row] = []
    let query = """
      SELECT \(RelocationSearch.File.columns), t.root FROM \(TrackRow.source)
      WHERE (t.missing <> 0 OR t.fault IS NOT NULL) AND NOT (\(TrackRow.isOffline))
      """
    if let tracks {
      try inSlices(tracks.map(\.rawValue)) { slice in
        rows += try Row.fetchAll(
          self, sql: query + " AND t.id IN \(Database.marks(slice.count))",
          arguments: StatementArguments(slice))
      }
    } else {
      rows = try Row.fetchAll(self, sql: query + " LIMIT \(Database.mostSuspects)")
    }
    var suspects = Suspects(files: [], roots: [:], presence: try Presence(self))
    var seen: Set<Int64> = []
    for row in rows.prefix(Database.mostSuspects) {
      let file = try RelocationSearch.File(row)
      guard !file.path.isStream, seen.insert(file.id).inserted else { continue }
      suspects.files.append(file)
      suspects.roots[file.id] = row[8]
    }
    return suspects
  }

  /// Makes a track another one; false when either is not what it was.
  fileprivate func relocate(_ lost: Int64, to found: Int64) throws -> Bool {
    let standing = try Row.fetchAll(
      self, sql: "SELECT id, path, missing FROM tracks WHERE id IN (?, ?)",
      arguments: [lost, found])
    guard lost != found, standing.count == 2,
      let old = standing.first(where: { $0[0] == lost }),
      let new = standing.first(where: { $0[0] == found }), new[2] == 0,
      try old[2] != 0 || Presence.isAbsent(TrackRow.path(old, 1))
    else { return false }
    let playlists = try Int64.fetchAll(
      self, sql: "SELECT DISTINCT playlist FROM entries WHERE track = ?", arguments: [lost])
    for table in ["entries", "cues", "plays"] {
      try execute(sql: "UPDATE \(table) SET track = ? WHERE track = ?", arguments: [found, lost])
    }
    // What was said of the old one is the older word.
    try execute(
      sql: """
        UPDATE tracks SET
          plays = tracks.plays + o.plays,
          last_played = nullif(max(coalesce(tracks.last_played, 0), coalesce(o.last_played, 0)), 0),
          rating = iif(o.rating = 0, tracks.rating, o.rating),
          reaction = max(tracks.reaction, o.reaction), color = coalesce(o.color, tracks.color),
          notes = CASE WHEN tracks.notes IN ('', o.notes) THEN o.notes WHEN o.notes = ''
            THEN tracks.notes ELSE o.notes || ' · ' || tracks.notes END,
          set_bpm = coalesce(o.set_bpm, tracks.set_bpm),
          set_key = coalesce(o.set_key, tracks.set_key),
          shifts_grid = max(tracks.shifts_grid, iif(o.fingerprint = tracks.fingerprint
            OR o.size = tracks.size AND o.modified = tracks.modified, o.shifts_grid, 0)),
          added = min(tracks.added, o.added)
        FROM (SELECT * FROM tracks WHERE id = ?1) AS o WHERE tracks.id = ?2
        """, arguments: [lost, found])
    try handOverAnalysis(of: lost, to: found)
    try execute(
      sql: "UPDATE merged_tracks SET survivor = ? WHERE survivor = ?", arguments: [found, lost])
    try execute(sql: "DELETE FROM tracks WHERE id = ?", arguments: [lost])
    // Last, so that it is the first to be taken back: it leads entries from the one to the other.
    try execute(
      sql: "INSERT OR REPLACE INTO merged_tracks VALUES (?, ?)", arguments: [lost, found])
    for playlist in playlists { try change(PlaylistID(playlist), "id = id", []) }
    return true
  }
}
