import Music

/// Reference model of a queue, by items alone: a list in which a ghost replaces the removed current
/// item, and the playback order while shuffled.
struct QueueModel {
  enum Slot: Equatable {
    case item(QueueItemID)
    case ghost
  }

  var list: [Slot] = []
  var current: QueueItemID?
  /// Playback order, and the number of played items in it; nil for the order of the list.
  var shuffled: (order: [QueueItemID], heard: Int)?
  var repeating = PlayQueue.Repeat.off

  var items: [QueueItemID] {
    list.compactMap { if case .item(let id) = $0 { id } else { nil } }
  }

  /// Playback order, and the number of items in it up to the current one.
  private var playing: (order: [QueueItemID], heard: Int) {
    if let shuffled { return shuffled }
    if let current, let index = items.firstIndex(of: current) { return (items, index + 1) }
    return (items, list.firstIndex(of: .ghost) ?? 0)
  }

  func next(passing passed: Set<QueueItemID>) -> QueueItemID? {
    if repeating == .one, let current, !passed.contains(current) { return current }
    let (order, heard) = playing
    let around = order[heard...] + (repeating == .all ? order[..<heard] : [])
    return around.first { !passed.contains($0) }
  }

  mutating func go(to item: QueueItemID) {
    current = item
    list.removeAll { $0 == .ghost }
    if let order = shuffled?.order, let index = order.firstIndex(of: item) {
      shuffled = (order, index + 1)
    }
  }

  mutating func remove(_ gone: Set<QueueItemID>) {
    list = list.compactMap { slot in
      guard case .item(let id) = slot, gone.contains(id) else { return slot }
      return id == current ? .ghost : nil
    }
    if let current, gone.contains(current) { self.current = nil }
    if let (order, heard) = shuffled {
      shuffled = (
        order.filter { !gone.contains($0) }, order[..<heard].count { !gone.contains($0) }
      )
    }
  }

  /// - Parameter target: the index of the moved item afterwards.
  mutating func move(_ item: QueueItemID, to target: Int) {
    guard let from = list.firstIndex(of: .item(item)) else { return }
    let wasBeforeGhost = list.firstIndex(of: .ghost).map { from < $0 } ?? false
    list.remove(at: from)
    // The index after as many items; beside the ghost the item stays on its side.
    var places = list.indices.filter { list[..<$0].count { $0 != .ghost } == target }
    if items.count == target { places.append(list.count) }
    list.insert(.item(item), at: (wasBeforeGhost ? places.first : places.last) ?? list.count)
  }

  /// New items go to the end of the list; their random positions in a shuffled order are read from
  /// the queue.
  mutating func append(_ added: [QueueItemID], order: [QueueItemID]) {
    list += added.map(Slot.item)
    if let heard = shuffled?.heard { shuffled = (order, heard) }
  }

  mutating func insertNext(_ added: [QueueItemID]) {
    let index = current.flatMap { list.firstIndex(of: .item($0)) } ?? list.firstIndex(of: .ghost)
    list.insert(contentsOf: added.map(Slot.item), at: index.map { $0 + 1 } ?? 0)
    if let (order, heard) = shuffled {
      shuffled = (Array(order[..<heard] + added + order[heard...]), heard)
    }
  }
}
