internal import GRDB
internal import Music

/// Lists of tracks, as references in order. Tracks whose files are gone are in none of them:
/// only playlists and searches keep showing those.
extension Database {
  typealias TrackReference = OpenList.TrackReference

  /// Fetches tracks in an order; `condition` is over tracks as t and folders as f.
  func references(
    where condition: String? = nil, _ arguments: StatementArguments = [], order: String
  ) throws -> [TrackReference] {
    let folders =
      TrackOrder.needsFolders(order + (condition ?? "")) ? "JOIN folders f ON f.id = t.folder" : ""
    return try references(
      sql: """
        SELECT t.id, t.duration FROM tracks t \(folders)
        WHERE t.missing = 0 \(condition.map { "AND (\($0))" } ?? "") ORDER BY \(order)
        """, arguments)
  }

  /// Runs a query that selects ids and durations.
  func references(sql: String, _ arguments: StatementArguments) throws -> [TrackReference] {
    let statement = try cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var found: [TrackReference] = []
    while let row = try rows.next() {
      found.append(TrackReference(id: row[0], duration: row[1] ?? 0))
    }
    return found
  }

  /// The tracks that a source stands for, all of them, in the order it shows them.
  func tracks(in source: ListSource, sort: SortColumn, isDescending: Bool) throws
    -> [TrackReference]
  {
    let order = TrackOrder.sql(sort, isDescending: isDescending)
    switch source {
    case .songs: return try references(order: order)
    case .artists: return try references(order: "t.credit_key, \(albumsByYear)")
    case .albums: return try references(order: "t.credit_key, t.album_key, \(TrackOrder.album)")
    case .genres: return try references(order: "t.genre_key, \(order)")
    case .artist(let name):
      return try references(
        where: "t.credit_key = ?", [TextKey.data(name)], order: albumsByYear)
    case .album(let album):
      let isAlbumOrder = sort == .artist || sort == .album
      return try references(
        where: "t.credit_key = ? AND t.album_key = ?",
        [TextKey.data(album.artist), TextKey.data(album.name)],
        order: isAlbumOrder ? TrackOrder.album : order)
    case .genre(let name):
      return try references(where: "t.genre_key = ?", [TextKey.data(name)], order: order)
    case .folder(let path?): return try tracks(below: path)
    case .folder(nil): return try references(order: TrackOrder.path)
    case .smart(let list): return try tracks(of: list, order: order)
    case .lists: return []
    case .duplicates:
      return try duplicates().flatMap {
        $0.tracks.map { TrackReference(id: $0.rawValue, duration: 0) }
      }
    case .playlists:
      return try references(sql: "\(Database.entriesSQL) ORDER BY e.playlist, e.position", [])
    case .playlist(let id): return try tracks(ofPlaylist: id)
    }
  }

  /// The albums of one artist, oldest first, each in its own order.
  private var albumsByYear: String {
    """
    t.album_key = \(TextKey.noneSQL), min(t.year) OVER (PARTITION BY t.credit_key, t.album_key), \
    t.album_key, \(TrackOrder.album)
    """
  }

  private static let entriesSQL =
    "SELECT t.id, t.duration FROM entries e JOIN tracks t ON t.id = e.track"

  func tracks(ofPlaylist id: PlaylistID) throws -> [TrackReference] {
    try references(
      sql: "\(Database.entriesSQL) WHERE e.playlist = ? ORDER BY e.position, e.id", [id.rawValue])
  }

  /// The tracks in a folder and in all its sub folders, in natural path order.
  func tracks(below path: FilePath) throws -> [TrackReference] {
    let row = try Row.fetchOne(
      self, sql: "SELECT order_key FROM folders WHERE path = ?", arguments: [path.data])
    guard let row else { return [] }
    let key = try row.withUnsafeData(atIndex: 0) { $0.map { [UInt8]($0) } ?? [] }
    let inside = path.bytes.last == UInt8(ascii: "/") ? path.bytes : path.bytes + [0x2F]
    // Keys of folders whose names differ in case or accents only are equal, hence the paths.
    // CROSS JOIN keeps SQLite from going through all tracks to find those of a few folders.
    return try references(
      sql: """
        SELECT t.id, t.duration FROM folders f CROSS JOIN tracks t ON t.folder = f.id
        WHERE f.order_key > ? AND f.order_key <= ? AND (f.path = ? OR substr(f.path, 1, ?) = ?)
          AND t.missing = 0
        ORDER BY \(TrackOrder.path)
        """,
      [
        FilePath(bytes: key.dropLast()).data, FilePath(bytes: key).data, path.data, inside.count,
        FilePath(bytes: inside).data,
      ])
  }

  /// Which of some tracks match a filter; in a long list it is cheaper to ask for all that do.
  func matches(_ words: FilterWords, among tracks: [TrackReference]) throws -> IDSet {
    let conditions = words.words.map { _ in "instr(text, ?) > 0" }.joined(separator: " AND ")
    let arguments = StatementArguments(words.words)
    var found = IDSet()
    func collect(_ sql: String, _ arguments: StatementArguments) throws {
      let ids = try Int64.fetchCursor(try cachedStatement(sql: sql), arguments: arguments)
      while let id = try ids.next() { found.insert(id) }
    }
    guard tracks.count <= 1_000 else {
      try collect("SELECT track FROM search WHERE \(conditions)", arguments)
      return found
    }
    try inSlices(tracks) { slice in
      try collect(
        """
        SELECT track FROM search WHERE track IN \(Database.marks(slice.count)) AND \(conditions)
        """, StatementArguments(slice.map(\.id)) + arguments)
    }
    return found
  }
}
