import Music

/// Requests for tracks that are played or queued. Answers come in any order; what was asked for last
/// holds, and what was queued comes in the order in which it was asked for.
struct QueueRequests: Equatable, Sendable {
  /// What is done to the queue when an answer is due.
  enum Action: Equatable, Sendable {
    case play([QueuedTrack], start: Int)
    case bringBack(PlayQueue)
    case queue([QueuedTrack], next: Bool)
  }

  private struct Request: Equatable, Sendable {
    var serial: Int
    var replacesQueue: Bool
    /// Nil until it is answered.
    var action: Action?
    /// Whether it was done already, and is done again once the queue was replaced.
    var isDone = false
  }

  private var newest = 0
  /// Those that are not over: one that replaces the queue at most, which is the first.
  private var open: [Request] = []

  /// - Parameter replacesQueue: Then nothing matters any more that was asked for before.
  mutating func ask(replacesQueue: Bool) -> Int {
    newest += 1
    if replacesQueue { open = [] }
    open.append(Request(serial: newest, replacesQueue: replacesQueue))
    return newest
  }

  /// - Returns: What is to be done now, in this order.
  mutating func answer(_ serial: Int, _ action: Action) -> [Action] {
    guard let index = open.firstIndex(where: { $0.serial == serial }) else { return [] }
    guard open[index].replacesQueue else {
      open[index].action = action
      return due()
    }
    open.remove(at: index)
    // What was queued meanwhile went with the queue that is replaced now.
    for index in open.indices { open[index].isDone = false }
    return [action] + due()
  }

  /// No answer comes.
  mutating func fail(_ serial: Int) -> [Action] {
    open.removeAll { $0.serial == serial }
    return due()
  }

  /// Something else was chosen to play: what was asked for before does not replace it.
  mutating func forgetReplacement() {
    if open.first?.replacesQueue == true { open.removeFirst() }
    _ = due()
  }

  /// What can be done with the answers that are there, up to the first one that is missing.
  private mutating func due() -> [Action] {
    var actions: [Action] = []
    for index in open.indices where !open[index].replacesQueue {
      guard let action = open[index].action else { break }
      if !open[index].isDone { actions.append(action) }
      open[index].isDone = true
    }
    // As long as the queue may be replaced, what was queued behind that is remembered.
    if open.first?.replacesQueue != true { open.removeAll { $0.isDone } }
    return actions
  }
}

extension QueueRequests.Action {
  var replacesQueue: Bool {
    switch self {
    case .play, .bringBack: true
    case .queue: false
    }
  }
}
