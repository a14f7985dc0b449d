internal import GRDB
internal import Music

/// Revisions of the database, by which cached results are valid.
struct Revision: Equatable, Sendable {
  var tracks: Int64
  var marks: Int64
  var lists: Int64
  /// The revision of the totals of smart playlists, which are not in the database.
  var totals = 0

  /// The revision without the totals.
  var ofDatabase: Revision { Revision(tracks: tracks, marks: marks, lists: lists) }

  /// A number that changes with every change of comments: they have no revision of their own.
  var ofComments: Int64 { tracks &+ marks &+ lists }

  static func current(_ db: Database) throws -> Revision {
    let row = try Row.fetchOne(
      try db.cachedStatement(sql: "SELECT tracks, marks, lists FROM revision"))
    guard let row else { return Revision(tracks: 0, marks: 0, lists: 0) }
    return try Revision(tracks: row.value(0), marks: row.value(1), lists: row.value(2))
  }
}

/// Cache of the lists open last, each with its revision.
struct ListCache: Sendable {
  private var lists: [(query: ListQuery, revision: Revision, list: OpenList)] = []

  private static let maximumCount = 12
  /// Tracks in all cached lists: 4 bytes each.
  private static let maximumTracks = 4_000_000

  /// A cached list that is valid at a revision.
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
    var tracks = lists.reduce(0) { $0 + $1.list.heldTracks }
    while lists.count > ListCache.maximumCount
      || lists.count > 1 && tracks > ListCache.maximumTracks
    {
      tracks -= lists.removeFirst().list.heldTracks
    }
  }
}

extension ListQuery {
  /// Whether a list built at one revision is valid at another.
  fileprivate func holds(from made: Revision, to now: Revision) -> Bool {
    guard made.tracks == now.tracks else { return false }
    if template?.mentions(.rating) ?? false, made.marks != now.marks { return false }
    switch source {
    case .playlists: return made.lists == now.lists && made.totals == now.totals
    case .playlist: return made.lists == now.lists && made.marks == now.marks
    case .lists, .smart: return made.marks == now.marks
    default:
      // A query may refer to marks and playlists.
      guard filter.isEmpty else { return made.marks == now.marks && made.lists == now.lists }
      return !sort.isOfMarks || made.marks == now.marks
    }
  }
}
