internal import GRDB
internal import Music

/// The lists that every library has without being asked.
extension Database {
  func builtInRows() throws -> [OpenList.Group] {
    try BuiltInList.allCases.map { list in
      let row = try Row.fetchOne(
        self,
        sql: """
          SELECT count(*), coalesce(sum(t.duration), 0) FROM tracks t WHERE \(condition(list))
          """)
      let (tracks, duration): (Int, Int64) = (row?[0] ?? 0, row?[1] ?? 0)
      return OpenList.Group(
        row: .list(list, tracks: tracks, duration: .microseconds(duration)),
        folded: SortKey.folded(list.title), tracks: tracks, duration: duration)
    }
  }

  func tracks(of list: BuiltInList, order: String) throws -> [TrackReference] {
    try references(
      sql: """
        SELECT t.id, t.duration FROM tracks t JOIN folders f ON f.id = t.folder
        WHERE \(condition(list)) ORDER BY \(order)
        """, [])
  }

  /// Only the list of them shows tracks that are missing.
  private func condition(_ list: BuiltInList) -> String {
    switch list {
    case .recentlyAdded: "t.missing = 0"
    case .mostPlayed: "t.missing = 0 AND t.plays > 0"
    case .neverPlayed: "t.missing = 0 AND t.plays = 0"
    case .loved: "t.missing = 0 AND t.reaction = \(Reaction.loved.rawValue)"
    case .offline: "t.missing = 0 AND t.root IN (SELECT id FROM roots WHERE offline)"
    case .missing: "t.missing <> 0"
    }
  }
}
