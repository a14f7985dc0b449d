import Music

// Commands that choose an item of the queue, or a position in the one that plays.
extension Playing {
  /// An item that the user has chosen: what failed before it is forgotten, and what was asked for
  /// before does not take its place.
  mutating func choose(itemAt index: Int, from position: Duration = .zero) -> Response {
    requests.forgetReplacement()
    forgiveFailures()
    return play(itemAt: index, from: position)
  }

  mutating func playNext() -> Response {
    guard let index = queue.skipTarget else { return .saying("This is the last track") }
    return play(itemAt: index)
  }

  /// Back to the beginning of what plays, or soon after that to the item before it.
  mutating func playPrevious(at now: ContinuousClock.Instant) -> Response {
    let canRestart = player.clock != nil && !isLive
    if position(at: now) > .seconds(3), canRestart { return seek(to: .zero, at: now) }
    guard let index = queue.previousTarget else {
      return canRestart ? seek(to: .zero, at: now) : []
    }
    return play(itemAt: index)
  }

  mutating func seek(to target: Duration, at now: ContinuousClock.Instant) -> Response {
    // Nothing may be heard yet: then that is where it begins.
    guard player.item != nil else { return [] }
    guard !isLive else { return .saying("This is a live stream: there is nowhere to go in it") }
    var target = min(EntryPlayback.latest, max(.zero, target))
    if let duration { target = min(target, duration) }
    startSeek(to: target, at: now)
    return Response(dueSeek(at: now), .positionChanged)
  }

  /// Goes to a time that was typed or clicked; beyond the end there is nothing to go to.
  mutating func go(to target: Duration, at now: ContinuousClock.Instant) -> Response {
    if player.item != nil, let duration, target > duration + .milliseconds(1) {
      return .saying("It ends at \(duration.clockText)", .bad)
    }
    return seek(to: target, at: now)
  }
}
