import Music

/// The look-ahead: the items prepared in the player after the current one. These are the next one
/// and, where that is short, later ones, which the player requests before the next one begins.
struct Lookahead: Equatable, Sendable {
  private(set) var next: PlayerItem?
  /// The next item's track, as its entry shows it; nil until it is loaded.
  private(set) var nextTrack: Track?
  /// Items prepared after the next one, and whether the player knows that nothing follows them.
  private(set) var upcoming: [PlayerItem] = []
  private var isComplete = false
  /// Items that the player failed to prepare, until the queue advances.
  private(set) var unplayable: Set<QueueItemID> = []
  /// Failed preparations since the queue was edited or advanced.
  private var failures = 0
  /// Whether the track of the next item is being loaded.
  var awaitsTrack: Bool { next != nil && nextTrack == nil }
  /// Prepared items that were replaced by others: the player may have begun with one of them by
  /// then.
  private var replaced: [PlayerItem] = []

  static let maximumFailures = 10
  private static let maximumReplaced = 16

  var items: [PlayerItem] { [next].compactMap(\.self) + upcoming }

  /// All items that the player may begin with.
  var candidates: [PlayerItem] { items + replaced }

  // MARK: Preparation

  /// Prepares the item after the current one, unless the player knows it.
  mutating func prepareNext(
    after id: PlayID, of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    if let next, next.isCurrent(at: index(in: queue), of: queue) {
      return checkLater(of: queue, &maker)
    }
    return replaceNext(after: id, of: queue, &maker)
  }

  /// Chooses the item after a requested one, so that its track shows with that of the requested one;
  /// the player asks for it once that one is open.
  mutating func expectNext(of queue: PlayQueue, _ maker: inout PlayerItem.Maker) -> [Effect] {
    let index = index(in: queue)
    if let next, next.isCurrent(at: index, of: queue) { return [] }
    upcoming = []
    isComplete = false
    nextTrack = nil
    next = index.map { maker.item(at: $0, of: queue) }
    return next.map { [$0.load] } ?? []
  }

  /// Answers the player's request for the next item. A prepared item keeps its id: under another
  /// one it would be played twice.
  mutating func answer(
    after id: PlayID, of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    if let next, next.isCurrent(at: index(in: queue), of: queue) {
      return [.player(.prepareNext(next.request, after: id))]
    }
    return replaceNext(after: id, of: queue, &maker)
  }

  private mutating func replaceNext(
    after id: PlayID, of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    replace(items)
    upcoming = []
    isComplete = false
    nextTrack = nil
    next = index(in: queue).map { maker.item(at: $0, of: queue) }
    guard let next else { return [.player(.prepareNext(nil, after: id))] }
    return [.player(.prepareNext(next.request, after: id)), next.load]
  }

  private mutating func replace(_ items: [PlayerItem]) {
    replaced = (replaced + items).suffix(Self.maximumReplaced)
  }

  private func index(in queue: PlayQueue) -> Int? {
    failures < Self.maximumFailures ? queue.successor(without: unplayable) : nil
  }

  /// Prepares the item after a prepared one, and drops the later ones before.
  mutating func prepareLater(
    after id: PlayID, of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    let named = items
    guard let position = named.firstIndex(where: { $0.id == id }) else { return [] }
    replace(Array(named[(position + 1)...]))
    upcoming = Array(named[..<(position + 1)].dropFirst())
    let index = successor(of: named[position], in: queue)
    isComplete = index == nil
    guard let index else { return [.player(.prepareLater(nil, after: id))] }
    let item = maker.item(at: index, of: queue)
    upcoming.append(item)
    return [.player(.prepareLater(item.request, after: id))]
  }

  /// After an edit that leaves the next item: prepares again from the first later item that
  /// changed.
  private mutating func checkLater(
    of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    guard var before = next else { return [] }
    for item in upcoming {
      guard item.isCurrent(at: successor(of: before, in: queue), of: queue) else {
        return prepareLater(after: before.id, of: queue, &maker)
      }
      before = item
    }
    return isComplete ? prepareLater(after: before.id, of: queue, &maker) : []
  }

  /// Prepares an item again whose playback settings have changed.
  mutating func prepareAgain(
    _ id: PlayID, after heard: PlayID?, of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    if next?.id == id {
      return heard.map { replaceNext(after: $0, of: queue, &maker) } ?? []
    }
    guard let position = upcoming.firstIndex(where: { $0.id == id }) else { return [] }
    let before = position == 0 ? next : upcoming[position - 1]
    return before.map { prepareLater(after: $0.id, of: queue, &maker) } ?? []
  }

  /// Nil after too many failures: the successor is chosen when the current item has ended.
  private func successor(of item: PlayerItem, in queue: PlayQueue) -> Int? {
    guard failures < Self.maximumFailures else { return nil }
    return queue.index(of: item.item).flatMap { queue.successor(of: $0, without: unplayable) }
  }

  // MARK: Progress

  /// A prepared item is audible now: the item prepared after it is next.
  mutating func advance(
    to item: PlayerItem, in queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    guard item == next else {
      // The player began with a replaced item before it received the replacement.
      let candidates = replaced
      restart()
      replaced = candidates
      return prepareNext(after: item.id, of: queue, &maker)
    }
    // By then the player knows that nothing follows the last item.
    let gaveUp = failures >= Self.maximumFailures
    nextTrack = nil
    unplayable = []
    failures = 0
    next = upcoming.isEmpty ? nil : upcoming.removeFirst()
    guard let next else {
      isComplete = false
      return gaveUp ? prepareNext(after: item.id, of: queue, &maker) : []
    }
    guard gaveUp else { return [next.load] }
    return [next.load] + prepareLater(after: (upcoming.last ?? next).id, of: queue, &maker)
  }

  /// The next or a replaced item by its id.
  func item(named id: PlayID) -> PlayerItem? {
    next?.id == id ? next : replaced.last { $0.id == id }
  }

  /// A prepared item cannot be played, and the player requests another one.
  ///
  /// - Returns: False for an item that was not prepared ahead.
  mutating func fail(_ id: PlayID) -> Bool {
    if let next, next.id == id {
      unplayable.insert(next.item)
    } else if let position = upcoming.firstIndex(where: { $0.id == id }) {
      unplayable.insert(upcoming[position].item)
      upcoming.removeSubrange(position...)
    } else {
      return false
    }
    failures += 1
    return true
  }

  /// The queue was edited: failures count anew.
  mutating func forgiveFailures() { failures = 0 }

  mutating func receive(_ track: Track) { nextTrack = track }

  /// The track is no longer in the library.
  mutating func remove(_ track: TrackID) {
    if next?.id.track == track { next = nil }
  }

  /// The player has stopped.
  mutating func forgetNext() {
    next = nil
    nextTrack = nil
    replaced = []
  }

  /// Another item was requested.
  mutating func restart() {
    forgetNext()
    unplayable = []
    failures = 0
  }
}
