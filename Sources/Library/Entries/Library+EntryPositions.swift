internal import GRDB
package import Music

extension Library {
  /// Moves entries of a playlist together, in their order.
  package func moveEntries(_ entries: [EntryID], of playlist: PlaylistID, _ position: EntryPosition)
    async throws(LibraryError)
  {
    try await moveEntries(entries, of: playlist) { order, moving in
      func index(of entry: EntryID, after isBehind: Bool) -> Int {
        guard let target = order.index(of: entry.rawValue) else { return order.count }
        let reached = target + 1 - moving.count { $0 <= target }
        return isBehind || moving.contains(target) ? reached : reached - 1
      }
      switch position {
      case .top: return 0
      case .bottom: return order.count
      case .by(let step): return (moving.first ?? 0) + step
      case .before(let entry): return index(of: entry, after: false)
      case .after(let entry): return index(of: entry, after: true)
      }
    }
  }

  /// The remaining playing time of a playlist from an entry on; nil when the entry is not in it.
  package func remaining(of playlist: PlaylistID, from entry: EntryID) async throws(LibraryError)
    -> PlayTotal?
  {
    await catalog.ready()
    return try await read { db in
      let list = try ListBuilder(db, self).list(ListQuery(.playlist(playlist)))
      guard case .playlist(let entries) = list.content else { return nil }
      return entries.remaining(from: entry.rawValue)
    }
  }

  /// Adds tracks to the end of a playlist, duplicates included.
  package func addAgain(_ tracks: [QueuedTrack], to playlist: PlaylistID)
    async throws(LibraryError) -> Addition
  {
    try await edit(name: Library.stepAgain) { db in
      try db.add(tracks, to: playlist, again: true)
    }
  }

  @Sendable private static func stepAgain(_ addition: Addition) -> String {
    let what = addition.title ?? addition.added.counted("track", .plain)
    return "added \(what) to \(addition.playlist) again"
  }
}
