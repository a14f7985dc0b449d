import Music

// What requests from beyond the screen ask of playback.
extension Playing {
  /// Whether it plays, or is going to without another command.
  var wantsToPlay: Bool {
    switch player {
    case .playing: true
    case .loading: !startsPaused
    case .paused, .stopped: false
    }
  }

  /// Whether an item of the queue is requested that the player does not have yet.
  var awaitsItem: Bool { requested.map { $0.id != player.item } ?? false }

  /// The place in the queue of the item that the player has; without one, where the queue is.
  var audibleIndex: Int? {
    guard let audibleQueueItem, audibleQueueItem != currentItem else { return queue.current }
    return queue.index(of: audibleQueueItem)
  }

  /// The queue at the item that the player has, though another one may be requested already.
  var audibleQueue: PlayQueue {
    guard let index = audibleIndex, index != queue.current else { return queue }
    var audible = queue
    audible.go(to: index)
    return audible
  }

  /// Equal ways are no change, and nothing is said.
  mutating func setRepeat(_ way: PlayQueue.Repeat) -> Response {
    guard way != queue.repeating else { return [] }
    guard !fileOutput.isOn else { return .saying("Repeat stays off while a file is written") }
    let changed = changeQueue { $0.setRepeat(way) }
    return .saying("Repeat \(way.rawValue)") + changed + queueChanged()
  }

  /// A part of the queue for a program.
  func part(from: Int, count: Int) -> QueuePart {
    let start = min(max(0, from), queue.ids.count)
    let end = min(start + max(0, count), queue.ids.count)
    return QueuePart(
      from: start, items: (start..<end).map { queue.item(at: $0) }, count: queue.ids.count,
      index: queue.current, version: queueVersion)
  }
}

extension PlayerState {
  /// Whether a report of the same item has another position than playing on would have led to.
  func jumps(from earlier: PlayerState) -> Bool {
    guard item == earlier.item, let clock, let before = earlier.clock else { return false }
    let distance = clock.position - before.position(at: clock.at)
    return distance < .seconds(-1) || distance > .seconds(1)
  }
}
