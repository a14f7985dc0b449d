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
  package private(set) var queued: QueuedTracks
  /// The id of each item.
  package private(set) var ids: QueueItemIDs
  /// The id of the next item added.
  private var nextID: Int64
  /// The index of the current track in `tracks`; nil before anything was played, and when the
  /// current one was removed.
  package private(set) var current: Int?
  /// The index in `tracks` after the removed current item.
  private(set) var gap: Int?
  package private(set) var repeating: Repeat
  /// The seed of the shuffled order; nil plays in order.
  package private(set) var shuffleSeed: UInt64?
  /// Indices into `tracks` in playing order.
  private(set) var order: PlayOrder
  /// The position in `order` from which "next" goes on: that of `current`, or of the item before it
  /// where it was removed; nil starts at the beginning.
  private(set) var position: Int?

  package init(
    tracks: [TrackID] = [], current: Int? = nil, repeating: Repeat = .off,
    shuffleSeed: UInt64? = nil
  ) {
    self.init(
      QueuedTracks(tracks), current: current, repeating: repeating, shuffleSeed: shuffleSeed)
    rebuildOrder()
  }

  /// In the order of the list.
  private init(_ queued: QueuedTracks, current: Int?, repeating: Repeat, shuffleSeed: UInt64?) {
    self.queued = queued
    self.current = current.flatMap { queued.indices.contains($0) ? $0 : nil }
    self.repeating = repeating
    self.shuffleSeed = shuffleSeed
    ids = QueueItemIDs(0..<Int64(queued.count))
    nextID = Int64(queued.count)
    order = PlayOrder(count: queued.count)
    position = self.current
  }

  /// A queue as it was stored, or one that works where that is nonsense.
  init(_ record: QueueRecord) {
    self.init(
      record.queued, current: record.current, repeating: record.repeating,
      shuffleSeed: record.shuffleSeed)
    // A shuffled queue keeps its order, unless that is invalid.
    let isOrdered =
      record.order.map { $0.count == queued.count && PlayOrder.isComplete($0) } ?? !isShuffled
    let order = record.order.map { PlayOrder(shuffled: $0) } ?? self.order
    let position = record.position
    guard isOrdered, isShuffled || record.order == nil,
      position.map(order.indices.contains) ?? true,
      current == nil || position.map({ order[$0] }) == current
    else {
      rebuildOrder()
      return
    }
    self.order = order
    self.position = position
    guard current == nil else { return }
    // Queues of older versions imply the gap by the item before it.
    let gap = record.gap ?? position.map { order[$0] + 1 }
    self.gap = gap.flatMap { (0...queued.count).contains($0) ? $0 : nil }
    if !isShuffled { self.position = self.gap.flatMap { $0 > 0 ? $0 - 1 : nil } }
  }

  package var isShuffled: Bool { shuffleSeed != nil }
  package var isEmpty: Bool { tracks.isEmpty }
  package var currentTrack: TrackID? { current.map { tracks[$0] } }

  package var tracks: [TrackID] { queued.tracks }

  package subscript(index: Int) -> QueuedTrack { queued[index] }

  package func item(at index: Int) -> QueueItem { QueueItem(ids[index], self[index]) }

  /// The current index of an item; nil when it is no longer in the queue.
  package func index(of item: QueueItemID) -> Int? { ids.index(of: item) }

  package mutating func go(to index: Int) {
    guard tracks.indices.contains(index) else { return }
    current = index
    gap = nil
    position = order.position(of: index, near: position)
  }

  /// Replaces the queue, shuffled again if shuffle is on. Equal tracks keep their items.
  package mutating func replace(with queued: QueuedTracks, startingAt index: Int?) {
    if queued != self.queued {
      self.queued = queued
      ids = QueueItemIDs(newIDs(queued.count))
    }
    current = index.flatMap { queued.indices.contains($0) ? $0 : nil }
    gap = nil
    rebuildOrder()
  }

  /// Replaces a partial queue by the complete one; the current item stays current.
  package mutating func complete(with queued: QueuedTracks) {
    guard queued != self.queued else { return }
    let playing = current.map { item(at: $0) }
    // Of duplicates the one with the same number of equal ones before it.
    let before = current.map { index in (0..<index).count { self[$0] == self[index] } } ?? 0
    let index = playing.flatMap { playing in
      let same = queued.indices.filter { queued[$0] == playing.queued }
      return same.dropFirst(before).first ?? same.last
    }
    replace(with: queued, startingAt: index)
    if let playing, let index { ids.replace(at: index, with: playing.id) }
  }

  /// A copy with new ids, since a stored queue must not reuse those in use.
  package func renumbered(after other: PlayQueue? = nil) -> PlayQueue {
    var queue = self
    queue.nextID = other?.nextID ?? 0
    queue.ids = QueueItemIDs(queue.newIDs(tracks.count))
    return queue
  }

  private mutating func newIDs(_ count: Int) -> Range<Int64> {
    defer { nextID += Int64(count) }
    return nextID..<nextID + Int64(count)
  }

  package mutating func append(_ added: QueuedTracks) {
    let index = tracks.count
    put(added, at: index)
    guard let shuffleSeed, let shuffled = order.shuffled else {
      order = PlayOrder(count: tracks.count)
      return
    }
    // Added tracks are shuffled among those not played yet.
    var generator = SeededGenerator(seed: shuffleSeed &+ UInt64(tracks.count))
    let played = position.map { $0 + 1 } ?? 0
    var new = shuffled + PlayOrder.indices(index..<tracks.count)
    new[played...].shuffle(using: &generator)
    order = PlayOrder(shuffled: new)
  }

  /// Inserts after the current track, to be played next, shuffled or not.
  package mutating func insertNext(_ added: QueuedTracks) {
    let at = current.map { $0 + 1 } ?? gap ?? 0
    put(added, at: at)
    guard let shuffled = order.shuffled else {
      order = PlayOrder(count: tracks.count)
      return
    }
    let behind = position.map { $0 + 1 } ?? 0
    var new = shuffled.map { $0 >= at ? $0 + UInt32(added.count) : $0 }
    new.insert(contentsOf: PlayOrder.indices(at..<at + added.count), at: behind)
    order = PlayOrder(shuffled: new)
  }

  private mutating func put(_ added: QueuedTracks, at index: Int) {
    queued.insert(added, at: index)
    ids.insert(newIDs(added.count), at: index)
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
    order =
      order.shuffled.map { old in
        PlayOrder(shuffled: old.compactMap { shifted[Int($0)].map { UInt32($0) } })
      } ?? PlayOrder(count: kept.count)
    position = played > 0 ? played - 1 : nil
    queued = QueuedTracks(kept.map(\.queued))
    ids = QueueItemIDs(kept.map(\.id))
    current = current.flatMap { shifted[$0] }
    gap = current == nil ? before : nil
  }

  /// Moves one item to its new index.
  package mutating func move(from index: Int, to target: Int) {
    guard tracks.indices.contains(index), tracks.indices.contains(target) else { return }
    queued.move(from: index, to: target)
    ids.move(from: index, to: target)
    func moved(_ old: Int) -> Int {
      if old == index { return target }
      if index < old, old <= target { return old - 1 }
      if target <= old, old < index { return old + 1 }
      return old
    }
    current = current.map(moved)
    if let gap { self.gap = Self.gap(gap, afterMoving: index, to: target) }
    if let shuffled = order.shuffled {
      order = PlayOrder(shuffled: shuffled.map { UInt32(moved(Int($0))) })
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
    queued.rename(tracks)
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
    guard let shuffleSeed else {
      order = PlayOrder(count: tracks.count)
      position = current ?? gap.flatMap { $0 > 0 ? $0 - 1 : nil }
      return
    }
    var generator = SeededGenerator(seed: shuffleSeed)
    var shuffled = Array(PlayOrder.indices(0..<tracks.count))
    let first = current.map { shuffled.remove(at: $0) }
    shuffled.shuffle(using: &generator)
    if let first { shuffled.insert(first, at: 0) }
    order = PlayOrder(shuffled: shuffled)
    position = current == nil ? nil : 0
  }
}

extension PlayQueue {
  package mutating func replace(with tracks: [TrackID], startingAt index: Int?) {
    replace(with: QueuedTracks(tracks), startingAt: index)
  }

  /// Removes every item of a track.
  package mutating func remove(_ track: TrackID) {
    remove(at: Set(tracks.indices.filter { tracks[$0] == track }))
  }

  package mutating func append(_ tracks: [TrackID]) { append(QueuedTracks(tracks)) }

  package mutating func insertNext(_ tracks: [TrackID]) { insertNext(QueuedTracks(tracks)) }
}
