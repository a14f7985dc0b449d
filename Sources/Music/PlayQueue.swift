/// A track in the queue, and the playlist entry it was queued from, if any.
package struct QueuedTrack: Hashable, Sendable {
  package var track: TrackID
  package var entry: EntryID?

  package init(_ track: TrackID, entry: EntryID? = nil) {
    self.track = track
    self.entry = entry
  }
}

/// An item of the queue: the same track queued twice is two items.
package struct QueueItem: Hashable, Sendable {
  package var id: QueueItemID
  package var queued: QueuedTrack

  package init(_ id: QueueItemID, _ queued: QueuedTrack) {
    self.id = id
    self.queued = queued
  }
}

/// The queue: items, the current position, shuffle and repeat.
///
/// Items are referred to by id across edits; an index is valid until the next edit.
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

  /// In the order they were added, as in the queue pane.
  package private(set) var tracks: [TrackID]
  /// The entry of each track; empty when no track was queued from a playlist, as in queues of a
  /// million tracks.
  var entries: [EntryID?] = []
  /// The id of each item.
  package private(set) var ids: [QueueItemID]
  /// The id of the next item added.
  private var nextID: Int64
  /// The index of the current track in `tracks`; nil before anything was played, and when the
  /// current one was removed.
  package private(set) var current: Int?
  /// The index in `tracks` after the removed current item.
  var gap: Int?
  package private(set) var repeating: Repeat
  /// The seed of the shuffled order; nil plays in order.
  package private(set) var shuffleSeed: UInt64?
  /// Indices into `tracks` in playing order.
  var order: [Int]
  /// The position in `order` from which "next" goes on: that of `current`, or of the item before it
  /// where it was removed; nil starts at the beginning.
  var position: Int?

  package init(
    tracks: [TrackID] = [], current: Int? = nil, repeating: Repeat = .off,
    shuffleSeed: UInt64? = nil
  ) {
    self.tracks = tracks
    self.current = current.flatMap { tracks.indices.contains($0) ? $0 : nil }
    self.repeating = repeating
    self.shuffleSeed = shuffleSeed
    ids = (0..<Int64(tracks.count)).map { QueueItemID($0) }
    nextID = Int64(tracks.count)
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

  package func item(at index: Int) -> QueueItem { QueueItem(ids[index], self[index]) }

  /// The current index of an item; nil when it is no longer in the queue.
  package func index(of item: QueueItemID) -> Int? { ids.firstIndex(of: item) }

  package mutating func go(to index: Int) {
    guard tracks.indices.contains(index) else { return }
    current = index
    gap = nil
    position = order.firstIndex(of: index)
  }

  /// Replaces the queue, shuffled again if shuffle is on. Equal tracks keep their items.
  package mutating func replace(with queued: [QueuedTrack], startingAt index: Int?) {
    if !holds(queued) {
      tracks = queued.map(\.track)
      entries = queued.contains { $0.entry != nil } ? queued.map(\.entry) : []
      ids = newIDs(queued.count)
    }
    current = index.flatMap { tracks.indices.contains($0) ? $0 : nil }
    gap = nil
    rebuildOrder()
  }

  /// Whether it has these tracks and entries, in this order.
  package func holds(_ queued: [QueuedTrack]) -> Bool {
    queued.count == tracks.count && queued.indices.allSatisfy { self[$0] == queued[$0] }
  }

  /// Replaces a partial queue by the complete one; the current item stays current.
  package mutating func complete(with queued: [QueuedTrack]) {
    guard !holds(queued) else { return }
    let playing = current.map { item(at: $0) }
    // Of duplicates the one with the same number of equal ones before it.
    let before = current.map { index in (0..<index).count { self[$0] == self[index] } } ?? 0
    let index = playing.flatMap { playing in
      let same = queued.indices.filter { queued[$0] == playing.queued }
      return same.dropFirst(before).first ?? same.last
    }
    replace(with: queued, startingAt: index)
    if let playing, let index { ids[index] = playing.id }
  }

  /// A copy with new ids, since a stored queue must not reuse those in use.
  package func renumbered(after other: PlayQueue? = nil) -> PlayQueue {
    var queue = self
    queue.nextID = other?.nextID ?? 0
    queue.ids = queue.newIDs(tracks.count)
    return queue
  }

  private mutating func newIDs(_ count: Int) -> [QueueItemID] {
    defer { nextID += Int64(count) }
    return (nextID..<nextID + Int64(count)).map { QueueItemID($0) }
  }

  package mutating func append(_ added: [QueuedTrack]) {
    let index = tracks.count
    put(added, at: index)
    let new = Array(index..<tracks.count)
    guard let shuffleSeed else {
      order += new
      return
    }
    // Added tracks are shuffled among those not played yet.
    var generator = SeededGenerator(seed: shuffleSeed &+ UInt64(tracks.count))
    let played = position.map { $0 + 1 } ?? 0
    var unplayed = Array(order[played...]) + new
    unplayed.shuffle(using: &generator)
    order.replaceSubrange(played..., with: unplayed)
  }

  /// Inserts after the current track, to be played next, shuffled or not.
  package mutating func insertNext(_ added: [QueuedTrack]) {
    let at = current.map { $0 + 1 } ?? gap ?? 0
    put(added, at: at)
    let behind = position.map { $0 + 1 } ?? 0
    order = order.map { $0 >= at ? $0 + added.count : $0 }
    order.insert(contentsOf: at..<(at + added.count), at: behind)
  }

  private mutating func put(_ added: [QueuedTrack], at index: Int) {
    if !entries.isEmpty || added.contains(where: { $0.entry != nil }) {
      if entries.isEmpty { entries = Array(repeating: nil, count: tracks.count) }
      entries.insert(contentsOf: added.map(\.entry), at: index)
    }
    tracks.insert(contentsOf: added.map(\.track), at: index)
    ids.insert(contentsOf: newIDs(added.count), at: index)
  }

  /// Removes by index; the current track stays current unless it is removed itself.
  package mutating func remove(at indices: Set<Int>) {
    guard !indices.isEmpty else { return }
    var shifted = [Int?](repeating: nil, count: tracks.count)
    var kept: [QueueItem] = []
    for index in tracks.indices where !indices.contains(index) {
      shifted[index] = kept.count
      kept.append(item(at: index))
    }
    // Where the current one is gone, "next" goes on from the item before it.
    let played = position.map { position in order[...position].count { shifted[$0] != nil } } ?? 0
    let before = (current ?? gap).map { index in shifted[..<index].count { $0 != nil } }
    order = order.compactMap { shifted[$0] }
    position = played > 0 ? played - 1 : nil
    tracks = kept.map(\.queued.track)
    entries = kept.contains { $0.queued.entry != nil } ? kept.map(\.queued.entry) : []
    ids = kept.map(\.id)
    current = current.flatMap { shifted[$0] }
    gap = current == nil ? before : nil
  }

  /// Moves one item to its new index.
  package mutating func move(from index: Int, to target: Int) {
    guard tracks.indices.contains(index), tracks.indices.contains(target) else { return }
    tracks.insert(tracks.remove(at: index), at: target)
    ids.insert(ids.remove(at: index), at: target)
    if !entries.isEmpty { entries.insert(entries.remove(at: index), at: target) }
    func moved(_ old: Int) -> Int {
      if old == index { return target }
      if index < old, old <= target { return old - 1 }
      if target <= old, old < index { return old + 1 }
      return old
    }
    current = current.map(moved)
    if let gap { self.gap = Self.gap(gap, afterMoving: index, to: target) }
    if isShuffled {
      order = order.map(moved)
    } else {
      position = current ?? gap.flatMap { $0 > 0 ? $0 - 1 : nil }
    }
  }

  /// The gap after an item was moved, which stays on its side of it if it can.
  private static func gap(_ gap: Int, afterMoving index: Int, to target: Int) -> Int {
    let wasBefore = index < gap
    let rest = wasBefore ? gap - 1 : gap
    let isBefore = target < rest || target == rest && wasBefore
    return isBefore ? rest + 1 : rest
  }

  /// Replaces merged tracks by their survivors; returns whether any is in the queue.
  package mutating func rename(_ tracks: [TrackID: TrackID]) -> Bool {
    let renamed = self.tracks.map { tracks[$0] ?? $0 }
    guard renamed != self.tracks else { return false }
    self.tracks = renamed
    return true
  }

  package mutating func setRepeat(_ new: Repeat) { repeating = new }

  /// Shuffles with a seed, or restores the order of the list; the current track stays current.
  package mutating func setShuffle(seed: UInt64?) {
    shuffleSeed = seed
    rebuildOrder()
  }

  /// Restores a snapshot of this queue. The playing item stays current; where the snapshot lacks
  /// it, "next" goes on after the item played before it. Shuffle and repeat are unchanged.
  ///
  /// - Parameters:
  ///   - playing: the audible item, which may have been removed.
  ///   - isReplacement: whether the snapshot is another queue, which restores its current item,
  ///     too.
  package mutating func restore(_ other: PlayQueue, playing: QueueItemID?, isReplacement: Bool) {
    var restored = other
    restored.nextID = max(nextID, other.nextID)
    restored.repeating = repeating
    if let index = playing.flatMap({ restored.index(of: $0) }) {
      restored.go(to: index)
    } else if let index = lastHeard(in: restored) {
      restored.go(to: index)
      restored.current = nil
      restored.gap = index + 1
    } else if playing != nil, !isReplacement {
      (restored.current, restored.gap, restored.position) = (nil, 0, nil)
    }
    if restored.shuffleSeed != shuffleSeed { restored.setShuffle(seed: shuffleSeed) }
    self = restored
  }

  /// The index in a snapshot of this queue of the last item played that it contains.
  private func lastHeard(in other: PlayQueue) -> Int? {
    guard let position else { return nil }
    let known = Set(other.ids)
    return order[...position].last { known.contains(ids[$0]) }.flatMap { other.index(of: ids[$0]) }
  }

  /// Every item once before any repeats: the current track first, then the rest shuffled.
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
      position = current == nil ? nil : 0
    } else {
      position = current ?? gap.flatMap { $0 > 0 ? $0 - 1 : nil }
    }
  }
}

extension PlayQueue {
  package mutating func replace(with tracks: [TrackID], startingAt index: Int?) {
    replace(with: tracks.map { QueuedTrack($0) }, startingAt: index)
  }

  /// Removes every item of a track.
  package mutating func remove(_ track: TrackID) {
    remove(at: Set(tracks.indices.filter { tracks[$0] == track }))
  }

  package mutating func append(_ tracks: [TrackID]) { append(tracks.map { QueuedTrack($0) }) }

  package mutating func insertNext(_ tracks: [TrackID]) {
    insertNext(tracks.map { QueuedTrack($0) })
  }
}
