internal import GRDB
internal import Music

/// Lists of playlists and of their entries, from the database.
extension Database {
  static let playlistColumns = """
    SELECT p.id, p.name, p.folder, p.notes, p.color, p.target_bpm, p.template,
      p.query, p.query_sort, p.query_descending, p.query_limit,
      count(t.id), coalesce(sum(CASE WHEN t.missing = 0 THEN \(partDuration) END), 0)
    FROM playlists p LEFT JOIN entries e ON e.playlist = p.id LEFT JOIN tracks t ON t.id = e.track
    """

  static func playlist(_ row: Row) throws -> Playlist {
    let smart = try smart(row, from: 7)
    return try Playlist(
      id: PlaylistID(row.value(0)), name: row.value(1),
      folder: (row.value(2) as Int64?).map { PlaylistFolderID($0) },
      notes: row.value(3), color: row.value(4), targetBPM: row.value(5),
      template: template(row.value(6)),
      trackCount: row.value(11), duration: .microseconds(row.value(12) as Int64), smart: smart,
      isCounted: smart == nil)
  }

  /// A template of a later version that this one cannot parse groups nothing.
  static func template(_ text: String) -> GroupTemplate {
    do { return try GroupTemplate(text) } catch { return .none }
  }

  /// All playlists by name.
  func playlists() throws -> [Playlist] { try sortedPlaylists().playlists }

  func sortedPlaylists() throws -> SortedPlaylists {
    let rows = try Row.fetchAll(self, sql: "\(Database.playlistColumns) GROUP BY p.id")
    let overlapping = try overlappingPlaylists()
    let playlists = try rows.map { row in
      var playlist = try Database.playlist(row)
      if overlapping.contains(playlist.id) {
        playlist.duration = try total(of: playlist.id).duration
      }
      return playlist
    }
    return SortedPlaylists(playlists)
  }

  /// Smart playlists, without their totals.
  func smartPlaylistRows() throws -> [Playlist] {
    try Row.fetchAll(
      self, sql: "\(Database.playlistColumns) WHERE p.query IS NOT NULL GROUP BY p.id"
    ).map(Database.playlist)
  }

  func isSmart(_ id: PlaylistID) throws -> Bool { try uncounted(id)?.smart != nil }

  /// A playlist without its totals.
  func uncounted(_ id: PlaylistID) throws -> Playlist? {
    let row = try Row.fetchOne(
      try cachedStatement(
        sql: """
          SELECT id, name, folder, notes, color, target_bpm, template, query, query_sort,
            query_descending, query_limit, 0, 0
          FROM playlists WHERE id = ?
          """), arguments: [id.rawValue])
    return try row.map { row in
      var playlist = try Database.playlist(row)
      playlist.isCounted = false
      return playlist
    }
  }

  func playlist(_ id: PlaylistID) throws -> Playlist? {
    let rows = try Row.fetchAll(
      self, sql: "\(Database.playlistColumns) WHERE p.id = ? GROUP BY p.id",
      arguments: [id.rawValue])
    return try rows.first.map { row in
      var playlist = try Database.playlist(row)
      playlist.duration = try total(of: id).duration
      return playlist
    }
  }

  /// The playing time of a playlist.
  func total(of id: PlaylistID) throws -> PlayTotal { PlayingTime.total(try entries(of: id)) }

  /// Playlists with crossfades, whose playing times are no mere sums.
  private func overlappingPlaylists() throws -> Set<PlaylistID> {
    let found = try Int64.fetchAll(
      self, sql: "SELECT DISTINCT playlist FROM entries WHERE crossfade > 0")
    return Set(found.map { PlaylistID($0) })
  }

  /// All entries of a playlist, in their order.
  func entries(of id: PlaylistID) throws -> [PlaylistEntry] {
    try entries(
      cachedStatement(
        sql: "\(Database.entryColumns) WHERE e.playlist = ? ORDER BY e.position, e.id"),
      [id.rawValue])
  }

  /// Some entries of a playlist, in their order.
  func entries(of id: PlaylistID, only ids: [Int64]) throws -> [PlaylistEntry] {
    var entries: [PlaylistEntry] = []
    try inPaddedSlices(ids) { slice in
      entries += try self.entries(
        cachedStatement(
          // By an index of playlists SQLite would look at all entries of this one.
          sql: """
            \(Database.entryColumns) WHERE +e.playlist = ?
              AND e.id IN \(Database.marks(slice.count))
            """), [id.rawValue] + StatementArguments(slice))
    }
    return entries.sorted { $0.precedes($1) }
  }

  private static let entryColumns = """
    SELECT e.id, e.track, \(partDuration), e.title IS NOT NULL,
      coalesce(e.crossfade, 0), t.missing, e.position
    FROM entries e JOIN tracks t ON t.id = e.track
    """

  private func entries(_ statement: Statement, _ arguments: StatementArguments) throws
    -> [PlaylistEntry]
  {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var entries: [PlaylistEntry] = []
    while let row = try rows.next() {
      try entries.append(
        PlaylistEntry(
          id: row.value(0), track: row.value(1), duration: row.value(2) ?? 0,
          isUnknown: row.hasNull(atIndex: 2),
          crossfade: row.value(4), isMissing: row.value(5), order: row.value(6),
          isVirtualTrack: row.value(3)))
    }
    return entries
  }
}

extension Sequence {
  /// The elements by the sort keys of their names, those with equal names by id.
  func sorted(byName name: (Element) -> String, id: (Element) -> Int64) -> [Element] {
    let keyed = map { (key: SortKey.bytes(name($0)), id: id($0), element: $0) }
    return keyed.sorted { (left, right) -> Bool in
      left.key == right.key ? left.id < right.id : left.key.precedes(right.key)
    }.map(\.element)
  }
}

extension [UInt8] {
  func precedes(_ other: [UInt8]) -> Bool { lexicographicallyPrecedes(other) }
}

extension Duration {
  /// Microseconds, fractions cut off; clamped to a column's range.
  var wholeMicroseconds: Int64 {
    components.seconds.times(1_000_000).plus(components.attoseconds / 1_000_000_000_000)
  }
}
