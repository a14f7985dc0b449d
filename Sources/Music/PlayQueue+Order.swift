// What comes before and after in the order of playing.
extension PlayQueue {
  /// The tracks that are heard before and after one, as far as there are any.
  package func neighbors(of index: Int) -> [TrackID] {
    guard let at = index == current ? position : order.firstIndex(of: index) else { return [] }
    let wraps = repeating == .all && order.count > 1
    let before = at > 0 ? order[at - 1] : wraps ? order.last : nil
    let after = at + 1 < order.count ? order[at + 1] : wraps ? order.first : nil
    return [before, after].compactMap { $0.map { tracks[$0] } }
  }

  /// The index in `tracks` that follows when the current track ends by itself.
  package var upNext: Int? { successor(without: []) }

  /// The index of what follows, passing over some items; nil when all that is left are those.
  package func successor(without passed: Set<QueueItemID>) -> Int? {
    if repeating == .one, let current, !passed.contains(ids[current]) { return current }
    return following(without: passed, wraps: repeating == .all)
  }

  /// The same for another than the current one, as though it were.
  package func successor(of index: Int, without passed: Set<QueueItemID>) -> Int? {
    var later = self
    later.go(to: index)
    return later.successor(without: passed)
  }

  /// The index of what follows when the user asks for the next track, also when repeating one.
  package var skipTarget: Int? { skipTarget(without: []) }

  /// The same, passing over some items.
  package func skipTarget(without passed: Set<QueueItemID>) -> Int? {
    following(without: passed, wraps: repeating != .off)
  }

  private func following(without passed: Set<QueueItemID>, wraps: Bool) -> Int? {
    let start = min(position.map { $0 + 1 } ?? 0, order.count)
    if let found = order[start...].first(where: { !passed.contains(ids[$0]) }) { return found }
    return wraps ? order[..<start].first { !passed.contains(ids[$0]) } : nil
  }

  /// The index of what was before; the first track has nothing before it unless all repeat.
  package var previousTarget: Int? {
    guard let position else { return nil }
    // Where the current one was removed, the place is that of the one before it.
    if current == nil { return order[position] }
    if position > 0 { return order[position - 1] }
    return repeating == .off ? nil : order.last
  }

  /// Tracks still to come after the current one, in playing order, without repeats.
  package var remaining: Int { position.map { order.count - $0 - 1 } ?? order.count }
}
