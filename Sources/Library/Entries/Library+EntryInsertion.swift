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
      let before = try db.entries(of: playlist)
      let addition = try db.add(tracks, to: playlist)
      guard addition.added > 0, let entry,
        let index = before.firstIndex(where: { $0.id == entry.rawValue })
      else { return addition }
      let first = Set(try db.current(passed))
      let rest = before[(index + 1)...].drop { first.contains($0.track) }
      let new = try db.entries(of: playlist).suffix(addition.added)
      let order = before[..<rest.startIndex] + new + rest
      try db.setOrder(order.map(\.id), of: playlist)
      return addition
    }
  }
}
