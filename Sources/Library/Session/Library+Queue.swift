internal import GRDB
package import Music

extension Library {
  /// Tracks with the names and playback of their entries; those that are gone are left out.
  package func resolved(_ queued: [QueuedTrack]) async throws(LibraryError) -> [QueuedTrack: Track]
  {
    try await read { db in try db.resolved(queued).mapValues(\.track) }
  }

  /// A range of the queue as rows.
  ///
  /// - Parameter anchorIndex: the index in the queue of the cursor's row.
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
            sound: row?.sound ?? EntryPlayback()))
      }
      return ListWindow(
        query: ListQuery(.songs), count: count, trackCount: count, start: start, rows: rows,
        anchorIndex: anchorIndex)
    }
  }
}

extension Database {
  /// The displayed values of a track in a list.
  struct DisplayTrack {
    var track: Track
    var slots: Set<MixSlot> = []
    var sound = EntryPlayback()
  }

  /// Tracks with the names and playback of their entries; those that are gone are left out.
  func resolved(_ queued: [QueuedTrack]) throws -> [QueuedTrack: DisplayTrack] {
    let tracks = try tracks(queued.map(\.track.rawValue))
    let overrides = try overrides(of: queued.compactMap(\.entry?.rawValue))
    var found: [QueuedTrack: DisplayTrack] = [:]
    found.reserveCapacity(queued.count)
    for item in queued {
      guard let track = tracks[item.track.rawValue] else { continue }
      var shown = DisplayTrack(track: track)
      if let resolved = item.entry.flatMap({ overrides[$0.rawValue] }) {
        shown.track = track.resolved(
          as: resolved.sound, title: resolved.title, artist: resolved.artist)
        shown.sound = resolved.sound
      }
      found[item] = shown
    }
    return found
  }

  /// As `resolved`, with mix slots: those of a virtual track, or of a track as a whole.
  func rows(of queued: [QueuedTrack]) throws -> [QueuedTrack: DisplayTrack] {
    var found = try resolved(queued)
    let slotsOfTracks = try slots(of: Array(Set(found.values.map(\.track.id.rawValue))))
    let slotsOfVirtualTracks = try slots(ofVirtualTracks: queued.compactMap(\.entry?.rawValue))
    for (item, shown) in found {
      let slots =
        shown.sound.isVirtualTrack
        ? item.entry.flatMap { slotsOfVirtualTracks[$0.rawValue] }
        : slotsOfTracks[shown.track.id.rawValue]
      found[item]?.slots = slots ?? []
    }
    return found
  }
}
