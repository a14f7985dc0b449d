internal import GRDB
package import Music

/// A playlist of a server that is in the library, too.
package struct KnownServerPlaylist: Equatable, Sendable {
  /// The server's id of it.
  package var id: String
  /// In the library, where it may be gone.
  package var playlist: PlaylistID
  /// As the server has last written it.
  package var version: String?
  /// Whether the library's is another one than what the server is known to hold.
  package var isChanged: Bool

  package init(id: String, playlist: PlaylistID, version: String?, isChanged: Bool) {
    (self.id, self.playlist, self.version) = (id, playlist, version)
    self.isChanged = isChanged
  }
}

/// The outcome of storing a playlist of a server.
package struct ServerPlaylistOutcome: Equatable, Sendable {
  /// Nil where it is not in the library.
  package var playlist: PlaylistID?
  /// Whether the library's playlist was made or changed.
  package var isChanged = false
  /// The playlist as the server is to have it, where that differs from what it has.
  package var toSend: ServerPlaylist?
  /// Whether it was deleted here and has not changed there since.
  package var isDeleted = false

  package init(
    playlist: PlaylistID? = nil, isChanged: Bool = false, toSend: ServerPlaylist? = nil,
    isDeleted: Bool = false
  ) {
    self.playlist = playlist
    self.isChanged = isChanged
    self.toSend = toSend
    self.isDeleted = isDeleted
  }
}

extension Library {
  /// The playlists of a server that are in the library, by their ids there.
  package func serverPlaylists(
    of id: ServerID
  ) async throws(LibraryError) -> [KnownServerPlaylist] {
    try await read { db in
      let server = try db.server(id)
      return try db.serverPlaylistRows(of: id).map { row in
        let ours = try ServerPlaylistContents(row.playlist, server, db)
        let isChanged =
          try ours.map { ours in
            guard row.sending == nil, ours.name == row.ownName else { return true }
            return try ours.serverTracks != db.current(row.tracks.map { TrackID($0) })
          } ?? true
        return KnownServerPlaylist(
          id: row.id, playlist: row.playlist, version: row.version,
          isChanged: isChanged && row.isOurs)
      }
    }
  }

  /// Stores a playlist of a server: made where it is new, merged where both sides have changed it.
  ///
  /// Tracks that are not listed are left out here, and stay there. A change of a known playlist is
  /// a step of the history.
  ///
  /// - Parameter merging: Merges lists of numbers, which may repeat: what both sides held, the
  ///   library's, and the server's.
  package func storeServerPlaylist(
    _ theirs: ServerPlaylist, of id: ServerID,
    merging: @escaping @Sendable (_ base: [Int], _ first: [Int], _ second: [Int]) -> [Int]
  ) async throws(LibraryError) -> ServerPlaylistOutcome {
    let isKnown = try await read { db in
      try db.serverPlaylistRows(of: id, only: theirs.id).contains {
        try db.uncounted($0.playlist) != nil
      }
    }
    let body = { @Sendable (db: Database) in
      try ServerPlaylistWriting(db, db.server(id), theirs, merging).run()
    }
    guard isKnown else { return try await write(changing: .lists, body) }
    let name = Playlist.tidied(name: theirs.name) ?? "a playlist"
    return try await edit(name: { _ in "took \(name) over from its server" }, body)
  }

  /// Keeps that a server holds a playlist of the library now, by the id and the version it gave.
  package func keepServerPlaylist(
    _ sent: ServerPlaylist, as playlist: PlaylistID, of id: ServerID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      let server = try db.server(id)
      guard let ours = try db.uncounted(playlist) else { throw LibraryError.noSuchPlaylist }
      let known = try db.tracks(of: sent.tracks, at: server)
      try db.keep(
        ServerPlaylistRow(
          id: sent.id, playlist: playlist, name: sent.name, ownName: ours.name,
          version: sent.version, tracks: sent.tracks.compactMap { known[$0]?.rawValue },
          isOurs: sent.isOurs), of: id)
    }
  }

  /// Notes that a playlist is on its way to a server, in several requests: until
  /// `keepServerPlaylist` the server may have the first of its tracks alone.
  package func beginSending(
    _ wanted: ServerPlaylist, of id: ServerID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: "UPDATE server_playlists SET sending = ?, version = NULL WHERE source = ? AND id = ?",
        arguments: [try StoredJSON.text(of: wanted.tracks), id.rawValue, wanted.id])
    }
  }

  /// A playlist of the library as a server can have it: its name, and its tracks of that server.
  package func contents(
    of playlist: PlaylistID, at id: ServerID
  ) async throws(LibraryError) -> (name: String, tracks: [String]) {
    try await read { db in
      guard let contents = try ServerPlaylistContents(playlist, db.server(id), db) else {
        throw LibraryError.noSuchPlaylist
      }
      return (contents.name, contents.serverIDs)
    }
  }

  /// The ids of the tracks that are the parts of some books of a server, in their order.
  package func serverParts(
    ofItems items: [String], at id: ServerID
  ) async throws(LibraryError) -> [String] {
    try await read { db in
      let server = try db.server(id)
      return try items.flatMap { item -> [String] in
        guard let book = try db.book(ofItem: item, at: id) else { return [] }
        return try db.ids(of: db.storedParts(of: book.rawValue).map(\.track.rawValue), at: server)
      }
    }
  }

  /// Forgets playlists that are not at the server any more; the library's own stay as they are.
  package func forgetServerPlaylists(
    except ids: Set<String>, of id: ServerID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      for row in try db.serverPlaylistRows(of: id) where !ids.contains(row.id) {
        try db.execute(
          sql: "DELETE FROM server_playlists WHERE source = ? AND id = ?",
          arguments: [id.rawValue, row.id])
      }
    }
  }
}
