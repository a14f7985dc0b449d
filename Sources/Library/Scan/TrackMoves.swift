internal import GRDB
internal import Media
internal import Music

/// Matches a file at a new path with a missing track, by audio hash, whatever its tags say.
struct TrackMoves {
  let db: Database
  private var presence: FileAvailability?
  /// Those of the requested audio hashes that a track had before this scan.
  private var known: Set<Int64> = []
  /// The newest track before this scan: files of newer ones were there a moment ago.
  private let newest: Int64
  /// Missing tracks by audio hash, of those looked up: thousands of files may have one hash, and
  /// most of them are not missing.
  private var gone: [Int64: [Candidate]] = [:]

  /// Tolerance in microseconds between durations of one file whose tags have changed.
  private static let tolerance: Int64 = 100_000
  /// Tracks examined per audio hash: there may be thousands of silent ones.
  private static let maximumCount = 64
  /// Seconds that a move to another file system may take, which copies everything first.
  private static let maximumMove: Int64 = 86_400

  /// - Parameters:
  ///   - audioHashes: of all files that will be looked up.
  ///   - newest: the newest track before the scan.
  init(
    _ db: Database, _ audioHashes: @autoclosure () -> [Int64], before newest: Int64
  ) throws {
    self.db = db
    self.newest = newest
    guard newest > 0 else { return }
    // Most files are new. One track of a hash answers the question: there may be thousands.
    let isKnown = try db.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM tracks WHERE fingerprint = ? AND id <= ?)")
    for audioHash in Set(audioHashes())
    where try Bool.fetchOne(isKnown, arguments: [audioHash, newest]) == true {
      known.insert(audioHash)
    }
  }

  private struct Candidate {
    var id: Int64
    var path: FilePath
    var root: Int64?
    var duration: Int64?
    var isMissing: Bool
    var words: [String?]
    /// Seconds since 1970.
    var added: Int64
  }

  /// The missing track that a file new at its path was until now.
  mutating func formerTrack(of track: ScannedTrack, at path: FilePath) throws -> Int64? {
    guard let audioHash = track.audioHash, known.contains(audioHash) else { return nil }
    let duration = track.facts.audio.duration?.wholeMicroseconds
    let tags = track.facts.tags
    let fitting = try goneTracks(audioHash).filter { candidate in
      candidate.path != path && TrackMoves.areClose(candidate.duration, duration)
    }
    let formerTrack = TrackMoves.best(
      fitting, name: path.nameBytes, words: [tags.title, tags.artist, tags.album])
    // From now on the track is at the new path.
    if let formerTrack { gone[audioHash]?.removeAll { $0.id == formerTrack } }
    return formerTrack
  }

  private mutating func goneTracks(_ audioHash: Int64) throws -> [Candidate] {
    if let known = gone[audioHash] { return known }
    var presence = try presence ?? FileAvailability(db)
    let found = try candidates(audioHash, upTo: newest).filter { candidate in
      candidate.isMissing
        ? FileAvailability.isAbsent(candidate.path)
        : presence.isGone(candidate.path, root: candidate.root)
    }
    self.presence = presence
    gone[audioHash] = found
    return found
  }

  /// The track found at a new path before the old one was seen to be gone.
  ///
  /// A track that existed together with the old one in a complete scan has the same audio and is no
  /// successor: a song is on an album and on a compilation. While folders are watched no scan goes
  /// through them, and a track added long before the loss existed beside the old one.
  ///
  /// - Parameter now: seconds since 1970.
  func successor(of gone: Int64, after walks: ScanWalks, now: Int64) throws -> Int64? {
    let row = try Row.fetchOne(
      try db.cachedStatement(
        sql: "SELECT fingerprint, path, duration, title, artist, album FROM tracks WHERE id = ?"),
      arguments: [gone])
    guard let row, let audioHash: Int64 = try row.value(0),
      let newest = walks.newest(besides: try TrackRow.path(row, 1))
    else { return nil }
    let duration: Int64? = try row.value(2)
    let words: [String?] = [try row.value(3), try row.value(4), try row.value(5)]
    let successors = try candidates(audioHash).filter { candidate in
      candidate.id > max(gone, newest) && !candidate.isMissing
        && candidate.added.plus(TrackMoves.maximumMove) >= now
        && TrackMoves.areClose(candidate.duration, duration)
        && !FileAvailability.isAbsent(candidate.path)
    }
    return TrackMoves.best(successors, name: try TrackRow.path(row, 1).nameBytes, words: words)
  }

  private func candidates(
    _ audioHash: Int64, upTo newest: Int64 = .max
  ) throws -> [Candidate] {
    try Row.fetchAll(
      try db.cachedStatement(
        sql: """
          SELECT id, path, root, duration, missing, title, artist, album, added FROM tracks
          WHERE fingerprint = ? AND id <= ? ORDER BY missing DESC, id LIMIT ?
          """), arguments: [audioHash, newest, TrackMoves.maximumCount]
    ).map { row in
      try Candidate(
        id: row.value(0), path: TrackRow.path(row, 1), root: row.value(2),
        duration: row.value(3), isMissing: row.value(4),
        words: [row.value(5), row.value(6), row.value(7)], added: row.value(8))
    }
  }

  private static func areClose(_ one: Int64?, _ other: Int64?) -> Bool {
    guard let one, let other else { return one == other }
    return (one &- other).magnitude <= tolerance.magnitude
  }

  /// Of several the one with the same file name, then one with the same tags.
  private static func best(_ candidates: [Candidate], name: [UInt8], words: [String?]) -> Int64? {
    func rank(_ candidate: Candidate) -> Int {
      (candidate.path.nameBytes == name ? 2 : 0) + (candidate.words == words ? 1 : 0)
    }
    return candidates.max { rank($0) < rank($1) }?.id
  }
}

extension Database {
  /// The columns of a track that are not read from its file.
  private static let ownColumns: Set<String> = [
    "id", "source", "path", "root", "folder", "added", "changed",
  ]

  /// Merges two tracks with all marks of either: facts about the file are those of `lost`, which is
  /// deleted.
  ///
  /// - Parameter takesPosition: whether the path of `lost` is taken over, too.
  func merge(_ lost: Int64, into survivor: Int64, takesPosition: Bool) throws {
    guard lost != survivor else { return }
    let index = try Row.fetchOne(
      self, sql: "SELECT path, root, folder, source FROM tracks WHERE id = ?", arguments: [lost])
    guard let index else { return }
    let columns = try String.fetchAll(self, sql: "SELECT name FROM pragma_table_info('tracks')")
      .filter { !Database.ownColumns.contains($0) }
    try handOver(lost, to: survivor, precedence: .survivor) {
      try execute(
        sql: """
          UPDATE tracks SET \(columns.map { "\"\($0)\" = o.\"\($0)\"" }.joined(separator: ", "))
          FROM (SELECT * FROM tracks WHERE id = ?1) AS o WHERE tracks.id = ?2
          """, arguments: [lost, survivor])
    }
    if takesPosition {
      try execute(
        sql: "UPDATE tracks SET path = ?, root = ?, folder = ?, source = ? WHERE id = ?",
        arguments: [
          try TrackRow.path(index, 0).data, try index.value(1) as Int64?,
          try index.value(2) as Int64, try index.value(3) as Int64, survivor,
        ])
    }
    try stampChange(of: [survivor])
    try bumpRevision(.marks)
    try bumpRevision(.lists)
  }

  /// Stamps some tracks with a new change number.
  func stampChange(of tracks: [Int64]) throws {
    guard !tracks.isEmpty else { return }
    try execute(sql: "UPDATE revision SET change = change + 1")
    let update = try cachedStatement(
      sql: "UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = ?")
    for track in tracks { try update.execute(arguments: [track]) }
  }
}
