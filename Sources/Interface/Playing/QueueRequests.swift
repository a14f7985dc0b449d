import Music

/// Requests for tracks to play or queue. Answers come in any order; the last request to play wins,
/// and tracks are queued in the order of the requests.
struct QueueRequests: Equatable, Sendable {
  /// The change of the queue by an answer.
  enum Action: Equatable, Sendable {
    case play(QueuedTracks, start: Int)
    case bringBack(PlayQueue)
    case queue(QueuedTracks, next: Bool)
  }

  private struct Request: Equatable, Sendable {
    var serial: Int
    var replacesQueue: Bool
    /// Nil until it is answered.
    var action: Action?
    /// Whether the action was performed; it is repeated once the queue was replaced.
    var isDone = false
  }

  private var newest = 0
  /// Open requests: at most one replaces the queue, and is the first.
  private var open: [Request] = []

  /// - Parameter replacesQueue: Drops all earlier requests.
  mutating func ask(replacesQueue: Bool) -> Int {
    newest += 1
    if replacesQueue { open = [] }
    open.append(Request(serial: newest, replacesQueue: replacesQueue))
    return newest
  }

  /// - Returns: The actions to perform now, in order.
  mutating func answer(_ serial: Int, _ action: Action) -> [Action] {
    guard let index = open.firstIndex(where: { $0.serial == serial }) else { return [] }
    guard open[index].replacesQueue else {
      open[index].action = action
      return due()
    }
    open.remove(at: index)
    // Tracks queued meanwhile were lost with the queue that is replaced now.
    for index in open.indices { open[index].isDone = false }
    return [action] + due()
  }

  /// The request failed.
  mutating func fail(_ serial: Int) -> [Action] {
    open.removeAll { $0.serial == serial }
    return due()
  }

  /// Another item was chosen: no earlier request may replace it.
  mutating func forgetReplacement() {
    if open.first?.replacesQueue == true { open.removeFirst() }
    _ = due()
  }

  /// The answered actions up to the first request without an answer.
  private mutating func due() -> [Action] {
    var actions: [Action] = []
    for index in open.indices where !open[index].replacesQueue {
      guard let action = open[index].action else { break }
      if !open[index].isDone { actions.append(action) }
      open[index].isDone = true
    }
    // While the queue may still be replaced, tracks queued since are remembered.
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
