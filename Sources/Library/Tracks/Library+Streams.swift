import FoundationEssentials
internal import GRDB
package import Music

extension Library {
  /// Adds a stream as a track of the library, or finds it there; its title is its address until
  /// another one is known.
  package func addStream(_ address: StreamAddress, title: String? = nil)
    async throws(LibraryError) -> TrackID
  {
    try await write(changing: .tracks) { db in TrackID(try db.stream(address, title: title)) }
  }
}

extension Database {
  /// The track of a stream, created when there is none.
  func stream(_ address: StreamAddress, title: String?) throws -> Int64 {
    let known = title.map { String($0.prefix(500)) } ?? ""
    let source = MediaSource.stream(address)
    if let id = try track(of: source) {
      // Adding it again means a retry, perhaps with a better name.
      try execute(sql: "UPDATE tracks SET fault = NULL WHERE id = ?", arguments: [id])
      if !known.isEmpty { try nameStream(id, known) }
      return id
    }
    try execute(
      sql: """
        INSERT INTO folders (parent, path) VALUES (NULL, ?) ON CONFLICT (path) DO NOTHING
        """, arguments: [FilePath.streams.data])
    try execute(
      sql: """
        INSERT INTO tracks (id, source, path, folder, codec, container, sample_rate, channels,
          has_art, size, modified, added, credit, changed)
        SELECT \(Database.nextTrack), ?1, ?2, id, '', '', 0, 0, 0, 0, 0, ?3, '', ?4
        FROM folders WHERE path = ?5
        """,
      arguments: [
        SourceNumber.streams.rawValue, source.data, Date.now.unixSeconds, try nextChange(),
        FilePath.streams.data,
      ])
    let id = lastInsertedRowID
    try nameStream(id, known.isEmpty ? source.text : known)
    return id
  }

  func track(of source: MediaSource) throws -> Int64? {
    try Int64.fetchOne(
      self, sql: "SELECT id FROM tracks WHERE path = ?", arguments: [source.data])
  }

  fileprivate func nameStream(_ id: Int64, _ title: String) throws {
    try execute(
      sql: "UPDATE tracks SET title = ?, changed = ? WHERE id = ?",
      arguments: [title, try nextChange(), id])
  }
}
