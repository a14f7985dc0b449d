internal import Music

/// Cache of the last results, so that a query that is extended only searches its beginning's.
struct QueryCache {
  private struct Answer {
    var query: TrackQuery
    var now: Int64
    var tracks: TrackSet
    let count: Int

    init(_ query: TrackQuery, now: Int64, _ tracks: TrackSet) {
      (self.query, self.now, self.tracks, count) = (query, now, tracks, tracks.count)
    }
  }

  /// A few, so that deleting letters is fast too.
  private static let maximumCount = 8

  private var answers: [Answer] = []
  private var names = NamesSearch()
  private var edition = 0

  init() {}

  /// The result of `matching`.
  ///
  /// - Parameters:
  ///   - edition: A number that changes whenever tracks, marks, playlists or notes do, and for a query about
  ///   comments whenever those do.
  ///   - nameStarts: The tracks that do not share all of their names with the one before, where
  ///     known.
  ///   - known: Words with cached results.
  mutating func matching(
    _ query: TrackQuery, in columns: TrackColumns, edition: Int, now: Int64,
    playlist: (String) -> [Int64], notes: (String) -> [Int64] = { _ in [] },
    comments: (String) -> [Int64] = { _ in [] },
    nameStarts: TrackSet? = nil, known: [String: TrackSet] = [:]
  ) -> TrackSet {
    if edition != self.edition { (answers, names) = ([], NamesSearch()) }
    self.edition = edition
    let usable = answers.filter { $0.now == now || !$0.query.asksForAge }
    if let last = usable.last(where: { $0.query == query }) { return last.tracks }
    if case .word(let word) = query, let tracks = known[word] {
      keep(Answer(query, now: now, tracks))
      return tracks
    }
    // Of several with the same result the last one, which leaves least to check.
    let wider = usable.reversed().filter { query.implies($0.query) }.min {
      $0.count < $1.count
    }
    let tracks = columns.matching(
      wider.map { query.beyond($0.query) } ?? query, now: now, playlist: playlist, notes: notes,
      comments: comments,
      among: wider?.tracks, names: &names, nameStarts: nameStarts, known: known)
    keep(Answer(query, now: now, tracks))
    return tracks
  }

  private mutating func keep(_ answer: Answer) {
    answers.append(answer)
    if answers.count > QueryCache.maximumCount { answers.removeFirst() }
  }
}

extension TrackQuery {
  /// Whether every match of this query is certain to match the other.
  func implies(_ other: TrackQuery) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (_, .everything): return true
    case (_, .all(let parts)): return parts.allSatisfy { implies($0) }
    case (.any(let parts), _): return parts.allSatisfy { $0.implies(other) }
    case (.all(let parts), _) where parts.contains(where: { $0.implies(other) }): return true
    case (_, .any(let parts)): return parts.contains { implies($0) }
    case (.not(let inner), .not(let outer)): return outer.implies(inner)
    case (.word(let long), .word(let short)): return long.contains(bytesOf: short)
    case (.text(let field, let long), .text(let same, let short)):
      return field == same && !short.isEmpty && long.contains(bytesOf: short)
    default: return false
    }
  }

  /// The conditions left to check for tracks that match another query.
  func beyond(_ known: TrackQuery) -> TrackQuery {
    guard case .all(let parts) = self else { return known.implies(self) ? .everything : self }
    let rest = parts.filter { !known.implies($0) }
    return rest.isEmpty ? .everything : rest.count == 1 ? rest[0] : .all(rest)
  }

  /// Whether its result depends on the time.
  var asksForAge: Bool {
    switch self {
    case .time(_, .within), .time(_, .before): true
    case .not(let inner): inner.asksForAge
    case .all(let parts), .any(let parts): parts.contains(where: \.asksForAge)
    default: false
    }
  }
}
