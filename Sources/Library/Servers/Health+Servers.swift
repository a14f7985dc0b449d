internal import GRDB
package import Music

extension Health {
  /// A server of a library, as its rows tell.
  package struct ListedServer: Equatable, Sendable {
    package var server: Server
    package var tracks: Int
    /// Whether a listing was begun and has not ended.
    package var isListing: Bool
  }

  /// The servers by name; none where the library cannot be read.
  package static func servers(of path: FilePath) -> [ListedServer] {
    let path = path.withoutLink
    // The library's own check tells why it cannot be read.
    let servers = try? reading(path) { db -> [ListedServer] in
      guard try db.isOurs(at: path), try db.tableExists("servers") else { return [] }
      let counts = try db.serverTrackCounts()
      let listing = try Set(
        Int64.fetchAll(db, sql: "SELECT source FROM servers WHERE is_listing"))
      return try db.servers().map { server in
        ListedServer(
          server: server, tracks: counts[server.id] ?? 0,
          isListing: listing.contains(server.id.rawValue))
      }
    }
    return servers ?? []
  }
}
