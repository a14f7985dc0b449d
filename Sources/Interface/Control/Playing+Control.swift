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

  /// Whether an item of the queue is requested that the player has not reported, though it may show.
  var awaitsItem: Bool { requested.map { $0.id != reported.item } ?? false }

  /// The place in the queue of the item that shows; without one, where the queue is.
  var shownIndex: Int? {
    guard let shownQueueItem, shownQueueItem != currentItem else { return queue.current }
    return queue.index(of: shownQueueItem)
  }

  /// The queue at the item that shows, though another one may be requested already.
  var shownQueue: PlayQueue {
    guard let index = shownIndex, index != queue.current else { return queue }
    var shown = queue
    shown.go(to: index)
    return shown
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
