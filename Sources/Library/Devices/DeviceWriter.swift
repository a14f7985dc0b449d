import FoundationEssentials
internal import GRDB
internal import Music

/// Writes the changes of a sync to a device's database, inside one transaction.
///
/// Rows are updated, never replaced: a replaced row would take along what refers to it.
struct DeviceWriter {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func write(_ commit: DeviceCommit, deviceID: String, time: Int64) throws {
    try completeTables()
    try removeTracks(commit.removedTracks)
    try removePlaylists(commit.removedPlaylists)
    for track in commit.tracks { try write(track) }
    for playlist in commit.playlists { try write(playlist) }
    let earlier = try earlierSyncIDs()
    let state =
      (earlier.isEmpty ? [] : [(DeviceTable.earlierSyncIDsKey, earlier)]) + [
        (DeviceTable.syncIDKey, commit.syncID), ("last_sync", "\(time)"), ("device_id", deviceID),
      ]
    for (key, value) in state {
      try set(
        .state, [("value", value.databaseValue), ("updated_at", time.databaseValue)],
        where: [("key", key.databaseValue)])
    }
  }

  /// The id of the last sync before those that were before it.
  private func earlierSyncIDs() throws -> String {
    var reader = DeviceReader(db)
    let known = try reader.readSyncIDs()
    let ids = (known.last.map { [$0] } ?? []) + known.earlier
    return ids.prefix(DeviceTable.maximumEarlierSyncIDs).joined(separator: " ")
  }

  // MARK: Tables

  /// Creates missing tables, and columns of those that are there.
  private func completeTables() throws {
    var isNew = true
    for table in DeviceTable.all {
      guard let known = try table.columns(in: db) else {
        try db.execute(sql: table.creation)
        for index in table.indices { try db.execute(sql: index) }
        continue
      }
      isNew = false
      for column in table.columns where !known.contains(column.name) {
        // A column that is added may have a constant for its default alone.
        let fallback = column.rest == "DEFAULT 0" ? " DEFAULT 0" : ""
        try db.execute(
          sql: "ALTER TABLE \(table.name) ADD COLUMN \(column.name) \(column.type)\(fallback)")
      }
    }
    if isNew { try db.execute(sql: "PRAGMA user_version = \(DeviceDatabaseFile.version)") }
  }

  /// Updates a row, or inserts it where there is none.
  private func set(
    _ table: DeviceTable, _ values: [(String, DatabaseValue)], where key: [(String, DatabaseValue)]
  ) throws {
    let condition = key.map { "\($0.0) = ?" }.joined(separator: " AND ")
    let assignments = values.map { "\($0.0) = ?" }.joined(separator: ", ")
    let all = values + key
    try db.cachedStatement(sql: "UPDATE \(table.name) SET \(assignments) WHERE \(condition)")
      .execute(arguments: StatementArguments(all.map(\.1)))
    guard db.changesCount == 0 else { return }
    let columns = all.map(\.0).joined(separator: ", ")
    try db.cachedStatement(
      sql: "INSERT INTO \(table.name) (\(columns)) VALUES \(Database.marks(all.count))"
    ).execute(arguments: StatementArguments(all.map(\.1)))
  }

  // MARK: Tracks

  private func write(_ track: DeviceTrack) throws {
    let path =
      String(validating: track.path.bytes, as: UTF8.self)?.databaseValue
      ?? track.path.data.databaseValue
    let marks = track.marks
    try set(
      .tracks,
      [
        ("file_path", path), ("title", track.title.databaseValue),
        ("artist", track.artist.databaseValue), ("album", track.album.databaseValue),
        ("album_artist", track.albumArtist.databaseValue), ("genre", track.genre.databaseValue),
        ("year", track.year.databaseValue), ("track_number", track.trackNumber.databaseValue),
        ("duration", track.duration.databaseValue), ("file_size", track.size.databaseValue),
        ("last_modified", track.modified.databaseValue),
        ("play_count", marks.plays.databaseValue),
        ("last_played", marks.lastPlayed.databaseValue),
        ("is_favorite", (marks.isFavorite ? 1 : 0).databaseValue),
        ("rating", marks.rating.databaseValue), ("created_at", track.created.databaseValue),
        ("updated_at", track.updated.databaseValue),
      ], where: [("id", track.id.text.databaseValue)])
  }

  private func removeTracks(_ ids: [DeviceTrackID]) throws {
    guard !ids.isEmpty else { return }
    // One pass through the entries, which have no index by track.
    try db.execute(sql: "CREATE TEMP TABLE removed (id TEXT PRIMARY KEY) WITHOUT ROWID")
    let insertion = try db.makeStatement(sql: "INSERT OR IGNORE INTO temp.removed VALUES (?)")
    for id in ids { try insertion.execute(arguments: [id.text]) }
    try db.execute(
      sql: """
        DELETE FROM main.playlist_tracks WHERE track_id IN (SELECT id FROM temp.removed);
        DELETE FROM main.tracks WHERE id IN (SELECT id FROM temp.removed);
        DROP TABLE temp.removed;
        """)
  }

  // MARK: Playlists

  private func removePlaylists(_ ids: [String]) throws {
    for id in ids {
      for statement in [
        "DELETE FROM playlist_tracks WHERE playlist_id = ?", "DELETE FROM playlists WHERE id = ?",
      ] {
        try db.cachedStatement(sql: statement).execute(arguments: [id])
      }
    }
  }

  /// Entries that stay keep their rows, and with them the columns of other programs.
  private func write(_ playlist: DevicePlaylist) throws {
    try set(
      .playlists,
      [
        ("name", playlist.name.databaseValue), ("created_at", playlist.created.databaseValue),
        ("updated_at", playlist.updated.databaseValue),
      ], where: [("id", playlist.id.databaseValue)])
    var known: [DeviceTrackID: Int64] = [:]
    try db.eachRow(
      "SELECT track_id, position FROM playlist_tracks WHERE playlist_id = ?", [playlist.id]
    ) { row in known[row.next().trackID] = row.next().optional ?? -1 }
    let removal = try db.cachedStatement(
      sql: "DELETE FROM playlist_tracks WHERE playlist_id = ? AND track_id = ?")
    let wanted = Set(playlist.tracks)
    for track in known.keys where !wanted.contains(track) {
      try removal.execute(arguments: [playlist.id, track.text])
    }
    let update = try db.cachedStatement(
      sql: "UPDATE playlist_tracks SET position = ? WHERE playlist_id = ? AND track_id = ?")
    let insertion = try db.cachedStatement(
      sql: "INSERT INTO playlist_tracks (position, playlist_id, track_id) VALUES (?, ?, ?)")
    var (position, written): (Int64, Set<DeviceTrackID>) = (0, [])
    for track in playlist.tracks where written.insert(track).inserted {
      let statement = known[track] == nil ? insertion : update
      if known[track] != position {
        try statement.execute(arguments: [position, playlist.id, track.text])
      }
      position += 1
    }
  }
}
