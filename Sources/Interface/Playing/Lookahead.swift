import Music

/// The items that were named to the player ahead of what plays: the next one, and where that is
/// short, those behind it, which the player asks for before the next one is heard.
struct Lookahead: Equatable, Sendable {
  private(set) var next: PlayerItem?
  /// The track of the next one, as its entry shows it; nil until it is loaded.
  private(set) var nextTrack: Track?
  /// Items named behind the next one, and whether the player was told that nothing follows them.
  private(set) var upcoming: [PlayerItem] = []
  private var isComplete = false
  /// Items that the player could not open ahead, until the queue goes on.
  private(set) var unplayable: Set<QueueItemID> = []
  /// How many of these attempts failed since the queue was edited or went on.
  private var failures = 0
  /// Items that were named before others took their place: the player may have begun with one of
  /// them by then.
  private var replaced: [PlayerItem] = []

  static let maximumFailures = 10
  private static let maximumReplaced = 16

  var items: [PlayerItem] { [next].compactMap(\.self) + upcoming }

  /// Everything that the player may begin with.
  var candidates: [PlayerItem] { items + replaced }

  // MARK: Naming

  /// Names what follows an item, unless the player knows it.
  mutating func nameNext(
    after id: PlayID, of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    if let next, next.stands(at: index(in: queue), of: queue) {
      return checkLater(of: queue, &maker)
    }
    return nameNextAnew(after: id, of: queue, &maker)
  }

  /// Answers the player, which asks what follows what plays. The item may be on its way to it
  /// already: under another number it would be played twice.
  mutating func answer(
    after id: PlayID, of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    if let next, next.stands(at: index(in: queue), of: queue) {
      return [.player(.prepareNext(next.request, after: id))]
    }
    return nameNextAnew(after: id, of: queue, &maker)
  }

  private mutating func nameNextAnew(
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

  /// Names what follows one that was named itself, and forgets what was named behind it before.
  mutating func nameLater(
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

  /// After an edit that leaves what comes next: the first of the later ones that is now another one
  /// is named anew.
  private mutating func checkLater(
    of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    guard var before = next else { return [] }
    for item in upcoming {
      guard item.stands(at: successor(of: before, in: queue), of: queue) else {
        return nameLater(after: before.id, of: queue, &maker)
      }
      before = item
    }
    return isComplete ? nameLater(after: before.id, of: queue, &maker) : []
  }

  /// An item that was named is played otherwise by now: it is named again.
  mutating func nameAgain(
    _ id: PlayID, after heard: PlayID?, of queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    if next?.id == id {
      return heard.map { nameNextAnew(after: $0, of: queue, &maker) } ?? []
    }
    guard let position = upcoming.firstIndex(where: { $0.id == id }) else { return [] }
    let before = position == 0 ? next : upcoming[position - 1]
    return before.map { nameLater(after: $0.id, of: queue, &maker) } ?? []
  }

  /// Nothing to name where too much could not be opened: then it is looked for again when what plays
  /// has ended.
  private func successor(of item: PlayerItem, in queue: PlayQueue) -> Int? {
    guard failures < Self.maximumFailures else { return nil }
    return queue.index(of: item.item).flatMap { queue.successor(of: $0, without: unplayable) }
  }

  // MARK: What becomes of them

  /// An item that was named is heard now: what was named behind it comes next.
  mutating func advance(
    to item: PlayerItem, in queue: PlayQueue, _ maker: inout PlayerItem.Maker
  ) -> [Effect] {
    guard item == next else {
      // The player began with it before it learned of the one in its place.
      let candidates = replaced
      restart()
      replaced = candidates
      return nameNext(after: item.id, of: queue, &maker)
    }
    // The player was told then that nothing follows the last one.
    let gaveUp = failures >= Self.maximumFailures
    nextTrack = nil
    unplayable = []
    failures = 0
    next = upcoming.isEmpty ? nil : upcoming.removeFirst()
    guard let next else {
      isComplete = false
      return gaveUp ? nameNext(after: item.id, of: queue, &maker) : []
    }
    guard gaveUp else { return [next.load] }
    return [next.load] + nameLater(after: (upcoming.last ?? next).id, of: queue, &maker)
  }

  /// The item that was named under a number, also where another took its place since.
  func item(named id: PlayID) -> PlayerItem? {
    next?.id == id ? next : replaced.last { $0.id == id }
  }

  /// One that was named cannot be played, and the player asks for another in its place.
  ///
  /// - Returns: False where it is not one of those that were named ahead.
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

  /// The queue was edited: as much may fail again.
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

  /// Something else was asked for.
  mutating func restart() {
    forgetNext()
    unplayable = []
    failures = 0
  }
}
