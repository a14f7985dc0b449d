/// A track in the queue, and the entry of a playlist that it was queued from, if any.
package struct QueuedTrack: Hashable, Sendable {
  package var track: TrackID
  package var entry: EntryID?

  package init(_ track: TrackID, entry: EntryID? = nil) {
    self.track = track
    self.entry = entry
  }
}

/// What is played and in which order: tracks, the place among them, shuffle and repeat.
package struct PlayQueue: Equatable, Sendable {
  package enum Repeat: String, Sendable, Codable, CaseIterable {
    case off, all, one

    package var next: Repeat {
      switch self {
      case .off: .all
      case .all: .one
      case .one: .off
      }
    }
  }

  /// In the order they were added; what the queue pane shows.
  package private(set) var tracks: [TrackID]
  /// The entry that each track was queued from; empty when none was queued from a playlist, which
  /// is what queues of a million tracks are.
  var entries: [EntryID?] = []
  /// The index in `tracks` of the current one; nil before anything was played.
  package private(set) var current: Int?
  package private(set) var repeating: Repeat
  /// The seed of the shuffled order; nil plays in order.
  package private(set) var shuffleSeed: UInt64?
  /// Indices into `tracks` in the order in which they are played.
  var order: [Int]
  /// The place of `current` in `order`.
  var place: Int?

  package init(
    tracks: [TrackID] = [], current: Int? = nil, repeating: Repeat = .off,
    shuffleSeed: UInt64? = nil
  ) {
    self.tracks = tracks
    self.current = current.flatMap { tracks.indices.contains($0) ? $0 : nil }
    self.repeating = repeating
    self.shuffleSeed = shuffleSeed
    order = Array(tracks.indices)
    rebuildOrder()
  }

  package var isShuffled: Bool { shuffleSeed != nil }
  package var isEmpty: Bool { tracks.isEmpty }
  package var currentTrack: TrackID? { current.map { tracks[$0] } }

  package var queued: [QueuedTrack] { tracks.indices.map { self[$0] } }

  package subscript(index: Int) -> QueuedTrack {
    QueuedTrack(tracks[index], entry: entries.isEmpty ? nil : entries[index])
  }

  /// The tracks that are heard before and after one, as far as there are any.
  package func neighbors(of index: Int) -> [TrackID] {
    guard let at = index == current ? place : order.firstIndex(of: index) else { return [] }
    let wraps = repeating == .all && order.count > 1
    let before = at > 0 ? order[at - 1] : wraps ? order.last : nil
    let after = at + 1 < order.count ? order[at + 1] : wraps ? order.first : nil
    return [before, after].compactMap { $0.map { tracks[$0] } }
  }

  /// The index in `tracks` that follows when the current track ends by itself.
  package var upNext: Int? { successor(without: []) }

  /// What follows, passing over some entries; nil when all that is left are those.
  package func successor(without passed: Set<Int>) -> Int? {
    if repeating == .one, let current, !passed.contains(current) { return current }
    let start = min(place.map { $0 + 1 } ?? 0, order.count)
    if let found = order[start...].first(where: { !passed.contains($0) }) { return found }
    guard repeating == .all else { return nil }
    return order[..<start].first { !passed.contains($0) }
  }

  /// The same for another than the current one, as though it were.
  package func successor(of index: Int, without passed: Set<Int>) -> Int? {
    var later = self
    later.go(to: index)
    return later.successor(without: passed)
  }

  /// The index of what follows when the user asks for the next track, also when repeating one.
  package var skipTarget: Int? { following(wraps: repeating != .off) }

  /// The index of what was before; the first track has nothing before it unless all repeat.
  package var previousTarget: Int? {
    guard let place else { return nil }
    if place > 0 { return order[place - 1] }
    return repeating == .off ? nil : order.last
  }

  private func following(wraps: Bool) -> Int? {
    guard let place else { return order.first }
    if place + 1 < order.count { return order[place + 1] }
    return wraps ? order.first : nil
  }

  /// Tracks still to come after the current one, in playing order, without repeats.
  package var remaining: Int { place.map { order.count - $0 - 1 } ?? order.count }

  package mutating func go(to index: Int) {
    guard tracks.indices.contains(index) else { return }
    current = index
    place = order.firstIndex(of: index)
  }

  /// Begins anew with other tracks, shuffled again if they are to be.
  package mutating func replace(with queued: [QueuedTrack], startingAt index: Int?) {
    tracks = queued.map(\.track)
    entries = queued.contains { $0.entry != nil } ? queued.map(\.entry) : []
    current = index.flatMap { tracks.indices.contains($0) ? $0 : nil }
    rebuildOrder()
  }

  package mutating func append(_ added: [QueuedTrack]) {
    let index = tracks.count
    put(added, at: index)
    let new = Array(index..<tracks.count)
    guard let shuffleSeed else {
      order += new
      return
    }
    // What is added is shuffled among what has not been heard yet.
    var generator = SeededGenerator(seed: shuffleSeed &+ UInt64(tracks.count))
    let heard = place.map { $0 + 1 } ?? 0
    var unheard = Array(order[heard...]) + new
    unheard.shuffle(using: &generator)
    order.replaceSubrange(heard..., with: unheard)
  }

  /// Adds right behind the current track, so that they are heard next, shuffled or not.
  package mutating func insertNext(_ added: [QueuedTrack]) {
    let at = current.map { $0 + 1 } ?? 0
    put(added, at: at)
    let behind = place.map { $0 + 1 } ?? 0
    order = order.map { $0 >= at ? $0 + added.count : $0 }
    order.insert(contentsOf: at..<(at + added.count), at: behind)
  }

  private mutating func put(_ added: [QueuedTrack], at index: Int) {
    if !entries.isEmpty || added.contains(where: { $0.entry != nil }) {
      if entries.isEmpty { entries = Array(repeating: nil, count: tracks.count) }
      entries.insert(contentsOf: added.map(\.entry), at: index)
    }
    tracks.insert(contentsOf: added.map(\.track), at: index)
  }

  /// Removes by index; the current track stays current unless it is removed itself.
  package mutating func remove(at indices: Set<Int>) {
    guard !indices.isEmpty else { return }
    var shifted = [Int?](repeating: nil, count: tracks.count)
    var kept: [QueuedTrack] = []
    for index in tracks.indices where !indices.contains(index) {
      shifted[index] = kept.count
      kept.append(self[index])
    }
    let before = place.map { place in order[..<place].count { shifted[$0] != nil } }
    order = order.compactMap { shifted[$0] }
    tracks = kept.map(\.track)
    entries = kept.contains { $0.entry != nil } ? kept.map(\.entry) : []
    if let current, let moved = shifted[current] {
      self.current = moved
      place = order.firstIndex(of: moved)
    } else if current != nil {
      // The current one is gone: what came before it is now the place that "next" goes on from.
      current = nil
      place = before.flatMap { $0 > 0 ? $0 - 1 : nil }
    }
  }

  package mutating func move(from index: Int, to target: Int) {
    guard tracks.indices.contains(index), tracks.indices.contains(target) else { return }
    let playing = current
    tracks.insert(tracks.remove(at: index), at: target)
    if !entries.isEmpty { entries.insert(entries.remove(at: index), at: target) }
    func moved(_ old: Int) -> Int {
      if old == index { return target }
      if index < old, old <= target { return old - 1 }
      if target <= old, old < index { return old + 1 }
      return old
    }
    current = playing.map(moved)
    order = isShuffled ? order.map(moved) : Array(tracks.indices)
    place = current.flatMap { order.firstIndex(of: $0) }
  }

  /// Goes on with other tracks where some became others; whether any is in the queue.
  package mutating func rename(_ tracks: [TrackID: TrackID]) -> Bool {
    let renamed = self.tracks.map { tracks[$0] ?? $0 }
    guard renamed != self.tracks else { return false }
    self.tracks = renamed
    return true
  }

  package mutating func setRepeat(_ new: Repeat) { repeating = new }

  /// Shuffles with a seed, or goes back to the order of the list; the current track goes on.
  package mutating func setShuffle(seed: UInt64?) {
    shuffleSeed = seed
    rebuildOrder()
  }

  /// Everything once before anything twice: the current track first, then the rest shuffled.
  private mutating func rebuildOrder() {
    order = Array(tracks.indices)
    if let shuffleSeed {
      var generator = SeededGenerator(seed: shuffleSeed)
      if let current {
        order.remove(at: current)
        order.shuffle(using: &generator)
        order.insert(current, at: 0)
      } else {
        order.shuffle(using: &generator)
      }
      place = current == nil ? nil : 0
    } else {
      place = current
    }
  }
}

extension PlayQueue {
  package mutating func replace(with tracks: [TrackID], startingAt index: Int?) {
    replace(with: tracks.map { QueuedTrack($0) }, startingAt: index)
  }

  package mutating func append(_ tracks: [TrackID]) { append(tracks.map { QueuedTrack($0) }) }

  package mutating func insertNext(_ tracks: [TrackID]) {
    insertNext(tracks.map { QueuedTrack($0) })
  }
}
