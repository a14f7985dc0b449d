internal import GRDB
package import Music

extension Library {
  /// Adds tracks to the end of a playlist, without duplicates; an entry that is a virtual track is
  /// added as such.
  package func add(_ tracks: [QueuedTrack], to playlist: PlaylistID) async throws(LibraryError)
    -> Addition
  {
    try await edit(name: Library.step) { db in try db.add(tracks, to: playlist) }
  }

  package func add(_ tracks: [TrackID], to playlist: PlaylistID) async throws(LibraryError)
    -> Addition
  {
    try await add(tracks.map { QueuedTrack($0) }, to: playlist)
  }

  package func add(_ tracks: [TrackID], to slot: MixSlot) async throws(LibraryError) -> Addition? {
    try await add(tracks.map { QueuedTrack($0) }, to: slot)
  }

  /// Adds tracks to the playlist of a mix slot, as to any other; nil when the slot is empty.
  package func add(_ tracks: [QueuedTrack], to slot: MixSlot) async throws(LibraryError)
    -> Addition?
  {
    try await edit(name: { $0.map(Library.step) ?? "" }) { db in
      let playlist = try Int64.fetchOne(
        db, sql: "SELECT playlist FROM slots WHERE slot = ?", arguments: [slot.rawValue])
      return try playlist.map { try db.add(tracks, to: PlaylistID($0)) }
    }
  }

  @Sendable static func step(_ addition: Addition) -> String {
    "added \(addition.title ?? addition.added.counted("track", .plain)) to \(addition.playlist)"
  }

  /// Removes entries from their playlists.
  package func removeEntries(_ entries: [EntryID]) async throws(LibraryError) {
    try await edit(name: { "removed \(entries.count.counted("entry", .plain))" }) {
      db in
      let ids = entries.map(\.rawValue)
      try db.inSlices(ids) { slice in
        let marks = Database.marks(slice.count)
        let touched = try Int64.fetchAll(
          db, sql: "SELECT DISTINCT playlist FROM entries WHERE id IN \(marks)",
          arguments: StatementArguments(slice))
        try db.execute(
          sql: "DELETE FROM entries WHERE id IN \(marks)", arguments: StatementArguments(slice))
        for playlist in touched { try db.touch(PlaylistID(playlist)) }
      }
    }
  }

  /// Moves entries of a playlist together, in their order, so that the first is at an index counted
  /// without them; an index past the end means the end.
  package func moveEntries(_ entries: [EntryID], of playlist: PlaylistID, to index: Int)
    async throws(LibraryError)
  {
    try await moveEntries(entries, of: playlist) { _, _ in index }
  }

  /// The beginning of the names of steps that move entries.
  static let moveStep = "moved "

  /// - Parameter index: the index of the first, counted without those that move; computed from the
  ///   whole order and the indices in it of those that move, ascending.
  func moveEntries(
    _ entries: [EntryID], of playlist: PlaylistID,
    to index: @Sendable (_ order: PlaylistContents, _ moving: [Int]) -> Int
  ) async throws(LibraryError) {
    let moved = entries.count.counted("entry", .plain)
    _ = try await edit(name: { (name: String) in "\(Self.moveStep)\(moved) in \(name)" }) { db in
      let name = try db.existing(playlist).name
      let all = try ListBuilder(db, self).contents(of: playlist)
      let moving = all.indices(of: entries.map(\.rawValue))
      let target = min(max(0, index(all, moving)), all.count - moving.count)
      if try db.move(moving, in: all, to: target) {
        try db.touch(playlist)
      }
      return name
    }
  }
}

extension Database {
  /// The gap between positions, which leaves room for a later version to move with one write.
  static let gap: Int64 = 65_536

  /// The unit of duplicates in a playlist: a track, or a virtual track of one.
  private struct EntryKey: Hashable {
    var track: Int64
    var start: Int64?
    var end: Int64?
    var isVirtualTrack = false
  }

  private func entryKeys(_ condition: String, _ values: StatementArguments) throws -> [Int64:
    EntryKey]
  {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT id, track, start_offset, end_offset, title IS NOT NULL FROM entries
        WHERE \(condition)
        """, arguments: values)
    var entryKeys: [Int64: EntryKey] = [:]
    while let row = try rows.next() {
      let isVirtualTrack: Bool = try row.value(4)
      entryKeys[try row.value(0)] =
        try isVirtualTrack
        ? EntryKey(
          track: row.value(1), start: row.value(2), end: row.value(3), isVirtualTrack: true)
        : EntryKey(track: row.value(1))
    }
    return entryKeys
  }

  /// - Parameter again: whether duplicates are added, too.
  func add(_ tracks: [QueuedTrack], to id: PlaylistID, again: Bool = false) throws -> Addition {
    let playlist = try editable(id)
    let current = try current(tracks.map(\.track))
    var seen = IDSet()
    try inPaddedSlices(current) { slice in
      let present = try Int64.fetchCursor(
        cachedStatement(
          sql: """
            SELECT track FROM entries
            WHERE playlist = ? AND title IS NULL AND track IN \(Database.marks(slice.count))
            """), arguments: [id.rawValue] + StatementArguments(slice))
      while let track = try present.next() { seen.insert(track) }
    }
    var virtualTracks: [Int64: EntryKey] = [:]
    try inSlices(tracks.compactMap(\.entry?.rawValue)) { slice in
      let found = try entryKeys(
        "title IS NOT NULL AND id IN \(Database.marks(slice.count))", StatementArguments(slice))
      virtualTracks.merge(found) { first, _ in first }
    }
    var seenVirtualTracks: Set<EntryKey> = []
    try inSlices(Array(Set(virtualTracks.values.map(\.track)))) { slice in
      let found = try entryKeys(
        "playlist = ? AND title IS NOT NULL AND track IN \(Database.marks(slice.count))",
        [id.rawValue] + StatementArguments(slice))
      seenVirtualTracks.formUnion(found.values)
    }
    var position = try lastPosition(of: id)
    // A track that has left the library is neither added nor counted.
    let insertion = try cachedStatement(
      sql: """
        INSERT INTO entries (playlist, track, position)
        SELECT ?1, id, ?3 FROM tracks WHERE id = ?2
        """)
    let copy = try cachedStatement(
      sql: """
        INSERT INTO entries (playlist, track, position, start_offset, end_offset, title, artist)
        SELECT ?1, track, ?3, start_offset, end_offset, title, artist FROM entries WHERE id = ?2
        """)
    var addition = Addition(playlist: playlist.name, added: 0, alreadyThere: 0)
    addition.target = id
    var given: Set<EntryKey> = []
    for (queued, track) in zip(tracks, current) {
      let virtualTrack = queued.entry.flatMap { virtualTracks[$0.rawValue] }
      let key = virtualTrack ?? EntryKey(track: track)
      guard given.insert(key).inserted else { continue }
      let isThere = virtualTrack.map { seenVirtualTracks.contains($0) } ?? seen.contains(key.track)
      guard again || !isThere else {
        addition.alreadyThere += 1
        addition.skipped.append(queued)
        continue
      }
      let source = virtualTrack == nil ? track : queued.entry?.rawValue
      try (virtualTrack == nil ? insertion : copy).execute(
        arguments: [id.rawValue, source, position + Database.gap])
      guard changesCount > 0 else { continue }
      position += Database.gap
      addition.added += 1
    }
    if addition.added > 0 { try touch(id) }
    if tracks.count == 1, let only = tracks.first {
      addition.title = try resolved([only])[only]?.track.title
    }
    return addition
  }

  /// The position of the last entry of a playlist; 0 where there is none. There is room behind it
  /// for as many entries as there ever are.
  func lastPosition(of id: PlaylistID) throws -> Int64 {
    let last = try Int64.fetchOne(
      self, sql: "SELECT max(position) FROM entries WHERE playlist = ?", arguments: [id.rawValue])
    guard let last, last > Int64.max >> 1 else { return last ?? 0 }
    // No edit of ours leaves such a position.
    let order = try entryIDs(of: id)
    try renumber(order)
    return Int64(order.count) * Database.gap
  }
}
