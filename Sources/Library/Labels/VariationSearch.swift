internal import GRDB
internal import Music

/// Looks for tracks that may be variations of one piece; lives inside one read.
///
/// Tracks come folder by folder, so that those of one folder alone, and what was found, are held.
struct VariationSearch {
  private struct Candidate {
    var id: Int64
    var title: String
    var rating: Int
    var reaction: Int
    var plays: Int
    /// The primary one of its group, or the track itself.
    var primary: Int64
    /// Whether it has variations.
    var isPrimary: Bool

    /// The place among those that may stand for all, the smallest first. A variation comes behind
    /// the primary ones of all groups: one of these was chosen to stand for it.
    var rank: [Int64] {
      [
        id == primary ? 0 : 1, -Int64(rating), -Int64(reaction), -Int64(plays), isPrimary ? 0 : 1,
        id,
      ]
    }
  }

  /// A proposal before its tracks are ranked.
  private struct Group {
    var reason: VariationProposal.Reason
    var members: [Candidate]
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

  /// Equal audio first, then equal titles in one folder; each track, and each group that exists, is
  /// in one proposal at most.
  func proposals() throws -> [VariationProposal] {
    let sameAudio = try groups(
      by: "t.fingerprint",
      where: """
        t.fingerprint IN (SELECT fingerprint FROM tracks WHERE fingerprint IS NOT NULL
          AND missing = 0 GROUP BY fingerprint HAVING count(*) > 1)
        """
    ) { [Group(reason: .sameAudio, members: $0)] }
    let sameTitle = try groups(by: "t.folder", where: "1") { titled($0) }
    return try merged(sameAudio + sameTitle).map { group in
      let members = group.members + (try absentPrimaries(of: group.members))
      let ranked = members.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
      return VariationProposal(reason: group.reason, tracks: ranked.map { TrackID($0.id) })
    }
  }

  /// The proposals for tracks with one value of a column, for each value.
  private func groups(
    by column: String, where condition: String, _ proposals: ([Candidate]) -> [Group]
  ) throws -> [Group] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(VariationSearch.columns), \(column) FROM \(VariationSearch.source)
        WHERE \(VariationSearch.isThere) AND \(condition)
        ORDER BY \(column), t.id
        """)
    var (found, group): ([Group], [Candidate]) = ([], [])
    var last: Int64?
    func finish() { if isNew(group) { found += proposals(group) } }
    while let row = try rows.next() {
      let (id, value): (Int64, Int64) = (
        try row.value(0), try row.value(VariationSearch.columnCount)
      )
      guard tracks?.contains(id) ?? true else { continue }
      if value != last {
        finish()
        (group, last) = ([], value)
      }
      group.append(try candidate(row))
    }
    finish()
    return found
  }

  private static let columns = """
    t.id, t.title, t.path, t.source, coalesce(m.rating, 0), coalesce(m.reaction, 0), \
    coalesce(m.plays, 0), coalesce(l.primary_track, t.id), \
    EXISTS (SELECT 1 FROM labels v WHERE v.primary_track = t.id)
    """
  private static let columnCount = 9
  private static let source = """
    tracks t LEFT JOIN marks m ON m.track = t.id LEFT JOIN labels l ON l.track = t.id
    """
  private static let isThere = """
    t.missing = 0 AND t.source <> \(SourceNumber.streams.rawValue) AND NOT \(BookColumns.isPart)
    """

  private func candidate(_ row: Row) throws -> Candidate {
    let source = try MediaSource(row, number: 3, path: 2)
    return try Candidate(
      id: row.value(0), title: row.value(1) ?? source.stem, rating: row.value(4),
      reaction: row.value(5), plays: row.value(6), primary: row.value(7), isPrimary: row.value(8))
  }

  /// The tracks of a folder that share a title, in the order of the oldest of them.
  private func titled(_ folder: [Candidate]) -> [Group] {
    Dictionary(grouping: folder) { normalised($0.title) }
      .filter { !$0.key.isEmpty && isNew($0.value) }
      .sorted { $0.value[0].id < $1.value[0].id }
      .map { Group(reason: .sameTitle($0.key), members: $0.value) }
  }

  /// Whether there are several that are not gathered yet.
  private func isNew(_ group: [Candidate]) -> Bool {
    group.contains { $0.primary != group[0].primary }
  }

  /// Proposals with those that share a track, or variations of one group, as one in the place of
  /// the first.
  private func merged(_ groups: [Group]) -> [Group] {
    // The index of the proposal that each one has joined, and of the first with each primary one.
    var (joined, first): ([Int], [Int64: Int]) = (Array(groups.indices), [:])
    func root(_ index: Int) -> Int {
      var index = index
      while joined[index] != index {
        joined[index] = joined[joined[index]]
        index = joined[index]
      }
      return index
    }
    for (index, group) in groups.enumerated() {
      for member in group.members {
        let (one, other) = (root(first[member.primary] ?? index), root(index))
        joined[max(one, other)] = min(one, other)
        first[member.primary] = min(one, other)
      }
    }
    return Dictionary(grouping: groups.indices, by: root).sorted { $0.key < $1.key }
      .map { _, parts in joinedGroup(parts.map { groups[$0] }) }
  }

  private func joinedGroup(_ groups: [Group]) -> Group {
    var known: Set<Int64> = []
    let members = groups.flatMap(\.members).filter { known.insert($0.id).inserted }
    // The reason of one that has all tracks is that of all.
    let whole = groups.first { $0.members.count == members.count }
    return Group(reason: whole?.reason ?? .several, members: members)
  }

  /// The primary ones of groups that some tracks belong to, where they are not among these.
  private func absentPrimaries(of members: [Candidate]) throws -> [Candidate] {
    let known = Set(members.map(\.id))
    let absent = Set(members.map(\.primary)).subtracting(known)
    var found: [Candidate] = []
    try db.inSlices(absent.sorted()) { slice in
      found += try Row.fetchAll(
        db,
        sql: """
          SELECT \(VariationSearch.columns) FROM \(VariationSearch.source)
          WHERE \(VariationSearch.isThere) AND t.id IN \(Database.marks(slice.count))
          """, arguments: StatementArguments(slice)
      ).map { try candidate($0) }
    }
    return found
  }
}
