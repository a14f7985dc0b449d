internal import GRDB
package import Music

extension Library {
  /// Adds tracks behind an entry of a playlist, without duplicates; at its end without an entry, or
  /// where that is gone.
  ///
  /// - Parameter passed: Earlier additions behind the same entry, which come first.
  package func insert(
    _ tracks: [QueuedTrack], into playlist: PlaylistID, behind entry: EntryID?,
    past passed: [TrackID]
  ) async throws(LibraryError) -> Addition {
    try await edit(name: Library.step) { db in
      let before = try ListBuilder(db, self).contents(of: playlist).entries
      let addition = try db.add(tracks, to: playlist)
      guard addition.added > 0, let entry,
        let index = before.firstIndex(where: { $0.id == entry.rawValue })
      else { return addition }
      let first = Set(try db.current(passed))
      let rest = before[(index + 1)...].drop { first.contains($0.track) }
      let known =
        before.map { (id: $0.id, position: $0.order) } + (try db.last(addition.added, of: playlist))
      let order =
        before[..<rest.startIndex].map(\.id) + known[before.count...].map(\.id) + rest.map(\.id)
      try db.setOrder(order, from: known)
      return addition
    }
  }
}

extension Database {
  /// The last entries of a playlist in their order, with their positions.
  fileprivate func last(_ count: Int, of id: PlaylistID) throws
    -> [(id: Int64, position: Int64)]
  {
    try Row.fetchAll(
      self,
      sql: """
        SELECT id, position FROM entries WHERE playlist = ? ORDER BY position DESC, id DESC LIMIT ?
        """, arguments: [id.rawValue, count]
    ).reversed().map { try ($0.value(0), $0.value(1)) }
  }
}
