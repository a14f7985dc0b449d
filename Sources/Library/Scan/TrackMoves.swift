internal import GRDB
internal import Media
internal import Music

/// Finds out which tracks are one and the same file at an old and at a new place, by what is heard
/// of them: their fingerprints, whatever their tags say.
struct TrackMoves {
  let db: Database
  private var presence: Presence?
  /// Those of the fingerprints asked about that any track has.
  private var known: Set<Int64> = []
  /// Of the fingerprints that were looked into, the tracks whose files are gone: thousands of files
  /// may have one fingerprint, and most of them are where they were.
  private var gone: [Int64: [Candidate]] = [:]

  /// Microseconds by which the durations of one file may differ when its tags have changed.
  private static let tolerance: Int64 = 100_000
  /// Tracks of one fingerprint that are looked at: there may be thousands of silent ones.
  private static let most = 64

  /// - Parameter fingerprints: of all files that will be asked about.
  init(_ db: Database, _ fingerprints: [Int64] = []) throws {
    self.db = db
    // Most files are new: this is asked once for many of them.
    try db.inSlices(fingerprints) { slice in
      known.formUnion(
        try Int64.fetchAll(
          try db.cachedStatement(
            sql: """
              SELECT fingerprint FROM tracks WHERE fingerprint IN \(Database.marks(slice.count))
              """), arguments: StatementArguments(slice)))
    }
  }

  private struct Candidate {
    var id: Int64
    var path: FilePath
    var root: Int64?
    var duration: Int64?
    var isMissing: Bool
    var words: [String?]
  }

  /// The track that a file which is new at its place was until now, at a place where it is gone.
  mutating func origin(of track: ScannedTrack, at path: FilePath) throws -> Int64? {
    guard let fingerprint = track.fingerprint, known.contains(fingerprint) else { return nil }
    let duration = track.facts.audio.duration?.wholeMicroseconds
    let tags = track.facts.tags
    let fitting = try goneTracks(fingerprint).filter { candidate in
      candidate.path != path && TrackMoves.areClose(candidate.duration, duration)
    }
    let origin = TrackMoves.best(
      fitting, name: path.nameBytes, words: [tags.title, tags.artist, tags.album])
    // From now on it is where this file is.
    if let origin { gone[fingerprint]?.removeAll { $0.id == origin } }
    return origin
  }

  private mutating func goneTracks(_ fingerprint: Int64) throws -> [Candidate] {
    if let known = gone[fingerprint] { return known }
    var presence = try presence ?? Presence(db)
    let found = try candidates(fingerprint).filter { candidate in
      candidate.isMissing
        ? Presence.isAbsent(candidate.path)
        : presence.isGone(candidate.path, root: candidate.root)
    }
    self.presence = presence
    gone[fingerprint] = found
    return found
  }

  /// The track that was found at a new place before it was seen that the old one is gone.
  func heir(of gone: Int64) throws -> Int64? {
    let row = try Row.fetchOne(
      try db.cachedStatement(
        sql: "SELECT fingerprint, path, duration, title, artist, album FROM tracks WHERE id = ?"),
      arguments: [gone])
    guard let row, let fingerprint: Int64 = row[0] else { return nil }
    let heirs = try candidates(fingerprint).filter { candidate in
      // Of two copies that were there side by side the older one is not the younger one's new place.
      candidate.id > gone && !candidate.isMissing
        && TrackMoves.areClose(candidate.duration, row[2] as Int64?)
        && !Presence.isAbsent(candidate.path)
    }
    return TrackMoves.best(
      heirs, name: try TrackRow.path(row, 1).nameBytes, words: [row[3], row[4], row[5]])
  }

  private func candidates(_ fingerprint: Int64) throws -> [Candidate] {
    try Row.fetchAll(
      try db.cachedStatement(
        sql: """
          SELECT id, path, root, duration, missing, title, artist, album FROM tracks
          WHERE fingerprint = ? ORDER BY missing DESC, id LIMIT ?
          """), arguments: [fingerprint, TrackMoves.most]
    ).map { row in
      Candidate(
        id: row[0], path: try TrackRow.path(row, 1), root: row[2], duration: row[3],
        isMissing: row[4], words: [row[5], row[6], row[7]])
    }
  }

  private static func areClose(_ one: Int64?, _ other: Int64?) -> Bool {
    guard let one, let other else { return one == other }
    return (one &- other).magnitude <= tolerance.magnitude
  }

  /// Of several the one whose file is called the same, then one with the same tags.
  private static func best(_ candidates: [Candidate], name: [UInt8], words: [String?]) -> Int64? {
    func rank(_ candidate: Candidate) -> Int {
      (candidate.path.nameBytes == name ? 2 : 0) + (candidate.words == words ? 1 : 0)
    }
    return candidates.max { rank($0) < rank($1) }?.id
  }
}

extension Database {
  /// The columns of a track that are not made from its file.
  private static let ownColumns: Set<String> = [
    "id", "path", "root", "folder", "added", "last_played", "plays", "rating", "reaction", "notes",
    "color", "changed", "set_bpm", "set_key", "shifts_grid", "awaits",
  ]

  /// Makes two tracks one, with all that the user has said of either: what is known of the file
  /// is taken from `lost`, which is no more afterwards.
  ///
  /// - Parameter takesPlace: whether the place of `lost` is taken over, too.
  func merge(_ lost: Int64, into survivor: Int64, takesPlace: Bool) throws {
    guard lost != survivor else { return }
    let place = try Row.fetchOne(
      self, sql: "SELECT path, root, folder FROM tracks WHERE id = ?", arguments: [lost])
    guard let place else { return }
    try execute(
      sql: """
        UPDATE tracks SET
          plays = tracks.plays + o.plays,
          last_played = nullif(max(coalesce(tracks.last_played, 0), coalesce(o.last_played, 0)), 0),
          rating = iif(tracks.rating = 0, o.rating, tracks.rating),
          reaction = max(tracks.reaction, o.reaction), color = coalesce(tracks.color, o.color),
          notes = CASE WHEN tracks.notes IN ('', o.notes) THEN o.notes WHEN o.notes = ''
            THEN tracks.notes ELSE tracks.notes || ' · ' || o.notes END,
          set_bpm = coalesce(tracks.set_bpm, o.set_bpm),
          set_key = coalesce(tracks.set_key, o.set_key),
          shifts_grid = max(tracks.shifts_grid, o.shifts_grid),
          added = min(tracks.added, o.added)
        FROM (SELECT * FROM tracks WHERE id = ?1) AS o WHERE tracks.id = ?2
        """, arguments: [lost, survivor])
    let columns = try String.fetchAll(self, sql: "SELECT name FROM pragma_table_info('tracks')")
      .filter { !Database.ownColumns.contains($0) }
    try execute(
      sql: """
        UPDATE tracks SET \(columns.map { "\($0) = o.\($0)" }.joined(separator: ", "))
        FROM (SELECT * FROM tracks WHERE id = ?1) AS o WHERE tracks.id = ?2
        """, arguments: [lost, survivor])
    try handOverAnalysis(of: lost, to: survivor)
    for table in ["entries", "cues"] {
      try execute(
        sql: "UPDATE \(table) SET track = ? WHERE track = ?", arguments: [survivor, lost])
    }
    try execute(sql: "DELETE FROM tracks WHERE id = ?", arguments: [lost])
    try execute(
      sql: "UPDATE merged_tracks SET survivor = ? WHERE survivor = ?", arguments: [survivor, lost])
    try execute(
      sql: "INSERT OR REPLACE INTO merged_tracks VALUES (?, ?)", arguments: [lost, survivor])
    if takesPlace {
      try execute(
        sql: "UPDATE tracks SET path = ?, root = ?, folder = ? WHERE id = ?",
        arguments: [
          try TrackRow.path(place, 0).data, place[1] as Int64?, place[2] as Int64, survivor,
        ])
    }
    try countChange(of: [survivor])
    try countRevision(.marks)
    try countRevision(.lists)
  }

  /// Notes that what is known of some tracks was touched now.
  func countChange(of tracks: [Int64]) throws {
    guard !tracks.isEmpty else { return }
    try execute(sql: "UPDATE revision SET change = change + 1")
    let update = try cachedStatement(
      sql: "UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = ?")
    for track in tracks { try update.execute(arguments: [track]) }
  }

  /// The tracks that some of these numbers stood for became others.
  func survivors(of tracks: [Int64]) throws -> [Int64: Int64] {
    var found: [Int64: Int64] = [:]
    try inSlices(tracks) { slice in
      let rows = try Row.fetchAll(
        try cachedStatement(
          sql: """
            SELECT track, survivor FROM merged_tracks
            WHERE track IN \(Database.marks(slice.count))
            """), arguments: StatementArguments(slice))
      for row in rows { found[row[0]] = row[1] }
    }
    return found
  }
}
