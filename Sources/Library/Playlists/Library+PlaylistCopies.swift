internal import Catalog
internal import GRDB
package import Music

/// Playlists built from others, and those created and filled in one step.
extension Library {
  /// Creates a copy of a playlist with its entries, beside it.
  package func duplicatePlaylist(_ id: PlaylistID) async throws(LibraryError) -> Playlist {
    try await edit(name: { "copied to \($0.name)" }) { db in
      let old = try db.existing(id)
      let made = try db.makePlaylist(named: try db.freeName(like: old.name, "copy"), in: old.folder)
      let columns = try db.columns(in: "playlists").map(\.name)
        .filter { !["id", "name", "created", "modified"].contains($0) }
      let values = columns.map { "\($0) = (SELECT \($0) FROM playlists WHERE id = ?1)" }
      try db.execute(
        sql: "UPDATE playlists SET \(values.joined(separator: ", ")) WHERE id = ?2",
        arguments: [id.rawValue, made.id.rawValue])
      let entries = try Int64.fetchAll(
        db, sql: "SELECT id FROM entries WHERE playlist = ? ORDER BY position, id",
        arguments: [id.rawValue])
      try db.copy(entries, to: made.id)
      return try db.counted(made.id)
    }
  }

  /// Appends some playlists to a new or existing one, with the playback settings of each entry.
  /// Existing tracks are not added again: a track comes as often as in the source that has it most
  /// often. The sources are unchanged.
  package func merge(_ sources: [PlaylistID], intoNew name: String, in folder: PlaylistFolderID?)
    async throws(LibraryError) -> PlaylistMerge
  {
    let name = try PlaylistName.tidied(name)
    return try await merge(sources) { db in
      try db.makePlaylist(named: name, in: folder).id
    }
  }

  package func merge(_ sources: [PlaylistID], into target: PlaylistID)
    async throws(LibraryError) -> PlaylistMerge
  {
    try await merge(sources.filter { $0 != target }) { try $0.editable(target).id }
  }

  private func merge(
    _ sources: [PlaylistID], _ target: @Sendable (Database) throws -> PlaylistID
  ) async throws(LibraryError) -> PlaylistMerge {
    await catalog.ready()
    let name = { @Sendable (merge: PlaylistMerge) in
      "merged \(merge.sources.counted("playlist", .plain)) "
        + "into \(merge.playlist.name)"
    }
    return try await edit(name: name) { db in
      let contents = try sources.map { source in try db.mergeable(source, self) }
      let target = try target(db)
      var present: [MergedPosition: Int] = [:]
      for item in try db.mergeable(target, self) { present[item.key, default: 0] += 1 }
      var (chosen, doubles) = ([MergedItem](), 0)
      for items in contents {
        var seen: [MergedPosition: Int] = [:]
        for item in items {
          seen[item.key, default: 0] += 1
          if seen[item.key, default: 0] > present[item.key, default: 0] {
            present[item.key, default: 0] += 1
            chosen.append(item)
          } else {
            doubles += 1
          }
        }
      }
      try db.insert(chosen, into: target)
      return PlaylistMerge(
        playlist: try db.counted(target), sources: sources.count, added: chosen.count,
        doubles: doubles)
    }
  }

  /// Creates a playlist with tracks, in one step.
  package func createPlaylist(
    named name: String, in folder: PlaylistFolderID? = nil, with tracks: [QueuedTrack]
  ) async throws(LibraryError) -> Addition {
    let name = try PlaylistName.tidied(name)
    return try await edit(
      name: {
        "created \($0.playlist) with \($0.added.counted("track", .plain))"
      },
      { db in
        let made = try db.makePlaylist(named: name, in: folder)
        return try db.add(tracks, to: made.id)
      })
  }

  /// Assigns a slot to a new or existing playlist, and adds tracks to it, in one step.
  package func fill(
    _ slot: MixSlot, intoNew name: String, with tracks: [QueuedTrack]
  ) async throws(LibraryError) -> Addition {
    let name = try PlaylistName.tidied(name)
    return try await fill(slot, with: tracks) { try $0.makePlaylist(named: name, in: nil).id }
  }

  package func fill(
    _ slot: MixSlot, into playlist: PlaylistID, with tracks: [QueuedTrack]
  ) async throws(LibraryError) -> Addition {
    try await fill(slot, with: tracks) { try $0.editable(playlist).id }
  }

  /// Adds tracks to the playlist of a mix slot; an empty slot gets a new one in the same step.
  package func addOrFill(
    _ slot: MixSlot, with tracks: [QueuedTrack]
  ) async throws(LibraryError) -> Addition {
    if let addition = try await add(tracks, to: slot) { return addition }
    guard !tracks.isEmpty else { return Addition(playlist: "", added: 0, alreadyThere: 0) }
    var addition = try await fill(slot, with: tracks) { db in
      try db.makePlaylist(named: db.freeMixName(slot), in: nil).id
    }
    addition.isNew = true
    return addition
  }

  private func fill(
    _ slot: MixSlot, with tracks: [QueuedTrack],
    _ playlist: @Sendable (Database) throws -> PlaylistID
  ) async throws(LibraryError) -> Addition {
    let name = { @Sendable (addition: Addition) in
      let mix = "set mix \(slot.rawValue) to \(addition.playlist)"
      return tracks.isEmpty ? mix : "\(mix), \(Library.step(addition))"
    }
    return try await edit(name: name) { db in
      let id = try playlist(db)
      try db.execute(
        sql: "UPDATE slots SET playlist = ? WHERE slot = ?",
        arguments: [id.rawValue, slot.rawValue])
      return try db.add(tracks, to: id)
    }
  }
}

/// The unit of duplicates in a playlist: a track, or a virtual track of one.
private struct MergedPosition: Hashable {
  var track: Int64
  var start: Int64?
  var end: Int64?
  var title: String?
}

/// An item to append: a copy of another playlist's entry, or a plain track.
private struct MergedItem {
  var key: MergedPosition
  var entry: Int64?
}

extension Database {
  /// The items of a playlist, a smart one included.
  fileprivate func mergeable(_ id: PlaylistID, _ library: Library) throws -> [MergedItem] {
    let playlist = try existing(id)
    if let smart = playlist.smart {
      let tracks = try ListBuilder(self, library).tracks(of: smart, named: playlist.name)
      return tracks.ids(0..<tracks.count).map { MergedItem(key: MergedPosition(track: $0)) }
    }
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT id, track, title, start_offset, end_offset FROM entries
        WHERE playlist = ? ORDER BY position, id
        """, arguments: [id.rawValue])
    var items: [MergedItem] = []
    while let row = try rows.next() {
      var key = try MergedPosition(track: row.value(1))
      if let title: String = try row.value(2) {
        key = try MergedPosition(
          track: row.value(1), start: row.value(3), end: row.value(4), title: title)
      }
      try items.append(MergedItem(key: key, entry: row.value(0)))
    }
    return items
  }

  fileprivate func insert(_ items: [MergedItem], into id: PlaylistID) throws {
    var position = try lastPosition(of: id)
    let insertion = try cachedStatement(
      sql: "INSERT INTO entries (playlist, track, position) VALUES (?, ?, ?)")
    let copy = try entryCopy()
    for item in items {
      position += Database.gap
      if let entry = item.entry {
        try copy.execute(arguments: [id.rawValue, position, entry])
      } else {
        try insertion.execute(arguments: [id.rawValue, item.key.track, position])
      }
    }
    if !items.isEmpty { try touch(id) }
  }

  /// Appends copies of entries, with all their details, to a playlist.
  fileprivate func copy(_ entries: [Int64], to id: PlaylistID) throws {
    var position = try lastPosition(of: id)
    let copy = try entryCopy()
    for entry in entries {
      position += Database.gap
      try copy.execute(arguments: [id.rawValue, position, entry])
    }
  }

  /// Appends plain tracks to a playlist.
  func append(_ tracks: [Int64], to id: PlaylistID) throws {
    try insert(tracks.map { MergedItem(key: MergedPosition(track: $0)) }, into: id)
  }

  /// Copies an entry, whatever columns entries have, to a position of a playlist.
  private func entryCopy() throws -> Statement {
    let columns = try columns(in: "entries").map(\.name)
      .filter { !["id", "playlist", "position"].contains($0) }.joined(separator: ", ")
    return try cachedStatement(
      sql: """
        INSERT INTO entries (playlist, position, \(columns))
        SELECT ?1, ?2, \(columns) FROM entries WHERE id = ?3
        """)
  }
}
