import Music

// Commands that choose an item of the queue, or a position in the current one.
extension Playing {
  /// Plays an item that the user has chosen: earlier failures are forgotten, and pending requests
  /// do not replace it.
  mutating func choose(
    itemAt index: Int, from position: Duration = .zero, isPaused: Bool = false
  ) -> Response {
    requests.forgetReplacement()
    forgiveFailures()
    return play(itemAt: index, from: position, isPaused: isPaused)
  }

  /// - Parameter keepsRest: Whether what is paused or stopped stays so.
  mutating func playNext(keepsRest: Bool = false) -> Response {
    guard let index = queue.skipTarget else { return .saying("This is the last track") }
    return keepsRest ? move(to: index) : play(itemAt: index)
  }

  /// Back to the start of the current item, or from near its start to the item before it.
  ///
  /// - Parameter keepsRest: Whether what is paused or stopped stays so.
  mutating func playPrevious(
    keepsRest: Bool = false, at now: ContinuousClock.Instant
  ) -> Response {
    let canRestart = player.clock != nil && !isLive
    if position(at: now) > .seconds(3), canRestart { return seek(to: .zero, at: now) }
    guard let index = queue.previousTarget else {
      return canRestart ? seek(to: .zero, at: now) : []
    }
    return keepsRest ? move(to: index) : play(itemAt: index)
  }

  mutating func seek(to target: Duration, at now: ContinuousClock.Instant) -> Response {
    // Before anything is audible the target becomes the start of the item.
    guard player.item != nil else { return [] }
    guard !isLive else { return .saying("This is a live stream: there is nowhere to go in it") }
    var target = min(EntryPlayback.latest, max(.zero, target))
    if let duration { target = min(target, duration) }
    startSeek(to: target, at: now)
    return Response(dueSeek(at: now), .positionChanged)
  }

  /// Seeks to a time that was typed or clicked, unless it is beyond the end.
  mutating func go(to target: Duration, at now: ContinuousClock.Instant) -> Response {
    if player.item != nil, let duration, target > duration + .milliseconds(1) {
      return .saying("It ends at \(duration.clockText)", .bad)
    }
    return seek(to: target, at: now)
  }
}
