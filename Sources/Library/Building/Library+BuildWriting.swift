internal import GRDB
package import Music

extension Library {
  /// The tracks of a playlist that a build reuses, in their order; virtual tracks with their
  /// entries.
  ///
  /// - Throws: `.smart` for a playlist that its query fills.
  package func buildTracks(of playlist: PlaylistID) async throws(LibraryError) -> [QueuedTrack] {
    try await read { db in
      let id = try db.editable(playlist).id
      return try db.entries(of: id).map {
        QueuedTrack(TrackID($0.track), entry: $0.isVirtualTrack ? EntryID($0.id) : nil)
      }
    }
  }

  /// Writes the tracks of a build, in one step of the history; tracks that have left the library
  /// are left out and counted.
  ///
  /// - Parameter slot: The mix slot that gets the playlist in the same step; nil for none.
  /// - Throws: `.noSuchTrack` where all tracks are gone; `.smart`, `.nameTaken`, `.emptyName` and
  ///   `.noSuchPlaylist`. Nothing is written then.
  package func writeBuild(
    _ tracks: [QueuedTrack], to target: BuildTarget, assigning slot: MixSlot? = nil
  ) async throws(LibraryError) -> BuildWriting {
    var tidied: String?
    if case .new(let name) = target { tidied = try PlaylistName.tidied(name) }
    let name = tidied ?? ""
    return try await edit(name: { "built \($0.name)" }) { db in
      let there = try db.present(tracks)
      guard tracks.isEmpty || !there.isEmpty else { throw LibraryError.noSuchTrack }
      let (playlist, written): (Playlist, Int)
      switch target {
      case .new:
        playlist = try db.makePlaylist(named: name, in: nil)
        written = try db.add(there, to: playlist.id).added
      case .replacing(let id, let asRead):
        playlist = try db.editable(id)
        written = try db.replace(there, of: id, asRead: asRead)
      case .extending(let id):
        playlist = try db.editable(id)
        written = try db.add(there, to: id).added
      }
      if let slot {
        try db.execute(
          sql: "UPDATE slots SET playlist = ? WHERE slot = ?",
          arguments: [playlist.id.rawValue, slot.rawValue])
      }
      return BuildWriting(
        playlist: playlist.id, name: playlist.name, written: written,
        gone: tracks.count - there.count)
    }
  }
}

extension Database {
  /// The tracks that are in the library, by their current ids.
  fileprivate func present(_ tracks: [QueuedTrack]) throws -> [QueuedTrack] {
    let current = try current(tracks.map(\.track))
    var present = IDSet()
    try inSlices(current) { slice in
      let ids = try Int64.fetchCursor(
        self, sql: "SELECT id FROM tracks WHERE id IN \(Database.marks(slice.count))",
        arguments: StatementArguments(slice))
      while let id = try ids.next() { present.insert(id) }
    }
    return zip(tracks, current).compactMap { queued, track in
      present.contains(track) ? QueuedTrack(TrackID(track), entry: queued.entry) : nil
    }
  }

  /// Makes some tracks the only ones of a playlist, in their order. Its entries of them stay, and
  /// those that were added since it was read.
  ///
  /// - Returns: The number of its tracks.
  fileprivate func replace(
    _ tracks: [QueuedTrack], of id: PlaylistID, asRead: [QueuedTrack]?
  ) throws -> Int {
    // Of several entries of a track, the first is at the end, from where they are taken.
    var (plain, virtual): ([Int64: [Int64]], Set<Int64>) = ([:], [])
    let old = try entries(of: id)
    for entry in old.reversed() {
      if entry.isVirtualTrack {
        virtual.insert(entry.id)
      } else {
        plain[entry.track, default: []].append(entry.id)
      }
    }
    var position = try lastPosition(of: id)
    var order: [Int64] = []
    let insertion = try cachedStatement(
      sql: "INSERT INTO entries (playlist, track, position) VALUES (?, ?, ?)")
    for queued in tracks {
      if let entry = queued.entry?.rawValue {
        // A virtual track is nowhere but in its entry.
        if virtual.remove(entry) != nil { order.append(entry) }
      } else if let entry = plain[queued.track.rawValue]?.popLast() {
        order.append(entry)
      } else {
        position += Database.gap
        try insertion.execute(arguments: [id.rawValue, queued.track.rawValue, position])
        order.append(lastInsertedRowID)
      }
    }
    let placed = Set(order)
    if let asRead { order += try added(to: old, since: asRead).filter { !placed.contains($0) } }
    let kept = Set(order)
    try inSlices(old.map(\.id).filter { !kept.contains($0) }) { slice in
      try execute(
        sql: "DELETE FROM entries WHERE id IN \(Database.marks(slice.count))",
        arguments: StatementArguments(slice))
    }
    try setOrder(order, of: id)
    try touch(id)
    return order.count
  }

  /// The entries that a playlist had not when it was read: of a track that it had, those beyond the
  /// number it had.
  private func added(
    to entries: [PlaylistEntry], since read: [QueuedTrack]
  ) throws -> [Int64] {
    var known = Set<Int64>()
    var counts: [Int64: Int] = [:]
    for (queued, track) in zip(read, try current(read.map(\.track))) {
      if let entry = queued.entry {
        known.insert(entry.rawValue)
      } else {
        counts[track, default: 0] += 1
      }
    }
    return entries.filter { entry in
      if entry.isVirtualTrack { return !known.contains(entry.id) }
      let left = counts[entry.track, default: 0]
      counts[entry.track] = left - 1
      return left <= 0
    }.map(\.id)
  }
}
