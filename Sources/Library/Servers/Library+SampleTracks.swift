import FoundationEssentials
internal import GRDB
package import Music

/// What tells a track of a server from others that have its id elsewhere.
package struct SampleTrack: Equatable, Sendable {
  /// The server's id.
  package var id: String
  package var title: String?
  /// Bytes; 0 for unknown.
  package var size: Int64

  package func isSame(as track: ServerTrack) -> Bool {
    guard size <= 0 || track.size <= 0 else { return size == track.size }
    return title == ListedTrack(track).texts.title
  }
}

extension Library {
  /// Some tracks of a server, by chance.
  package func sampleTracks(
    of server: Server, count: Int
  ) async throws(LibraryError) -> [SampleTrack] {
    guard let paths = server.paths else { return [] }
    return try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT path, title, size FROM tracks
          WHERE path > ? AND path < ? AND source = ? AND missing = 0 ORDER BY random() LIMIT ?
          """, arguments: [paths.start, paths.end, server.id.rawValue, count]
      ).compactMap { row -> SampleTrack? in
        let path: Data = try row.value(0)
        let address = ServerTrackAddress(parsing: String(decoding: path, as: UTF8.self))
        return try address.map {
          try SampleTrack(id: $0.track, title: row.value(1), size: row.value(2))
        }
      }
    }
  }
}
