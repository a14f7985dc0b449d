internal import GRDB
package import Music

extension Library {
  /// An order for the entries of a playlist in which they go better into each other.
  ///
  /// - Throws: `smart` for a playlist that has no entries of its own.
  package func arrangement(
    of playlist: PlaylistID, keepingFirst: Bool = true, rules: MixRules = MixRules()
  ) async throws(LibraryError) -> Arrangement {
    let (name, entries) = try await read { db in
      let name = try db.editable(playlist).name
      let queued = try db.entries(of: playlist).map {
        QueuedTrack(TrackID($0.track), entry: EntryID($0.id))
      }
      let found = try db.standing(queued)
      let entries = queued.compactMap { queued in
        queued.entry.flatMap { id in
          found[queued].map { Arrangement.Entry(id, $0.track) }
        }
      }
      return (name, entries)
    }
    // The work is done outside of the database: others read on meanwhile.
    let order = MixOrder.arrange(
      entries.map(\.track.mixPoint), keepingFirst: keepingFirst, rules: rules)
    return Arrangement(
      playlist: playlist, name: name, entries: entries, order: order, isFirstKept: keepingFirst)
  }

  /// Puts the entries of a playlist into an order, as one step; entries that it does not name
  /// follow in the order they have.
  package func arrange(_ entries: [EntryID], of playlist: PlaylistID) async throws(LibraryError) {
    _ = try await edit(name: { (name: String) in "arranged \(name)" }) { db in
      let name = try db.editable(playlist).name
      let all = try db.entries(of: playlist).map(\.id)
      let present = Set(all)
      var named: Set<Int64> = []
      var order = entries.map(\.rawValue).filter {
        present.contains($0) && named.insert($0).inserted
      }
      order += all.filter { !named.contains($0) }
      if order != all {
        try db.setOrder(order, of: playlist)
        try db.change(playlist, "id = id", [])
      }
      return name
    }
  }
}
