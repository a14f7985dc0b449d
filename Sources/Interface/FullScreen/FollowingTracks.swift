import Music

/// The tracks after the next one: one that shows, and one that will once the next one is current, so
/// that no frame lacks it.
struct FollowingTracks: Equatable, Sendable {
  private var queued: [QueuedTrack] = []
  /// Those that are loaded.
  private var tracks: [QueuedTrack: Track] = [:]

  static let count = 2

  /// Loads the tracks that were not requested yet.
  mutating func missing(_ queued: [QueuedTrack]) -> [Effect] {
    guard queued != self.queued else { return [] }
    let new = queued.filter { !self.queued.contains($0) }
    self.queued = queued
    tracks = tracks.filter { queued.contains($0.key) }
    return new.map { .load(.track($0.track, entry: $0.entry)) }
  }

  /// A track as its entry shows it; nil until it is loaded.
  func track(of queued: QueuedTrack) -> Track? { tracks[queued] }

  mutating func receive(_ track: Track, of entry: EntryID?) {
    let queued = QueuedTrack(track.id, entry: entry)
    if self.queued.contains(queued) { tracks[queued] = track }
  }

  /// Loads the tracks again: the library has changed.
  mutating func reload() { queued = [] }
}

extension Playing {
  /// The items of the queue after the next one.
  func queuedAfterNext(_ count: Int) -> [QueuedTrack] {
    guard audition == nil, let next = lookahead.next,
      var index = queue.successor(without: lookahead.unplayable), queue.ids[index] == next.item
    else { return [] }
    var following: [QueuedTrack] = []
    while following.count < count,
      let later = queue.successor(of: index, without: lookahead.unplayable)
    {
      following.append(queue[later])
      index = later
    }
    return following
  }
}
