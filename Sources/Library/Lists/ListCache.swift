internal import GRDB
internal import Music

/// Which state of the database something was made from.
struct Revision: Equatable, Sendable {
  var tracks: Int64
  var marks: Int64
  var lists: Int64
  /// The edition of the totals of smart playlists, which are not in the database.
  var totals = 0

  /// The same without what is not in the database.
  var ofDatabase: Revision { Revision(tracks: tracks, marks: marks, lists: lists) }

  static func current(_ db: Database) throws -> Revision {
    let row = try Row.fetchOne(
      try db.cachedStatement(sql: "SELECT tracks, marks, lists FROM revision"))
    guard let row else { return Revision(tracks: 0, marks: 0, lists: 0) }
    return try Revision(tracks: row.value(0), marks: row.value(1), lists: row.value(2))
  }
}

/// The lists that were open last, each with the revision it was made from.
struct ListCache: Sendable {
  private var lists: [(query: ListQuery, revision: Revision, list: OpenList)] = []

  private static let most = 12
  /// Tracks in all lists that are kept: 4 bytes each.
  private static let maximumTracks = 4_000_000

  /// A list that still holds at a revision.
  mutating func list(_ query: ListQuery, at revision: Revision) -> OpenList? {
    guard let index = lists.firstIndex(where: { $0.query == query }) else { return nil }
    let found = lists.remove(at: index)
    guard query.holds(from: found.revision, to: revision) else { return nil }
    lists.append(found)
    return found.list
  }

  mutating func keep(_ list: OpenList, for query: ListQuery, at revision: Revision) {
    lists.removeAll { $0.query == query }
    lists.append((query, revision, list))
    var tracks = lists.reduce(0) { $0 + $1.list.trackCount }
    while lists.count > ListCache.most || lists.count > 1 && tracks > ListCache.maximumTracks {
      tracks -= lists.removeFirst().list.trackCount
    }
  }
}

extension ListQuery {
  /// Whether a list made at one revision is still right at another.
  fileprivate func holds(from made: Revision, to now: Revision) -> Bool {
    guard made.tracks == now.tracks else { return false }
    if template?.mentions(.rating) ?? false, made.marks != now.marks { return false }
    switch source {
    case .playlists: return made.lists == now.lists && made.totals == now.totals
    case .playlist: return made.lists == now.lists && made.marks == now.marks
    case .lists, .smart: return made.marks == now.marks
    default:
      // What a query asks for may be marks and playlists.
      guard filter.isEmpty else { return made.marks == now.marks && made.lists == now.lists }
      return !sort.isOfMarks || made.marks == now.marks
    }
  }
}
