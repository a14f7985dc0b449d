internal import CLinux
internal import Catalog
internal import GRDB
package import Music

extension Library {
  /// The library's side of a sync with a device, as of one moment.
  ///
  /// - Throws: `.query`, `.cycle` where a query of the chosen contents is invalid: without it a sync
  ///   would take its tracks off the device.
  package func syncContents(for device: Device) async throws(LibraryError) -> SyncLibraryContents {
    let needsCatalog = try await read { try SyncSelection.needsCatalog($0, device.options) }
    if needsCatalog { await catalog.ready() }
    // What was read of the device and of the state, and shares its texts by now, has left its memory in
    // the arenas of other threads.
    malloc_trim(0)
    return try await read { db in
      var contents = SyncLibraryContents()
      contents.tracks = try db.syncTracks()
      let selection = try SyncSelection(db, ListBuilder(db, self), device.options)
      contents.playlists = selection.playlists
      contents.otherPlaylists = selection.otherPlaylists
      contents.chosen = selection.chosen(of: contents.tracks)
      if device.isTritone, let last = device.lastSync {
        contents.playTimes = try db.playTimes(since: last)
      }
      return contents
    }
  }
}

extension Device {
  /// Whether another Tritone is at the other end, which keeps the times of plays.
  fileprivate var isTritone: Bool {
    if case .ssh = address { return true }
    return uuid.hasPrefix(Device.clientPrefix)
  }
}

extension Database {
  /// Plays that one sync tells with their times.
  private static let maximumPlayTimes = 100_000

  /// Times of the plays after a moment, the latest of them, in order.
  fileprivate func playTimes(since time: Int64) throws -> [TrackID: [Int64]] {
    var times: [TrackID: [Int64]] = [:]
    try eachRow(
      """
      SELECT track, time FROM (SELECT track, time FROM plays WHERE time > ? ORDER BY time DESC
      LIMIT \(Database.maximumPlayTimes)) ORDER BY time
      """, [time]
    ) { row in times[TrackID(row.next().number), default: []].append(row.next().number) }
    return times
  }

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
