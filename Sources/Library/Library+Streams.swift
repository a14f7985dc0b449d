import Foundation
internal import GRDB
package import Music

extension Library {
  /// Makes a stream a track of the library, or finds it there; its title is its address until
  /// another one is known.
  package func addStream(_ address: StreamAddress, title: String? = nil)
    async throws(LibraryError) -> TrackID
  {
    let known = title.map { String($0.prefix(500)) } ?? ""
    return try await write(changing: .tracks) { db in
      let path = address.path
      if let id = try db.track(at: path) {
        // Whoever names it again means it: it is tried again, and may have a better name.
        try db.execute(sql: "UPDATE tracks SET fault = NULL WHERE id = ?", arguments: [id])
        if !known.isEmpty { try db.nameStream(id, known) }
        return TrackID(id)
      }
      try db.execute(
        sql: """
          INSERT INTO folders (parent, path, order_key) VALUES (NULL, ?, ?)
          ON CONFLICT (path) DO NOTHING
          """,
        arguments: [
          FilePath.streams.data, FilePath(bytes: TextKey.root(.streams)).data,
        ])
      let none = Data(TextKey.none)
      try db.execute(
        sql: """
          INSERT INTO tracks (path, folder, codec, container, sample_rate, channels, has_art, size,
            modified, added, credit, title_key, artist_key, album_key, genre_key, credit_key,
            name_key, changed)
          SELECT ?1, id, '', '', 0, 0, 0, 0, 0, ?2, '', ?3, ?3, ?3, ?3, ?3, ?4, ?6
          FROM folders WHERE path = ?5
          """,
        arguments: [
          path.data, Date.now.unixSeconds, none, Data(SortKey.bytes(path.text)),
          FilePath.streams.data, try db.nextChange(),
        ])
      let id = db.lastInsertedRowID
      try db.nameStream(id, known.isEmpty ? path.text : known)
      return TrackID(id)
    }
  }
}

extension Database {
  fileprivate func track(at path: FilePath) throws -> Int64? {
    try Int64.fetchOne(
      self, sql: "SELECT id FROM tracks WHERE path = ?", arguments: [path.data])
  }

  fileprivate func nameStream(_ id: Int64, _ title: String) throws {
    try execute(
      sql: "UPDATE tracks SET title = ?, title_key = ?, changed = ? WHERE id = ?",
      arguments: [title, Data(TextKey.key(title)), try nextChange(), id])
  }
}
