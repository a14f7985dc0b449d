internal import Music

/// What was found last, so that a query which is typed on only looks at what its beginning found.
struct QueryCache {
  private struct Answer {
    var query: TrackQuery
    var now: Int64
    var tracks: TrackSet
  }

  /// A few, so that taking letters back is quick too.
  private static let most = 8

  private var answers: [Answer] = []
  private var names = NamesSearch()
  private var edition = 0

  init() {}

  /// What `matching` finds.
  ///
  /// - Parameters:
  ///   - edition: Any number that is another when tracks, marks, playlists or notes are not what
  ///     they were.
  ///   - nameStarts: The tracks that share not all of their names with the one before them, where
  ///     that is known.
  ///   - known: Words for which it is known what is found.
  mutating func matching(
    _ query: TrackQuery, in columns: TrackColumns, edition: Int, now: Int64,
    playlist: (String) -> [Int64], notes: (String) -> [Int64] = { _ in [] },
    nameStarts: TrackSet? = nil, known: [String: TrackSet] = [:]
  ) -> TrackSet {
    if edition != self.edition { (answers, names) = ([], NamesSearch()) }
    self.edition = edition
    let usable = answers.filter { $0.now == now || !$0.query.asksForAge }
    if let last = usable.last(where: { $0.query == query }) { return last.tracks }
    if case .word(let word) = query, let tracks = known[word] {
      keep(Answer(query: query, now: now, tracks: tracks))
      return tracks
    }
    // Of several that found the same the last one, which leaves least to ask.
    let wider = usable.reversed().filter { query.implies($0.query) }.min {
      $0.tracks.count < $1.tracks.count
    }
    let tracks = columns.matching(
      wider.map { query.beyond($0.query) } ?? query, now: now, playlist: playlist, notes: notes,
      among: wider?.tracks, names: &names, nameStarts: nameStarts, known: known)
    keep(Answer(query: query, now: now, tracks: tracks))
    return tracks
  }

  private mutating func keep(_ answer: Answer) {
    answers.append(answer)
    if answers.count > QueryCache.most { answers.removeFirst() }
  }
}

extension TrackQuery {
  /// Whether every track that this holds for is certain to be one that the other holds for.
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

  /// What is left to ask of tracks for which another query is known to hold.
  func beyond(_ known: TrackQuery) -> TrackQuery {
    guard case .all(let parts) = self else { return known.implies(self) ? .everything : self }
    let rest = parts.filter { !known.implies($0) }
    return rest.isEmpty ? .everything : rest.count == 1 ? rest[0] : .all(rest)
  }

  /// Whether what it means depends on when it is asked.
  var asksForAge: Bool {
    switch self {
    case .time(_, .within), .time(_, .before): true
    case .not(let inner): inner.asksForAge
    case .all(let parts), .any(let parts): parts.contains(where: \.asksForAge)
    default: false
    }
  }
}
