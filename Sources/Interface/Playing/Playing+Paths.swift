import Music

// Playing the paths of the command line.
extension Playing {
  /// The state of the queue when playing the paths began.
  struct BegunPaths: Equatable, Sendable {
    /// The first tracks, until all are known.
    var items: [QueueItem]
    /// The newest edit of the queue at that time.
    var edit: Int
    /// Whether all tracks are known.
    var isComplete: Bool
  }

  /// The first tracks play at once. When all are known the queue is completed around them; after an
  /// edit they are appended to it, and a queue that replaced it is left alone.
  mutating func pathsAdded(
    _ tracks: QueuedTracks, isComplete: Bool, at now: ContinuousClock.Instant
  ) -> Response {
    guard let begun = begunPaths else {
      // Music that the listener has started meanwhile is not interrupted.
      guard requested == nil, player.item == nil else {
        guard isComplete else { return [] }
        begunPaths = BegunPaths(items: [], edit: edits.newest, isComplete: true)
        return append(
          tracks, besides: queue.queued, at: now)
      }
      let response = play(tracks, startingAt: 0, at: now)
      begunPaths = BegunPaths(
        items: queue.ids.indices.map { queue.item(at: $0) }, edit: edits.newest,
        isComplete: isComplete)
      return response
    }
    // The event of the first tracks may come after that of all of them.
    guard isComplete, !begun.isComplete else { return [] }
    begunPaths?.isComplete = true
    // None of the first tracks could be played.
    if begun.items.isEmpty, queue.ids.isEmpty { return play(tracks, startingAt: 0, at: now) }
    let ids = begun.items.map(\.id)
    guard queue.ids != QueueItemIDs(ids) || edits.newest != begun.edit else {
      // The first tracks may be over by now: nothing is restarted.
      return changeQueue { $0.complete(with: tracks) } + queueChanged()
    }
    guard !Set(queue.ids).isDisjoint(with: ids) else { return [] }
    return append(tracks, besides: QueuedTracks(begun.items.map(\.queued)), at: now)
  }

  private mutating func append(
    _ tracks: QueuedTracks, besides known: QueuedTracks, at now: ContinuousClock.Instant
  ) -> Response {
    let others = tracks.others(than: known)
    guard !others.isEmpty else { return [] }
    return edit("queued \(others.count.counted("track"))", at: now) { $0.append(others) }
  }
}

extension QueuedTracks {
  /// The tracks that are not among `known`, where each known one counts once.
  fileprivate func others(than known: QueuedTracks) -> QueuedTracks {
    var counts = Dictionary(known.map { ($0, 1) }, uniquingKeysWith: +)
    return QueuedTracks(
      filter { queued in
        guard let count = counts[queued], count > 0 else { return true }
        counts[queued] = count - 1
        return false
      })
  }
}
