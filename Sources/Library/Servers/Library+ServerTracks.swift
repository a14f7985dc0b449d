import FoundationEssentials
internal import GRDB
package import Music

extension Library {
  /// The track of an address; nil where no listing has named it.
  package func track(at address: ServerTrackAddress) async throws(LibraryError) -> TrackID? {
    try await read { db in
      try Int64.fetchOne(
        db,
        sql: """
          SELECT id FROM tracks WHERE path = ?
            AND source = (SELECT source FROM servers WHERE uuid = ?)
          """, arguments: [Data(address.text.utf8), address.server]
      ).map { TrackID($0) }
    }
  }

  /// The facts that downloads need of the tracks that are on servers, in their order.
  package func serverFiles(_ tracks: [TrackID]) async throws(LibraryError) -> [ServerFile] {
    try await read { db in
      var files: [Int64: ServerFile] = [:]
      let current = try db.current(tracks)
      try db.inSlices(Array(Set(current))) { slice in
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT t.id, t.source, t.path, t.size, s.suffix, s.cover
            FROM tracks t LEFT JOIN server_tracks s ON s.track = t.id
            WHERE t.id IN \(Database.marks(slice.count))
            """, arguments: StatementArguments(slice))
        while let row = try rows.next() {
          guard case .server(let address) = try MediaSource(row, number: 1, path: 2) else {
            continue
          }
          let id: Int64 = try row.value(0)
          files[id] = try ServerFile(
            track: TrackID(id), address: address, size: row.value(3), suffix: row.value(4),
            cover: row.value(5))
        }
      }
      return current.compactMap { files[$0] }
    }
  }
}

/// The file of a track at its server.
package struct ServerFile: Equatable, Sendable {
  package var track: TrackID
  package var address: ServerTrackAddress
  /// Bytes; 0 for unknown.
  package var size: Int64
  /// The end of the file's name, without the dot.
  package var suffix: String?
  /// The server's id of its cover.
  package var cover: String?

  package init(
    track: TrackID, address: ServerTrackAddress, size: Int64, suffix: String? = nil,
    cover: String? = nil
  ) {
    (self.track, self.address) = (track, address)
    (self.size, self.suffix, self.cover) = (size, suffix, cover)
  }
}

extension Server {
  /// The bounds of the paths of its tracks; nil for a UUID that is none.
  var paths: (start: Data, end: Data)? {
    guard ServerTrackAddress(server: uuid, track: "any") != nil else { return nil }
    let folder = Data((ServerTrackAddress.scheme + uuid).utf8)
    let slash = UInt8(ascii: "/")
    return (folder + [slash], folder + [slash + 1])
  }

  /// The paths of the tracks of an item, whose ids begin with that of the item and a slash; nil for
  /// an id that is none.
  func paths(ofItem item: String) -> (start: Data, end: Data)? {
    guard let address = ServerTrackAddress(server: uuid, track: item), !item.contains("/") else {
      return nil
    }
    let slash = UInt8(ascii: "/")
    return (Data(address.text.utf8 + [slash]), Data(address.text.utf8 + [slash + 1]))
  }
}

extension Database {
  /// ReplayGain of a track as its server has listed it; nil for none.
  func serverGain(of track: Int64) throws -> ReplayGain? {
    let row = try Row.fetchOne(
      try cachedStatement(
        sql: """
          SELECT track_gain, track_peak, album_gain, album_peak FROM server_tracks WHERE track = ?
          """), arguments: [track])
    guard let row else { return nil }
    let gain = ReplayGain(
      trackGain: try row.value(0), trackPeak: try row.value(1), albumGain: try row.value(2),
      albumPeak: try row.value(3))
    return gain == ReplayGain() ? nil : gain
  }
}
