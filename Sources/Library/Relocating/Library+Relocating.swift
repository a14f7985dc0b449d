internal import GRDB
package import Music

extension Library {
  /// Matches missing tracks with existing ones: by audio hash, then by name and length, then by
  /// artist, title and length, then in the folder to which others of their folder moved.
  ///
  /// Changes nothing. Takes as long as reading all tracks and checking a few files.
  ///
  /// - Parameters:
  ///   - tracks: those to match as far as they are missing; nil for all.
  ///   - other: another library to search; its tracks cannot be relocated to.
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

  /// Merges missing tracks into those found for them, as one step: their entries, cues, marks and
  /// plays go over.
  ///
  /// - Returns: their number; pairs that have changed since are left out.
  package func relocate(_ moves: [Relocation.Move]) async throws(LibraryError) -> Int {
    let name: @Sendable (Int) -> String = { count in
      "relocated " + count.counted("track", one: "a", .plain)
    }
    return try await edit(name: name) { db in
      var relocated: [Int64] = []
      for move in moves {
        // Either may have been merged into another track since.
        let (from, to) = (try db.current(move.from), try db.current(move.to))
        if try db.relocate(from, to: to) { relocated.append(to) }
      }
      guard !relocated.isEmpty else { return 0 }
      try db.stampChange(of: relocated)
      try db.bumpRevision(.marks)
      try db.bumpRevision(.tracks)
      return relocated.count
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
      search.found[index].removeAll { FileAvailability.isAbsent($0.file.path) }
    }
    return search
  }
}

/// Tracks that may be missing, with the facts to check that.
private struct Suspects: Sendable {
  var files: [RelocationSearch.File]
  var roots: [Int64: Int64]
  var presence: FileAvailability
}

extension Database {
  /// More files than anyone loses.
  private static let maximumSuspects = 200_000

  /// Tracks that were missing at the last scan, or could not be played since.
  fileprivate func suspects(_ tracks: [TrackID]?) throws -> Suspects {
    var rows: [Row] = []
    let query = """
      SELECT \(RelocationSearch.File.columns), t.root FROM \(TrackRow.source)
      WHERE (t.missing <> 0 OR t.fault IS NOT NULL) AND t.source = 1
        AND NOT (\(TrackRow.isOffline))
      """
    if let tracks {
      try inSlices(try current(Set(tracks))) { slice in
        rows += try Row.fetchAll(
          self, sql: query + " AND t.id IN \(Database.marks(slice.count))",
          arguments: StatementArguments(slice))
      }
    } else {
      // Each condition has an index, and both in one have none.
      rows = try Row.fetchAll(
        self,
        sql: query + """
           AND t.id IN (SELECT id FROM tracks INDEXED BY tracks_missing WHERE missing <> 0
             UNION SELECT id FROM tracks INDEXED BY tracks_faulty WHERE fault IS NOT NULL)
          LIMIT \(Database.maximumSuspects)
          """)
    }
    var suspects = Suspects(files: [], roots: [:], presence: try FileAvailability(self))
    var seen: Set<Int64> = []
    for row in rows.prefix(Database.maximumSuspects) {
      let file = try RelocationSearch.File(row)
      guard seen.insert(file.id).inserted else { continue }
      suspects.files.append(file)
      suspects.roots[file.id] = try row.value(8)
    }
    return suspects
  }

  /// Merges a track into another; false when either has changed.
  fileprivate func relocate(_ lost: Int64, to found: Int64) throws -> Bool {
    let resolved = try Row.fetchAll(
      self, sql: "SELECT id, path, missing, source FROM tracks WHERE id IN (?, ?)",
      arguments: [lost, found])
    guard lost != found, resolved.count == 2,
      let old = try resolved.first(where: { try $0.value(0) == lost }),
      let new = try resolved.first(where: { try $0.value(0) == found }),
      try new.value(2) == 0, let file = try MediaSource(old, number: 3, path: 1).file,
      try old.value(2) != 0 || FileAvailability.isAbsent(file)
    else { return false }
    let playlists = try Int64.fetchAll(
      self, sql: "SELECT DISTINCT playlist FROM entries WHERE track = ?", arguments: [lost])
    // The old track's marks take precedence.
    try handOver(lost, to: found, precedence: .lost)
    for playlist in playlists { try touch(PlaylistID(playlist)) }
    return true
  }
}
