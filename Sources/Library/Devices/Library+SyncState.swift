internal import GRDB
package import Music

// The state of the syncs with a device. None of it is an edit.
extension Library {
  /// The contents of both sides after the last sync.
  ///
  /// A track that became another one has the other's id. Where both are on the device, the merged
  /// one keeps its own, which is no track's any more: each track comes once.
  ///
  /// - Parameter sharedPath: Called with the path of each file: an equal path whose memory is shared.
  package func syncState(
    of device: DeviceID, sharing sharedPath: @escaping @Sendable (FilePath) -> FilePath = { $0 }
  ) async throws(LibraryError) -> SyncState {
    try await read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT sync_id, journal FROM devices WHERE id = ?", arguments: [device.rawValue])
      guard let row else { throw LibraryError.noSuchDevice }
      var state = SyncState()
      state.syncID = try row.value(0)
      state.journal = try (row.value(1) as String?).map { try StoredJSON.read($0) }
      state.tracks = try db.syncedTracks(of: device, sharing: sharedPath)
      state.playlists = try db.syncedPlaylists(of: device)
      return state
    }
  }

  /// Keeps that files are on the device, by the ids that its database has or will have for them.
  package func keep(
    _ tracks: [SyncedTrack], of device: DeviceID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.requireDevice(device)
      try db.keep(tracks, of: device)
    }
  }

  /// Keeps a commit that is about to follow the device's; nil drops it.
  ///
  /// - Parameter logs: How far the logs are read once the commit is done.
  package func keep(
    _ journal: LibraryCommit?, logs: String? = nil, of device: DeviceID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.set(
        "journal = ?, journal_logs = ?",
        [try journal.map { try StoredJSON.text(of: $0) }, journal == nil ? nil : logs], of: device)
    }
  }
}

extension Database {
  func requireDevice(_ id: DeviceID) throws {
    let isKnown = try Bool.fetchOne(
      self, sql: "SELECT EXISTS (SELECT 1 FROM devices WHERE id = ?)", arguments: [id.rawValue])
    guard isKnown == true else { throw LibraryError.noSuchDevice }
  }
}
