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

  /// The item of the queue that is heard; nil during an audition.
  var audibleQueueItem: QueueItemID? {
    requested.flatMap { $0.id == player.item ? $0.item : nil }
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
