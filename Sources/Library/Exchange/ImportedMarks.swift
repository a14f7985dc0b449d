internal import GRDB
package import Music

/// Adds a document's marks, cues and comments to tracks, and removes none.
struct ImportedMarks {
  let db: Database
  private(set) var cues = 0
  private(set) var ratings = 0
  /// Tracks with new reactions, labels or primary variations.
  var labelled = 0
  var comments = 0
  /// The tracks of the document's files, and the files that variations name as their primary ones.
  var located: [DocumentTrack.Location: Int64] = [:]
  var primaries: [(track: Int64, primary: DocumentTrack.Location)] = []
  /// Finished tracks, since one may be in many playlists.
  private var known: [Int64: [Cue]] = [:]

  /// Cues of one track.
  private static let maximumCount = 1_000

  init(_ db: Database) { self.db = db }

  mutating func apply(_ listed: DocumentTrack, for track: Int64) throws {
    if listed.rating != .none {
      try db.makeMarks(of: track)
      let rating = try db.cachedStatement(
        sql: "UPDATE marks SET rating = ? WHERE track = ? AND rating = 0")
      try rating.execute(arguments: [listed.rating.stars, track])
      ratings += db.changesCount
    }
    if !listed.cues.isEmpty { cues += try add(listed.cues, to: track) }
    try applyLabels(of: listed, to: track)
  }

  /// Adds the cues that a track has no like of; returns their number.
  mutating func add(_ listed: [Cue], to track: Int64) throws -> Int {
    var present = try known[track] ?? cues(of: track)
    let insertion = try db.cachedStatement(
      sql: """
        INSERT INTO cues (track, time, end_time, type, color, name)
        SELECT id, ?2, ?3, ?4, ?5, ?6 FROM tracks WHERE id = ?1
        """)
    var added = 0
    for cue in listed where cue.time >= .zero && cue.time <= EntryPlayback.latest {
      guard present.count < ImportedMarks.maximumCount, !present.contains(where: { $0.isLike(cue) })
      else { continue }
      let end = cue.end.flatMap { $0 > cue.time && $0 <= EntryPlayback.latest ? $0 : nil }
      try insertion.execute(
        arguments: [
          track, cue.time.wholeMicroseconds, end?.wholeMicroseconds, cue.kind.rawValue, cue.color,
          cue.name,
        ])
      added += db.changesCount
      present.append(cue)
    }
    known[track] = present
    return added
  }

  private func cues(of track: Int64) throws -> [Cue] {
    try Row.fetchAll(
      try db.cachedStatement(sql: "SELECT id, time, type, name FROM cues WHERE track = ?"),
      arguments: [track]
    ).map { row in
      try Cue(
        id: CueID(row.value(0)), time: row.time(1) ?? .zero,
        kind: Cue.Kind(rawValue: row.value(2)) ?? .custom,
        name: row.value(3))
    }
  }
}

extension Cue {
  /// Whether another cue marks the same: formats round times, and few keep the kind.
  fileprivate func isLike(_ other: Cue) -> Bool {
    let distance = time > other.time ? time - other.time : other.time - time
    return distance <= .milliseconds(20)
      && (kind == other.kind || SortKey.folded(name) == SortKey.folded(other.name))
  }
}

extension Library {
  /// Imports an audio editor's markers as cues of a track, as one step.
  ///
  /// - Returns: the number of cues that were new.
  package func importCues(_ markers: [MixMarker], into track: TrackID) async throws(LibraryError)
    -> Int
  {
    let cues = markers.map { marker in
      var kind = Cue.Kind.marker
      if case .cue(let own) = marker.kind { kind = own }
      return Cue(
        id: CueID(0), time: marker.start,
        end: marker.length > .zero ? marker.start + marker.length : nil, kind: kind,
        name: marker.name, color: marker.color)
    }
    let name: @Sendable (Int) -> String = { count in
      "imported " + count.counted("cue", one: "a", .plain)
    }
    return try await edit(changing: .marks, name: name) { db in
      var marks = ImportedMarks(db)
      return try marks.add(cues, to: try db.current(track))
    }
  }
}
