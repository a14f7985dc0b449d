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
      let before = try ListBuilder(db, self).contents(of: playlist)
      let addition = try db.add(tracks, to: playlist)
      guard addition.added > 0, let entry, let index = before.index(of: entry.rawValue) else {
        return addition
      }
      let passed = Set(try db.current(passed))
      let rest = before[(index + 1)..<before.count].drop { passed.contains($0.track) }
      let added = try db.last(addition.added, of: playlist)
      try db.setOrder(
        added.map(\.id) + rest.map(\.id),
        among: rest.map { (id: $0.id, position: $0.order) } + added,
        behind: before[0..<before.count - rest.count])
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
