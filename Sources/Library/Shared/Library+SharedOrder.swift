internal import GRDB
package import Music

/// A step of the history that was undone or redone.
package struct FlippedStep: Equatable, Sendable {
  package var name: String
  /// The playlists of servers for sharing whose entries a step has moved.
  package var reorders: [SharedReorder]
}

/// The tracks of a shared playlist as the library has them, before and after a move was undone or redone.
package struct SharedReorder: Equatable, Sendable {
  package var playlist: SharedPlaylistID
  /// Ids of the server.
  package var before: [String]
  package var after: [String]

  package init(playlist: SharedPlaylistID, before: [String], after: [String]) {
    (self.playlist, self.before, self.after) = (playlist, before, after)
  }
}

/// A move within a shared playlist.
package struct SharedMove: Equatable, Sendable {
  /// Ids of entries at the server.
  package var entries: [String]
  /// The entry behind which they come; nil for the beginning.
  package var anchor: String?

  package init(entries: [String], anchor: String?) {
    (self.entries, self.anchor) = (entries, anchor)
  }
}

extension Library {
  /// Puts the tracks of a shared playlist into the order that its server was last known to have, after
  /// a move that the server does not get. What the user has added stays where it is.
  ///
  /// - Parameter moves: those that wait to be sent; they hold.
  package func takeBackOrder(
    of id: SharedPlaylistID, keeping moves: [SharedMove] = []
  ) async throws(LibraryError) {
    _ = try await edit(name: { (name: String) in
      "took the order of \(name) over from its server"
    }) { db in
      let server = try db.server(id.server)
      guard let row = try db.serverPlaylistRows(of: id.server, only: id.id).first,
        let ours = try ServerPlaylistContents(row.playlist, server, db)
      else { return "a playlist" }
      let places = try db.sharedPlaces(of: id, after: moves)
      let entries = Array(zip(ours.entries, ours.ids))
      let order = SharedOrder.sorted(entries) { $0.1.flatMap { places[$0] } }.map(\.0.id)
      guard order != ours.entries.map(\.id) else { return ours.name }
      try db.setOrder(order, of: row.playlist)
      try db.touch(row.playlist)
      return ours.name
    }
  }
}

extension Database {
  /// Takes in a move that the server has by now. A playlist of the library with the same order counts as
  /// what both sides have then.
  func move(_ moved: [String], of id: SharedPlaylistID, after anchor: String?) throws {
    let old = try String.fetchAll(
      self,
      sql: "SELECT id FROM shared_entries WHERE source = ? AND playlist = ? ORDER BY position, id",
      arguments: [id.server.rawValue, id.id])
    let order = SharedOrder.moving(moved, of: old, after: anchor)
    guard order != old else { return }
    let update = try cachedStatement(
      sql: "UPDATE shared_entries SET position = ? WHERE source = ? AND playlist = ? AND id = ?")
    for (position, entry) in order.enumerated() {
      try update.execute(arguments: [position, id.server.rawValue, id.id, entry])
    }
    let server = try server(id.server)
    let places = try sharedPlaces(of: id)
    guard var row = try serverPlaylistRows(of: id.server, only: id.id).first,
      let ours = try ServerPlaylistContents(row.playlist, server, self),
      SharedOrder.sorted(ours.serverIDs, by: { places[$0] }) == ours.serverIDs
    else { return }
    let ids = Dictionary(
      zip(ours.entries, ours.ids).map { ($0.track, $1) }, uniquingKeysWith: { first, _ in first })
    row.tracks = SharedOrder.sorted(row.tracks) { (ids[$0] ?? nil).flatMap { places[$0] } }
    row.version = nil
    try keep(row, of: id.server)
  }

  /// The places of the tracks of a shared playlist at its server, once it has these moves as well.
  fileprivate func sharedPlaces(
    of id: SharedPlaylistID, after moves: [SharedMove] = []
  ) throws -> [String: Int] {
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT id, track FROM shared_entries
        WHERE source = ? AND playlist = ? ORDER BY position, id
        """, arguments: [id.server.rawValue, id.id])
    var entries: [String] = []
    var tracks: [String: String] = [:]
    for row in rows {
      let entry: String = try row.value(0)
      entries.append(entry)
      tracks[entry] = try row.value(1)
    }
    for move in moves {
      entries = SharedOrder.moving(move.entries, of: entries, after: move.anchor)
    }
    let order = entries.compactMap { tracks[$0] }
    return Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The library's tracks of the shared playlists in which the user may move them.
  func sharedOrders() throws -> [SharedPlaylistID: [String]] {
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT p.source, p.id, k.playlist FROM shared_playlists p
          JOIN servers v ON v.source = p.source AND NOT v.removed
          JOIN server_playlists k ON k.source = p.source AND k.id = p.id
        WHERE p.can_edit AND p.standing IN ('own', 'shared')
        """)
    var orders: [SharedPlaylistID: [String]] = [:]
    for row in rows {
      let server = ServerID(try row.value(0))
      let playlist = PlaylistID(try row.value(2))
      guard let ours = try ServerPlaylistContents(playlist, self.server(server), self) else {
        continue
      }
      orders[SharedPlaylistID(server: server, id: try row.value(1))] = ours.serverIDs
    }
    return orders
  }

  func reorders(since old: [SharedPlaylistID: [String]]) throws -> [SharedReorder] {
    let new = try sharedOrders()
    return old.sorted { ($0.key.server.rawValue, $0.key.id) < ($1.key.server.rawValue, $1.key.id) }
      .compactMap { id, before in
        guard let after = new[id], after != before else { return nil }
        return SharedReorder(playlist: id, before: before, after: after)
      }
  }
}
