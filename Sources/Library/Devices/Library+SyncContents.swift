internal import Catalog
internal import GRDB
package import Music

extension Library {
  /// The library's side of a sync with a device, as of one moment.
  ///
  /// - Throws: `.query`, `.cycle` where a query of the chosen contents is invalid: without it a sync
  ///   would take its tracks off the device.
  package func syncContents(for device: Device) async throws(LibraryError) -> SyncLibraryContents {
    await catalog.ready()
    return try await read { db in
      var contents = SyncLibraryContents()
      contents.tracks = try db.syncTracks()
      let selection = try SyncSelection(db, ListBuilder(db, self), device.options)
      contents.playlists = selection.playlists
      contents.otherPlaylists = selection.otherPlaylists
      contents.chosen = selection.chosen(of: contents.tracks)
      return contents
    }
  }
}

extension Database {
  /// All tracks that are files, in the order of their ids.
  fileprivate func syncTracks() throws -> [SyncTrack] {
    var reading = SyncTrackReading(library: try libraryUUID())
    var tracks: [SyncTrack] = []
    tracks.reserveCapacity(
      try Int.fetchOne(self, sql: "SELECT count(*) FROM tracks WHERE source = 1") ?? 0)
    try eachRow(
      """
      SELECT \(SyncTrackReading.columns) FROM tracks t
      CROSS JOIN folders f ON f.id = t.folder LEFT JOIN roots r ON r.id = t.root
      LEFT JOIN marks m ON m.track = t.id WHERE t.source = 1 ORDER BY t.id
      """
    ) { row in tracks.append(reading.track(&row)) }
    return tracks
  }
}
