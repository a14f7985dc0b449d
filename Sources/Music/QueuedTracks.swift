/// A track in the queue, and the playlist entry it was queued from, if any.
package struct QueuedTrack: Hashable, Sendable {
  package var track: TrackID
  package var entry: EntryID?

  package init(_ track: TrackID, entry: EntryID? = nil) {
    self.track = track
    self.entry = entry
  }
}

/// Tracks to play or to queue, by the million: eight bytes for a track without an entry.
package struct QueuedTracks: RandomAccessCollection, Hashable, Sendable, ExpressibleByArrayLiteral {
  package private(set) var tracks: [TrackID]
  /// The entry of each track; empty when no track has one.
  package private(set) var entries: [EntryID?]

  /// - Parameter entries: of each track; none for tracks without any.
  package init(_ tracks: [TrackID], entries: [EntryID?] = []) {
    precondition(entries.isEmpty || entries.count == tracks.count)
    self.tracks = tracks
    self.entries = entries.contains { $0 != nil } ? entries : []
  }

  package init(_ queued: some Collection<QueuedTrack>) {
    self.init(
      queued.map(\.track),
      entries: queued.contains { $0.entry != nil } ? queued.map(\.entry) : [])
  }

  package init(arrayLiteral queued: QueuedTrack...) { self.init(queued) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { tracks.count }

  package subscript(index: Int) -> QueuedTrack {
    QueuedTrack(tracks[index], entry: entries.isEmpty ? nil : entries[index])
  }

  package mutating func insert(_ added: QueuedTracks, at index: Int) {
    if !entries.isEmpty || !added.entries.isEmpty {
      if entries.isEmpty { entries = Array(repeating: nil, count: tracks.count) }
      entries.insert(
        contentsOf: added.entries.isEmpty
          ? Array(repeating: nil, count: added.count) : added.entries, at: index)
    }
    tracks.insert(contentsOf: added.tracks, at: index)
  }

  package mutating func move(from index: Int, to target: Int) {
    tracks.insert(tracks.remove(at: index), at: target)
    if !entries.isEmpty { entries.insert(entries.remove(at: index), at: target) }
  }

  /// Replaces merged tracks by their survivors; returns whether any is among them.
  package mutating func rename(_ renamed: [TrackID: TrackID]) -> Bool {
    let new = tracks.map { renamed[$0] ?? $0 }
    guard new != tracks else { return false }
    tracks = new
    return true
  }
}
