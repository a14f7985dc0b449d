import Music

/// The queue at one moment: its items, the current one, and the position in it.
struct QueueMoment: Equatable, Sendable {
  var queue: PlayQueue
  var position: Duration
}

/// Edits of the queue that can be undone and redone, for this run only.
struct QueueEdits: Equatable, Sendable {
  struct Step: Equatable, Sendable {
    /// The number in the common history of edits.
    var number: Int
    /// The name in the history: "queued 3 tracks".
    var text: String
    /// Whether the whole queue was replaced.
    var isReplacement: Bool
    /// The queue before the edit; in an undone step, after it.
    var other: QueueMoment
  }

  static let maximumSteps = 100
  /// The limit of tracks in all steps together; the newest step is always stored.
  static let maximumTracks = 1_000_000

  /// The number of the newest step ever recorded.
  private(set) var newest = 0
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// The item of a series of moves.
  private var moving: QueueItemID?

  /// Records an edit.
  ///
  /// - Parameter moved: The moved item; consecutive moves of one item are one step.
  /// - Returns: The number of the step; nil where the step before continues.
  mutating func record(
    _ text: String, isReplacement: Bool = false, moved: QueueItemID? = nil, before: QueueMoment
  ) -> Int? {
    defer { moving = moved }
    if let moved, moved == moving, undone.isEmpty, !done.isEmpty { return nil }
    newest += 1
    done.append(
      Step(number: newest, text: text, isReplacement: isReplacement, other: before))
    undone = []
    trim()
    return newest
  }

  /// Ends a series of moves: the next one is another step.
  mutating func endMove() { moving = nil }

  /// The outcome of an undo or redo of one step.
  enum Flip: Equatable {
    /// The step was undone or redone.
    case flipped(Step)
    /// The queue was edited since the request, which is refused.
    case overtaken
    /// The step is no longer in either history.
    case forgotten
  }

  mutating func undo(_ number: Int, now: QueueMoment) -> Flip {
    if let step = QueueEdits.flip(number, now, from: &done, to: &undone) { return .flipped(step) }
    return done.contains { $0.number >= number } ? .overtaken : .forgotten
  }

  mutating func redo(_ number: Int, now: QueueMoment) -> Flip {
    if let step = QueueEdits.flip(number, now, from: &undone, to: &done) { return .flipped(step) }
    return done.contains { $0.number > number } ? .overtaken : .forgotten
  }

  private static func flip(
    _ number: Int, _ now: QueueMoment, from: inout [Step], to: inout [Step]
  ) -> Step? {
    guard let step = from.last, step.number == number else { return nil }
    from.removeLast()
    var back = step
    back.other = now
    to.append(back)
    return step
  }

  /// Tracks that were merged into others.
  mutating func rename(_ tracks: [TrackID: TrackID]) {
    for index in done.indices { _ = done[index].other.queue.rename(tracks) }
    for index in undone.indices { _ = undone[index].other.queue.rename(tracks) }
  }

  /// A track that was removed from all queues.
  mutating func remove(_ track: TrackID) {
    for index in done.indices { done[index].other.queue.remove(track) }
    for index in undone.indices { undone[index].other.queue.remove(track) }
  }

  private mutating func trim() {
    var tracks = 0
    let kept = done.reversed().prefix(QueueEdits.maximumSteps).prefix { step in
      defer { tracks += step.other.queue.tracks.count }
      return tracks == 0 || tracks + step.other.queue.tracks.count <= QueueEdits.maximumTracks
    }
    done = Array(kept.reversed())
  }
}
