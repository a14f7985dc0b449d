import Music

/// The queue at one moment: its items, what was current, and how far that had played.
struct QueueMoment: Equatable, Sendable {
  var queue: PlayQueue
  var position: Duration
}

/// Edits of the queue that can be undone and done again, as long as the program runs.
struct QueueEdits: Equatable, Sendable {
  struct Step: Equatable, Sendable {
    /// By which the history of all edits knows it.
    var number: Int
    /// What was done, as the history says it: "queued 3 tracks".
    var text: String
    /// Whether another queue took the place of the one before.
    var isReplacement: Bool
    /// The queue on the other side of the step.
    var other: QueueMoment
  }

  static let maximumSteps = 100
  /// Tracks in the queues of all steps together; the newest step is kept in any case.
  static let maximumTracks = 1_000_000

  /// The number of the newest step that there ever was.
  private(set) var newest = 0
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// The item that the newest step moved, while it goes on being moved.
  private var moving: QueueItemID?

  /// Notes an edit.
  ///
  /// - Parameter moved: The item that it moves; moves of one item in a row are one step.
  /// - Returns: The number of the step; nil where it goes on with the one before.
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

  /// Something else is done: what is moved from now on is another step.
  mutating func endMove() { moving = nil }

  /// The outcome of an undo or redo of one step.
  enum Flip: Equatable {
    /// The step was the next one, and is now the other history's.
    case flipped(Step)
    /// The queue was edited since that was asked for; nothing is done then.
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

  /// Tracks that became others.
  mutating func rename(_ tracks: [TrackID: TrackID]) {
    for index in done.indices { _ = done[index].other.queue.rename(tracks) }
    for index in undone.indices { _ = undone[index].other.queue.rename(tracks) }
  }

  /// A track that no queue holds any more.
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
