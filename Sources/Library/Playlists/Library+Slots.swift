internal import GRDB
package import Music

extension Library {
  /// The playlists of the mix slots, with their first entries.
  package func mixBoard() async throws(LibraryError) -> MixBoard {
    try await read { db in
      var board = MixBoard()
      let builder = try ListBuilder(db, self)
      let rows = try Row.fetchAll(
        db, sql: "SELECT slot, playlist FROM slots WHERE playlist IS NOT NULL")
      for row in rows {
        guard let slot = MixSlot(rawValue: try row.value(0)),
          var playlist = try db.uncounted(PlaylistID(row.value(1)))
        else { continue }
        let timeline = try builder.timeline(of: playlist.id)
        (playlist.trackCount, playlist.duration) = (timeline.count, timeline.duration)
        playlist.isCounted = playlist.smart == nil
        board.playlists[slot] = playlist
        board.timelines[slot] = timeline
      }
      return board
    }
  }

  /// Assigns a mix slot to a playlist, or to none.
  package func assign(_ slot: MixSlot, to playlist: PlaylistID?) async throws(LibraryError) {
    _ = try await edit(name: { (name: String) in "set mix \(slot.rawValue) to \(name)" }) { db in
      let name = try playlist.map { try db.editable($0).name } ?? "nothing"
      try db.execute(
        sql: "UPDATE slots SET playlist = ? WHERE slot = ?",
        arguments: [playlist?.rawValue, slot.rawValue])
      return name
    }
  }

  /// The mix slots that hold some tracks; tracks in none are left out.
  package func slots(of tracks: [TrackID]) async throws(LibraryError) -> [TrackID: Set<MixSlot>] {
    try await read { db in
      let current = try db.current(tracks)
      let found = try db.slots(of: current)
      var slots: [TrackID: Set<MixSlot>] = [:]
      for (track, current) in zip(tracks, current) { slots[track] = found[current] }
      return slots
    }
  }
}
