internal import GRDB
internal import Music

/// The tables of a device's database, as other programs know them.
struct DeviceTable {
  struct Column {
    var name: String
    /// Its type, and what a table made by us has besides.
    var type: String
    var rest = ""
  }

  var name: String
  var columns: [Column]
  /// The constraints behind the columns.
  var constraints: [String] = []
  var indices: [String] = []
  /// Columns without which a table is another program's.
  var required: [String]

  static let tracks = DeviceTable(
    name: "tracks",
    columns: [
      Column(name: "id", type: "TEXT", rest: "PRIMARY KEY"),
      Column(name: "file_path", type: "TEXT", rest: "NOT NULL"),
      Column(name: "title", type: "TEXT", rest: "NOT NULL"),
      Column(name: "artist", type: "TEXT"), Column(name: "album", type: "TEXT"),
      Column(name: "album_artist", type: "TEXT"), Column(name: "genre", type: "TEXT"),
      Column(name: "year", type: "INTEGER"), Column(name: "track_number", type: "INTEGER"),
      Column(name: "duration", type: "REAL", rest: "NOT NULL"),
      Column(name: "file_size", type: "INTEGER"), Column(name: "last_modified", type: "INTEGER"),
      Column(name: "play_count", type: "INTEGER", rest: "DEFAULT 0"),
      Column(name: "last_played", type: "INTEGER"),
      Column(name: "is_favorite", type: "INTEGER", rest: "DEFAULT 0"),
      Column(name: "rating", type: "INTEGER", rest: "DEFAULT 0"),
      Column(name: "created_at", type: "INTEGER", rest: "DEFAULT (strftime('%s', 'now'))"),
      Column(name: "updated_at", type: "INTEGER", rest: "DEFAULT (strftime('%s', 'now'))"),
    ],
    indices: [
      "CREATE INDEX IF NOT EXISTS idx_tracks_artist ON tracks (artist)",
      "CREATE INDEX IF NOT EXISTS idx_tracks_album ON tracks (album)",
    ],
    required: ["id", "file_path"])

  static let playlists = DeviceTable(
    name: "playlists",
    columns: [
      Column(name: "id", type: "TEXT", rest: "PRIMARY KEY"),
      Column(name: "name", type: "TEXT", rest: "NOT NULL"),
      Column(name: "created_at", type: "INTEGER", rest: "DEFAULT (strftime('%s', 'now'))"),
      Column(name: "updated_at", type: "INTEGER", rest: "DEFAULT (strftime('%s', 'now'))"),
    ],
    required: ["id", "name"])

  static let entries = DeviceTable(
    name: "playlist_tracks",
    columns: [
      Column(name: "playlist_id", type: "TEXT", rest: "NOT NULL"),
      Column(name: "track_id", type: "TEXT", rest: "NOT NULL"),
      Column(name: "position", type: "INTEGER", rest: "NOT NULL"),
    ],
    constraints: [
      "PRIMARY KEY (playlist_id, track_id)",
      "FOREIGN KEY (playlist_id) REFERENCES playlists (id) ON DELETE CASCADE",
      "FOREIGN KEY (track_id) REFERENCES tracks (id) ON DELETE CASCADE",
    ],
    indices: [
      """
      CREATE INDEX IF NOT EXISTS idx_playlist_tracks_playlist ON playlist_tracks (playlist_id)
      """
    ],
    required: ["playlist_id", "track_id"])

  static let state = DeviceTable(
    name: "sync_state",
    columns: [
      Column(name: "key", type: "TEXT", rest: "PRIMARY KEY"), Column(name: "value", type: "TEXT"),
      Column(name: "updated_at", type: "INTEGER"),
    ],
    required: ["key", "value"])

  static let all = [tracks, playlists, entries, state]

  /// The key of the last sync's id in `sync_state`.
  static let syncIDKey = "tritone_sync_id"
  /// The key of the ids of some syncs before it, newest first, with spaces between them.
  static let earlierSyncIDsKey = "tritone_earlier_sync_ids"
  /// Enough for the machines that sync with a device between two syncs of one of them.
  static let maximumEarlierSyncIDs = 32

  var creation: String {
    let lines = columns.map { "\($0.name) \($0.type) \($0.rest)".trimmed() } + constraints
    return "CREATE TABLE \(name) (\n  \(lines.joined(separator: ",\n  "))\n)"
  }

  /// The columns that a database has of the table, in small letters; nil where it has no such table.
  ///
  /// - Throws: `.foreign` for something of the name that is no plain table with the columns that it
  ///   has to have.
  func columns(in db: Database) throws -> Set<String>? {
    let found = try Row.fetchAll(
      db,
      sql: """
        SELECT type, substr(ltrim(coalesce(sql, '')), 1, 13) FROM sqlite_master
        WHERE name = ? COLLATE NOCASE LIMIT 2
        """, arguments: [name])
    guard let only = found.first else { return nil }
    let isPlain =
      try found.count == 1 && only.value(0) == "table"
      && (only.value(1) as String).uppercased().hasPrefix("CREATE TABLE")
    guard isPlain else { throw LibraryError.deviceDatabase(.foreign) }
    // Columns of a kind other than 0 are computed by expressions of the file.
    let names = try Row.fetchAll(db, sql: "PRAGMA table_xinfo(\(name))").map { row in
      (name: (try row.value(1) as String).lowercased(), kind: try row.value(6) as Int)
    }
    let computed = Set(names.filter { $0.kind != 0 }.map(\.name))
    let plain = Set(names.map(\.name)).subtracting(computed)
    let isOurs =
      required.allSatisfy(plain.contains)
      && computed.isDisjoint(with: columns.map(\.name))
    guard isOurs else { throw LibraryError.deviceDatabase(.foreign) }
    return plain
  }
}
