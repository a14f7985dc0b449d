/// Decides when the next frame is drawn, and how long the loop may sleep.
///
/// Frames are at least 16 ms apart, and an unchanged picture is not drawn. A frame waits briefly
/// for rows being loaded; rows that miss their frame need not wait for the next frame time, and
/// neither does a key after a frame that answered none, nor the first changes behind a key's frame,
/// such as the player's report or a window's contents.
/// Contains no clock: callers pass the time.
struct FramePacer<Picture: Equatable> {
  typealias Instant = ContinuousClock.Instant

  /// The time the loop may sleep.
  struct Rest: Equatable {
    /// Nil to wait for events.
    var end: Instant?
    /// Whether it ends only because a frame may be drawn then.
    var isForDrawing: Bool
  }

  /// The state compared with the screen.
  private enum Comparison: Equatable {
    /// Events have happened since the comparison.
    case due
    /// Only what is heard has moved since this picture.
    case moved(Picture)
    case same
    /// The state has another picture than the screen.
    case differs(Picture)
  }

  /// The shortest time between frames.
  static var frameTime: Duration { .milliseconds(16) }
  /// How long a frame waits for rows being loaded, rather than showing gaps.
  static var rowPatience: Duration { .milliseconds(12) }
  /// How many frames of what follows from a key are drawn behind its own at once.
  static var maximumAnswers: Int { 4 }
  /// How long after an Escape the rest of a key's sequence may arrive.
  static var escapeTime: Duration { .milliseconds(25) }

  /// Nil if the screen's contents are unknown.
  private var shown: Picture?
  private var comparison = Comparison.due
  /// When the last frame was drawn, or found to be the same.
  private var lastDrawn: Instant?
  /// Whether the last frame lacked rows.
  private var lacksRows = false
  /// Whether a key came since the last frame, and whether one came before it.
  private var isPressed = false
  private var answeredKey = false
  /// Whether a key since the last frame has begun an edit.
  private(set) var awaitsEdit = false
  /// Whether nothing was drawn since the last key: an edit shows once it is stored.
  private var isUnanswered = false
  /// How many frames may follow that of the last key at once.
  private var answersLeft = 0

  // MARK: Events

  /// The state may have changed.
  mutating func handled() { comparison = .due }

  /// A key came.
  mutating func pressed() { (isPressed, isUnanswered) = (true, true) }

  /// The key has begun an edit, and its frame waits briefly for the edited rows.
  mutating func edited() { awaitsEdit = true }

  /// Only the moving picture of what is heard has changed.
  mutating func moved() {
    switch comparison {
    case .due, .moved: break
    case .same: comparison = shown.map { .moved($0) } ?? .due
    case .differs(let picture): comparison = .moved(picture)
    }
  }

  /// The screen's contents are unknown, as after a resize.
  mutating func cleared() {
    shown = nil
    comparison = .due
  }

  /// Records the state's picture.
  mutating func compared(with picture: Picture) {
    guard picture == shown else { return comparison = .differs(picture) }
    comparison = .same
    // A key without effect has no answer.
    isUnanswered = isUnanswered && awaitsEdit
    (isPressed, awaitsEdit) = (false, false)
  }

  /// Records that the state's picture is on the screen.
  ///
  /// - Parameter awaitsRows: whether some of its rows are still being loaded.
  mutating func drawn(at now: Instant, awaitsRows: Bool) {
    if case .differs(let picture) = comparison { shown = picture }
    comparison = .same
    if isUnanswered {
      (answeredKey, answersLeft) = (isPressed, Self.maximumAnswers)
    } else if answersLeft > 0, !isTime(at: now) {
      // The next key need not wait for the distance to this one.
      (answeredKey, answersLeft) = (false, answersLeft - 1)
    } else {
      (answeredKey, answersLeft) = (false, 0)
    }
    (isPressed, isUnanswered, awaitsEdit) = (false, false, false)
    lastDrawn = now
    lacksRows = awaitsRows
  }

  /// Records that the state's picture is on the screen already. The next comparison waits for the
  /// time of a frame, too, unless a key is answered.
  mutating func unchanged(at now: Instant, awaitsRows: Bool) {
    if isTime(at: now) { (lastDrawn, answeredKey, answersLeft) = (now, false, 0) }
    lacksRows = awaitsRows
  }

  // MARK: Decisions

  /// Whether a picture of the state is needed first.
  var needsPicture: Bool {
    switch comparison {
    case .due, .moved: true
    case .same, .differs: false
    }
  }

  /// The last picture, where only what is heard has moved since.
  var moving: Picture? {
    if case .moved(let picture) = comparison { picture } else { nil }
  }

  /// The picture to draw; nil for none.
  var next: Picture? {
    if case .differs(let picture) = comparison { picture } else { nil }
  }

  /// Whether drawing is allowed now.
  func mayDraw(at now: Instant, awaitsRows: Bool) -> Bool {
    lacksRows && !awaitsRows || isPressed && !answeredKey
      || (answersLeft > 0 || isUnanswered) && !isPressed && !awaitsRows && moving == nil
      || isTime(at: now)
  }

  /// Whether the time between two frames is over.
  private func isTime(at now: Instant) -> Bool {
    lastDrawn.map { $0.advanced(by: Self.frameTime) <= now } ?? true
  }

  /// How long the loop may sleep once everything was handled and drawn.
  ///
  /// - Parameters:
  /// - tick: the time to the next change without an event; nil for none.
  /// - isEscapePending: whether an Escape waits for the rest of a sequence.
  /// - isWritable: whether the terminal has taken the frame before.
  func rest(
    from now: Instant, tick: Duration?, isEscapePending: Bool, isWritable: Bool = true
  ) -> Rest {
    let others = [tick, isEscapePending ? Self.escapeTime : nil].compactMap(\.self).min()
      .map { now.advanced(by: $0) }
    guard let lastDrawn, comparison != .same, isWritable else {
      return Rest(end: others, isForDrawing: false)
    }
    let frame = lastDrawn.advanced(by: Self.frameTime)
    guard let others, others <= frame else { return Rest(end: frame, isForDrawing: true) }
    return Rest(end: others, isForDrawing: false)
  }
}
