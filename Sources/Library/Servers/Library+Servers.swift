internal import GRDB
package import Music

// The servers that the user has added. They are set up like settings: none of this is a step of the
// history.
extension Library {
  /// All servers by name.
  package func servers() async throws(LibraryError) -> [Server] {
    try await read { try $0.servers() }
  }

  /// Adds a server. One that was removed before comes back with its UUID, so that its tracks, and
  /// all that the user made of them, are found by the next listing.
  ///
  /// - Throws: `.server` for a name that is taken, and for a user of a server that is there already.
  package func addServer(
    kind: ServerKind, name: String, address: String, user: String? = nil,
    options: ServerOptions = ServerOptions()
  ) async throws(LibraryError) -> Server {
    let name = try Library.tidied(serverName: name)
    return try await write(changing: .nothing) { db in
      try db.refuseTaken(name: name, kind, address, user)
      let json = try StoredJSON.text(of: options)
      let known = try Row.fetchOne(
        db,
        sql: """
          SELECT v.source, v.uuid FROM \(ServerRow.source)
          WHERE v.removed AND v.kind = ? AND s.address = ? AND v.user IS ? ORDER BY v.source DESC
          """, arguments: [kind.rawValue, address, user])
      if let known {
        let (id, uuid): (Int64, String) = (try known.value(0), try known.value(1))
        try db.renameFolder(uuid, to: name)
        try db.execute(sql: "UPDATE sources SET name = ? WHERE id = ?", arguments: [name, id])
        try db.set("options = ?, removed = 0, last_listing = NULL", [json], of: ServerID(id))
        try db.beginPlaylistsAnew(of: ServerID(id))
        return try db.server(ServerID(id))
      }
      try db.execute(
        sql: "INSERT INTO sources (kind, name, address) VALUES ('server', ?, ?)",
        arguments: [name, address])
      let id = db.lastInsertedRowID
      try db.execute(
        sql: "INSERT INTO servers (source, uuid, kind, user, options) VALUES (?, ?, ?, ?, ?)",
        arguments: [id, LibraryUUID.random().text, kind.rawValue, user, json])
      return try db.server(ServerID(id))
    }
  }

  /// Changes the name, the address, the user or the options of a server as it is now, in one
  /// transaction: what another change has set meanwhile stays.
  ///
  /// - Throws: `.server`, as `addServer`, and for one that is gone.
  /// - Returns: The server afterwards.
  @discardableResult
  package func changeServer(
    _ id: ServerID, _ change: @escaping @Sendable (inout Server) -> Void
  ) async throws(LibraryError) -> Server {
    try await write(changing: .tracks) { db in
      let old = try db.server(id)
      var new = old
      change(&new)
      new.name = try Library.tidied(serverName: new.name)
      try db.refuseTaken(name: new.name, old.kind, new.address, new.user, except: id)
      try db.execute(
        sql: "UPDATE sources SET name = ?, address = ? WHERE id = ?",
        arguments: [new.name, new.address, id.rawValue])
      try db.set(
        "user = ?, options = ?", [new.user, try StoredJSON.text(of: new.options)], of: id)
      if new.name != old.name {
        try db.renameFolder(old.name, to: new.name)
        // Lists show and search the name of the folder.
        try db.execute(
          sql: "UPDATE tracks SET changed = ? WHERE folder = ?",
          arguments: [try db.nextChange(), try db.folder(of: new)])
      }
      return try db.server(id)
    }
  }

  /// Removes a server. Its tracks become missing, so that entries of playlists, ratings and plays
  /// stay; its books leave the lists with their places and bookmarks kept.
  ///
  /// - Returns: The number of its tracks.
  package func removeServer(_ id: ServerID) async throws(LibraryError) -> Int {
    let folder = try await write(changing: .nothing) { db in try db.folder(of: db.server(id)) }
    var count = 0
    var batch = 0
    repeat {
      batch = try await write(changing: .tracks) { db in
        try db.loseTracks(Library.lostAtOnce, in: folder)
      }
      count += batch
    } while batch == Library.lostAtOnce
    return try await write(changing: .tracks) { [count] db in
      let server = try db.server(id)
      // A listing may have stored more meanwhile.
      let rest = try db.loseTracks(.max, in: folder)
      try db.renameFolder(server.name, to: server.uuid)
      try db.set("removed = 1, is_listing = 0, cursor = NULL", [], of: id)
      try db.execute(
        sql:
          "UPDATE books SET gone = 1 WHERE id IN (SELECT book FROM server_books WHERE source = ?)",
        arguments: [id.rawValue])
      // All details are fetched again when the server comes back. Changes that it was not sent stay.
      for table in ["server_items", "shared_playlists"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE source = ?", arguments: [id.rawValue])
      }
      return count + rest
    }
  }

  /// Tracks that become missing in one transaction.
  static let lostAtOnce = 5_000

  private static func tidied(serverName name: String) throws(LibraryError) -> String {
    guard let name = Playlist.tidied(name: name) else { throw .server(.emptyName) }
    return name
  }
}

extension Database {
  fileprivate func refuseTaken(
    name: String, _ kind: ServerKind, _ address: String, _ user: String?, except id: ServerID? = nil
  ) throws {
    func key(_ name: String) -> String { SortKey.folded(FilePath.server(named: name).name) }
    for server in try servers() where server.id != id {
      if (server.kind, server.address, server.user) == (kind, address, user) {
        throw LibraryError.server(.known(server.name))
      }
      if key(server.name) == key(name) { throw LibraryError.server(.nameTaken(server.name)) }
    }
  }

  /// Marks some of a folder's tracks as missing.
  fileprivate func loseTracks(_ count: Int, in folder: Int64) throws -> Int {
    let tracks = try Int64.fetchAll(
      self, sql: "SELECT id FROM tracks WHERE folder = ? AND missing = 0 LIMIT ?",
      arguments: [folder, count])
    try setMissing(tracks)
    return tracks.count
  }

  /// Marks tracks as missing.
  func setMissing(_ tracks: [Int64]) throws {
    let update = try cachedStatement(sql: "UPDATE tracks SET missing = 1 WHERE id = ?")
    for track in tracks { try update.execute(arguments: [track]) }
  }
}
