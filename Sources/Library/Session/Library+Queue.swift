internal import GRDB
package import Music

extension Library {
  /// Tracks as they show where they stand in playlists; those that are gone are left out.
  package func standing(_ queued: [QueuedTrack]) async throws(LibraryError) -> [QueuedTrack: Track]
  {
    try await read { db in try db.standing(queued).mapValues(\.track) }
  }

  /// A part of the queue as rows.
  ///
  /// - Parameter anchorIndex: where in the queue the row is that the cursor belongs to.
  package func queueWindow(_ items: [QueueItem], start: Int, count: Int, anchorIndex: Int? = nil)
    async throws(LibraryError) -> ListWindow
  {
    try await read { db in
      let found = try db.rows(of: items.map(\.queued))
      let rows = items.map { item in
        let row = found[item.queued]
        let gone = Track(
          id: item.queued.track, source: .file(FilePath("(removed)")), isMissing: true)
        return ListRow.queueItem(
          ListRow.Queued(
            item: item, track: row?.track ?? gone, slots: row?.slots ?? [],
            sound: row?.sound ?? EntrySound()))
      }
      return ListWindow(
        query: ListQuery(.songs), count: count, trackCount: count, start: start, rows: rows,
        anchorIndex: anchorIndex)
    }
  }
}

extension Database {
  /// What there is to show of a track in a list.
  struct Shown {
    var track: Track
    var slots: Set<MixSlot> = []
    var sound = EntrySound()
  }

  /// Tracks as they show where they stand, and how they are played there; those that are gone are
  /// left out.
  func standing(_ queued: [QueuedTrack]) throws -> [QueuedTrack: Shown] {
    let tracks = try tracks(queued.map(\.track.rawValue))
    let standings = try standings(of: queued.compactMap(\.entry?.rawValue))
    var found: [QueuedTrack: Shown] = [:]
    found.reserveCapacity(queued.count)
    for item in queued {
      guard let track = tracks[item.track.rawValue] else { continue }
      var shown = Shown(track: track)
      if let standing = item.entry.flatMap({ standings[$0.rawValue] }) {
        shown.track = track.standing(
          as: standing.sound, title: standing.title, artist: standing.artist)
        shown.sound = standing.sound
      }
      found[item] = shown
    }
    return found
  }

  /// The same with the mix slots that hold each: a piece by itself, a track as a whole.
  func rows(of queued: [QueuedTrack]) throws -> [QueuedTrack: Shown] {
    var found = try standing(queued)
    let slotsOfTracks = try slots(of: Array(Set(found.values.map(\.track.id.rawValue))))
    let slotsOfPieces = try slots(ofPieces: queued.compactMap(\.entry?.rawValue))
    for (item, shown) in found {
      let slots =
        shown.sound.isPiece
        ? item.entry.flatMap { slotsOfPieces[$0.rawValue] }
        : slotsOfTracks[shown.track.id.rawValue]
      found[item]?.slots = slots ?? []
    }
    return found
  }
}
