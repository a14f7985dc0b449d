import FoundationEssentials
internal import GRDB
internal import Music

/// A row of `server_playlists`.
struct ServerPlaylistRow: Equatable, Sendable {
  var id: String
  var playlist: PlaylistID
  var name: String
  var ownName: String
  var version: String?
  /// Of the library, since a track that was forgotten and listed again is another one, which nobody
  /// has taken out.
  var tracks: [Int64]
  /// Ids of the server that were on their way to it, which may have only the first of them; nil
  /// where nothing is.
  var sending: [String]?
  var isOurs: Bool

  /// The contents that both sides count as having after a sending that broke off: it is sent again.
  func unfinished(_ theirs: [String]) -> [String]? {
    guard let sending, theirs != sending else { return sending }
    if sending.isEmpty { return theirs.count < tracks.count ? sending : nil }
    return sending.starts(with: theirs) ? sending : nil
  }
}

/// The library's side of a server's playlist.
struct ServerPlaylistContents {
  var name: String
  var entries: [(id: Int64, track: Int64)] = []
  /// By entry, the id of its track on the server; nil for tracks from elsewhere.
  var ids: [String?] = []

  var serverIDs: [String] { ids.compactMap(\.self) }

  /// The tracks that are the server's.
  var serverTracks: [Int64] {
    zip(entries, ids).compactMap { entry, id in id == nil ? nil : entry.track }
  }

  /// Nil for a playlist that is gone, or is filled by a query.
  init?(_ playlist: PlaylistID, _ server: Server, _ db: Database) throws {
    guard let own = try db.uncounted(playlist), own.smart == nil else { return nil }
    name = own.name
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT e.id, e.track, t.source, t.path FROM entries e JOIN tracks t ON t.id = e.track
          WHERE e.playlist = ? ORDER BY e.position, e.id
          """), arguments: [playlist.rawValue])
    while let row = try rows.next() {
      entries.append((try row.value(0), try row.value(1)))
      if try row.value(2) == server.id.rawValue,
        case .server(let address) = try MediaSource(row, number: 2, path: 3)
      {
        ids.append(address.track)
      } else {
        ids.append(nil)
      }
    }
  }
}

extension Database {
  /// The known playlists of a server, or one of them.
  func serverPlaylistRows(
    of server: ServerID, only id: String? = nil
  ) throws -> [ServerPlaylistRow] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT id, playlist, name, own_name, version, tracks, is_ours, sending
        FROM server_playlists
        WHERE source = ?1 AND (?2 IS NULL OR id = ?2) ORDER BY id
        """, arguments: [server.rawValue, id]
    ).map { row in
      try ServerPlaylistRow(
        id: row.value(0), playlist: PlaylistID(row.value(1)), name: row.value(2),
        ownName: row.value(3), version: row.value(4), tracks: StoredJSON.read(row.value(5)),
        sending: (row.value(7) as String?).map { try StoredJSON.read($0) }, isOurs: row.value(6))
    }
  }

  func keep(_ row: ServerPlaylistRow, of server: ServerID) throws {
    try execute(
      sql: """
        INSERT OR REPLACE INTO server_playlists
          (source, id, playlist, name, own_name, version, tracks, is_ours, sending)
        VALUES \(Database.marks(9))
        """,
      arguments: [
        server.rawValue, row.id, row.playlist.rawValue, row.name, row.ownName, row.version,
        try StoredJSON.text(of: row.tracks), row.isOurs,
        try row.sending.map { try StoredJSON.text(of: $0) },
      ])
  }

  /// Lets the playlists of a server that comes back count as never exchanged: nothing that was done
  /// to them here meanwhile was meant for the server.
  func beginPlaylistsAnew(of server: ServerID) throws {
    try execute(
      sql: """
        DELETE FROM server_playlists
        WHERE source = ? AND playlist NOT IN (SELECT id FROM playlists)
        """, arguments: [server.rawValue])
    try execute(
      sql: """
        UPDATE server_playlists SET tracks = '[]', sending = NULL, version = NULL,
          own_name = (SELECT name FROM playlists WHERE id = playlist)
        WHERE source = ?
        """, arguments: [server.rawValue])
  }

  /// The ids on a server of those of some tracks that are still in the library, in their order.
  func ids(of tracks: [Int64], at server: Server) throws -> [String] {
    let query = try cachedStatement(
      sql: "SELECT source, path FROM tracks WHERE id = ? AND source = ?")
    return try current(tracks.map { TrackID($0) }).compactMap { track -> String? in
      let row = try Row.fetchOne(query, arguments: [track, server.id.rawValue])
      guard let row, case .server(let address) = try MediaSource(row, number: 0, path: 1) else {
        return nil
      }
      return address.track
    }
  }

  /// The tracks of some ids of a server that are in the library.
  func tracks(of ids: [String], at server: Server) throws -> [String: TrackID] {
    let query = try cachedStatement(sql: "SELECT id FROM tracks WHERE path = ? AND source = ?")
    var tracks: [String: TrackID] = [:]
    for id in Set(ids) {
      guard let address = ServerTrackAddress(server: server.uuid, track: id) else { continue }
      let track = try Int64.fetchOne(
        query, arguments: [Data(address.text.utf8), server.id.rawValue])
      if let track { tracks[id] = TrackID(track) }
    }
    return tracks
  }
}
