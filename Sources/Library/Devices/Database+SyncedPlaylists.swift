internal import GRDB
internal import Music

// Rows of `device_playlists`: a playlist on a device, and its tracks on either side.
extension Database {
  func syncedPlaylists(of device: DeviceID) throws -> [SyncedPlaylist] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT playlist, device_id, name, ours, theirs FROM device_playlists WHERE device = ?
        ORDER BY device_id
        """, arguments: [device.rawValue]
    ).map { row in
      let ours: [TrackID] = try StoredJSON.read(row.value(3))
      return SyncedPlaylist(
        id: PlaylistID(try row.value(0)), deviceID: try row.value(1), name: try row.value(2),
        // Entries of tracks that became others have gone along.
        ours: try current(ours).map { TrackID($0) }, theirs: try StoredJSON.read(row.value(4)))
    }
  }

  /// Inserts rows, or replaces them by their ids on the device.
  func keep(_ playlists: [SyncedPlaylist], of device: DeviceID) throws {
    let insertion = try cachedStatement(
      sql: """
        INSERT OR REPLACE INTO device_playlists (device, device_id, playlist, name, ours, theirs)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    for playlist in playlists {
      try insertion.execute(
        arguments: [
          device.rawValue, playlist.deviceID, playlist.id.rawValue, playlist.name,
          try StoredJSON.text(of: playlist.ours), try StoredJSON.text(of: playlist.theirs),
        ])
    }
  }
}
