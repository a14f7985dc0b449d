import Music

// Playing the paths that the command line named.
extension Playing {
  /// Where playing the paths of the command line began.
  struct BegunPaths: Equatable, Sendable {
    /// The first tracks, as long as not all are known.
    var items: [QueueItem]
    /// The newest edit of the queue by then.
    var edit: Int
    /// Whether all are known.
    var isComplete: Bool
  }

  /// The first tracks play at once. When all are known the queue is completed around them; one that
  /// was edited meanwhile stays as it is, with the others behind it, and one that has taken its place
  /// is left alone.
  mutating func pathsAdded(
    _ tracks: [QueuedTrack], isComplete: Bool, at now: ContinuousClock.Instant
  ) -> Response {
    guard let begun = begunPaths else {
      // Music that the listener has started meanwhile is not broken off.
      guard requested == nil, player.item == nil else {
        guard isComplete else { return [] }
        begunPaths = BegunPaths(items: [], edit: edits.newest, isComplete: true)
        return append(
          tracks, besides: queue.ids.indices.map { queue.item(at: $0).queued }, at: now)
      }
      let response = play(tracks, startingAt: 0, at: now)
      begunPaths = BegunPaths(
        items: queue.ids.indices.map { queue.item(at: $0) }, edit: edits.newest,
        isComplete: isComplete)
      return response
    }
    // The first tracks may be told after all of them.
    guard isComplete, !begun.isComplete else { return [] }
    begunPaths?.isComplete = true
    // Nothing of what was begun with could be played.
    if begun.items.isEmpty, queue.ids.isEmpty { return play(tracks, startingAt: 0, at: now) }
    let ids = begun.items.map(\.id)
    guard queue.ids != ids || edits.newest != begun.edit else {
      // The first tracks may be over by now: nothing is started again.
      return changeQueue { $0.complete(with: tracks) } + queueChanged()
    }
    guard !Set(queue.ids).isDisjoint(with: ids) else { return [] }
    return append(tracks, besides: begun.items.map(\.queued), at: now)
  }

  private mutating func append(
    _ tracks: [QueuedTrack], besides known: [QueuedTrack], at now: ContinuousClock.Instant
  ) -> Response {
    let others = tracks.others(than: known)
    guard !others.isEmpty else { return [] }
    return edit("queued \(others.count.counted("track"))", at: now) { $0.append(others) }
  }
}

extension [QueuedTrack] {
  /// The tracks that are not among `known`, where each of them counts once.
  fileprivate func others(than known: [QueuedTrack]) -> [QueuedTrack] {
    var counts = Dictionary(known.map { ($0, 1) }, uniquingKeysWith: +)
    return filter { queued in
      guard let count = counts[queued], count > 0 else { return true }
      counts[queued] = count - 1
      return false
    }
  }
}
