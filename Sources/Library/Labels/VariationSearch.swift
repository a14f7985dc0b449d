internal import GRDB
internal import Music

/// Looks for tracks that may be variations of one piece; lives inside one read.
///
/// Tracks come folder by folder, so that those of one folder alone are held at a time.
struct VariationSearch {
  private struct Candidate {
    var id: Int64
    var title: String
    var rating: Int
    /// The primary one of its group, or the track itself.
    var primary: Int64
    var isPrimary: Bool
  }

  let db: Database
  /// The normal form of a title.
  let normalised: (String) -> String
  /// The tracks that count; nil for all.
  let tracks: IDSet?

  init(_ db: Database, among tracks: [Int64]?, _ normalised: @escaping (String) -> String) {
    self.db = db
    self.normalised = normalised
    self.tracks = tracks.map { tracks in
      var set = IDSet()
      tracks.forEach { set.insert($0) }
      return set
    }
  }

  /// Equal audio first, then equal titles in one folder.
  func proposals() throws -> [VariationProposal] {
    let sameAudio = try groups(
      by: "t.fingerprint",
      where: """
        t.fingerprint IN (SELECT fingerprint FROM tracks WHERE fingerprint IS NOT NULL
          AND missing = 0 GROUP BY fingerprint HAVING count(*) > 1)
        """
    ) { [VariationProposal(reason: .sameAudio, tracks: ranked($0))] }
    let known = Set(sameAudio.map { Set($0.tracks) })
    let sameTitle = try groups(by: "t.folder", where: "1") { titled($0) }
    return sameAudio + sameTitle.filter { !known.contains(Set($0.tracks)) }
  }

  /// The proposals for tracks with one value of a column, for each value.
  private func groups(
    by column: String, where condition: String,
    _ proposals: ([Candidate]) -> [VariationProposal]
  ) throws -> [VariationProposal] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(column), t.id, t.title, t.path, t.source, coalesce(m.rating, 0),
          coalesce(l.primary_track, t.id),
          EXISTS (SELECT 1 FROM labels v WHERE v.primary_track = t.id)
        FROM tracks t LEFT JOIN marks m ON m.track = t.id LEFT JOIN labels l ON l.track = t.id
        WHERE t.missing = 0 AND t.source <> \(SourceNumber.streams.rawValue)
          AND NOT \(BookColumns.isPart) AND \(condition)
        ORDER BY \(column), t.id
        """)
    var (found, group): ([VariationProposal], [Candidate]) = ([], [])
    var last: Int64?
    func finish() { if isNew(group) { found += proposals(group) } }
    while let row = try rows.next() {
      let (value, id): (Int64, Int64) = (try row.value(0), try row.value(1))
      guard tracks?.contains(id) ?? true else { continue }
      if value != last {
        finish()
        (group, last) = ([], value)
      }
      let source = try MediaSource(row, number: 4, path: 3)
      group.append(
        try Candidate(
          id: id, title: row.value(2) ?? source.stem, rating: row.value(5),
          primary: row.value(6), isPrimary: row.value(7)))
    }
    finish()
    return found
  }

  /// The tracks of a folder that share a title, in the order of the oldest of them.
  private func titled(_ folder: [Candidate]) -> [VariationProposal] {
    Dictionary(grouping: folder) { normalised($0.title) }
      .filter { !$0.key.isEmpty && isNew($0.value) }
      .sorted { $0.value[0].id < $1.value[0].id }
      .map { VariationProposal(reason: .sameTitle($0.key), tracks: ranked($0.value)) }
  }

  /// Whether there are several that are not gathered yet.
  private func isNew(_ group: [Candidate]) -> Bool {
    group.contains { $0.primary != group[0].primary }
  }

  private func ranked(_ group: [Candidate]) -> [TrackID] {
    group.sorted {
      ($0.isPrimary ? 0 : 1, -$0.rating, $0.id) < ($1.isPrimary ? 0 : 1, -$1.rating, $1.id)
    }.map { TrackID($0.id) }
  }
}
