// Neighbours in playing order.
extension PlayQueue {
  /// The tracks before and after one in playing order, as far as there are any.
  package func neighbors(of index: Int) -> [TrackID] {
    guard let at = index == current ? position : order.position(of: index, near: position) else {
      return []
    }
    let wraps = repeating == .all && order.count > 1
    let before = at > 0 ? order[at - 1] : wraps ? order.last : nil
    let after = at + 1 < order.count ? order[at + 1] : wraps ? order.first : nil
    return [before, after].compactMap { $0.map { tracks[$0] } }
  }

  /// The index in `tracks` that follows when the current track ends.
  package var upNext: Int? { successor(without: []) }

  /// The index of the next item, passing over some; nil when only those are left.
  package func successor(without passed: Set<QueueItemID>) -> Int? {
    if repeating == .one, let current, !passed.contains(ids[current]) { return current }
    return following(without: passed, wraps: repeating == .all)
  }

  /// As above for another item than the current one.
  package func successor(of index: Int, without passed: Set<QueueItemID>) -> Int? {
    var later = self
    later.go(to: index)
    return later.successor(without: passed)
  }

  /// The index of the next track on the user's request, also when repeating one.
  package var skipTarget: Int? { skipTarget(without: []) }

  /// As `skipTarget`, passing over some items.
  package func skipTarget(without passed: Set<QueueItemID>) -> Int? {
    following(without: passed, wraps: repeating != .off)
  }

  private func following(without passed: Set<QueueItemID>, wraps: Bool) -> Int? {
    let start = min(position.map { $0 + 1 } ?? 0, order.count)
    if let found = order[start...].first(where: { !passed.contains(ids[$0]) }) { return found }
    return wraps ? order[..<start].first { !passed.contains(ids[$0]) } : nil
  }

  /// The index of the previous track; the first track has none unless all repeat.
  package var previousTarget: Int? {
    guard let position else { return nil }
    // Where the current one was removed, the position is that of the one before it.
    if current == nil { return order[position] }
    if position > 0 { return order[position - 1] }
    return repeating == .off ? nil : order.last
  }

  /// Tracks left after the current one, in playing order, without repeats.
  package var remaining: Int { position.map { order.count - $0 - 1 } ?? order.count }
}
