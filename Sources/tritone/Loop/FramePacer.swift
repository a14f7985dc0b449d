/// Decides when the next frame is drawn, and for how long nothing needs to be done.
///
/// A frame follows another one after 16 ms at the earliest, and nothing is drawn that shows already.
/// Rows that are on their way are waited for, but not for long; those that come too late for their
/// frame need not wait for the next one's time. There is no clock in it: whoever asks says what time
/// it is.
struct FramePacer<Picture: Equatable> {
  typealias Instant = ContinuousClock.Instant

  /// How long the loop may sleep.
  struct Rest: Equatable {
    /// Nil for as long as nothing happens.
    var end: Instant?
    /// Whether it ends for nothing but a frame that may be drawn then.
    var isForDrawing: Bool
  }

  /// The state of the player beside what is on the screen.
  private enum Comparison: Equatable {
    /// Something has happened since they were compared.
    case due
    case same
    /// The picture of the state is another one than shows.
    case differs(Picture)
  }

  /// At most so often a second something is drawn.
  static var frameTime: Duration { .milliseconds(16) }
  /// How long a frame waits for rows that are on their way, rather than showing gaps.
  static var rowPatience: Duration { .milliseconds(12) }
  /// How long after an Escape the rest of a key's sequence may come.
  static var escapeTime: Duration { .milliseconds(25) }

  /// Nil where anything may be on the screen.
  private var shown: Picture?
  private var comparison = Comparison.due
  private var lastDrawn: Instant?
  /// Whether rows were still on their way when the last frame was drawn.
  private var lacksRows = false

  // MARK: What happens

  /// The state may be another one.
  mutating func handled() { comparison = .due }

  /// The screen may hold anything, as after the terminal was resized.
  mutating func cleared() {
    shown = nil
    comparison = .due
  }

  /// The picture of the state is this one.
  mutating func compared(with picture: Picture) {
    comparison = picture == shown ? .same : .differs(picture)
  }

  /// The picture of the state is on the screen.
  ///
  /// - Parameter awaitsRows: whether some of its rows are still on their way.
  mutating func drawn(at now: Instant, awaitsRows: Bool) {
    if case .differs(let picture) = comparison { shown = picture }
    comparison = .same
    lastDrawn = now
    lacksRows = awaitsRows
  }

  // MARK: What is to be done

  /// Whether a picture of the state has to be made before anything else can be said.
  var needsPicture: Bool { comparison == .due }

  /// The picture to be drawn; nil where nothing is.
  var next: Picture? {
    if case .differs(let picture) = comparison { picture } else { nil }
  }

  /// Whether something may be drawn now.
  func mayDraw(at now: Instant, awaitsRows: Bool) -> Bool {
    guard let lastDrawn else { return true }
    return lacksRows && !awaitsRows || lastDrawn.advanced(by: Self.frameTime) <= now
  }

  /// How long the loop may sleep once everything has been handled and drawn that could be.
  ///
  /// - Parameters:
  ///   - tick: in how long the state changes by itself; nil for never.
  ///   - isEscapePending: whether an Escape waits for the rest of a sequence.
  func rest(from now: Instant, tick: Duration?, isEscapePending: Bool) -> Rest {
    let others = [tick, isEscapePending ? Self.escapeTime : nil].compactMap(\.self).min()
      .map { now.advanced(by: $0) }
    guard let lastDrawn, next != nil else { return Rest(end: others, isForDrawing: false) }
    let frame = lastDrawn.advanced(by: Self.frameTime)
    guard let others, others <= frame else { return Rest(end: frame, isForDrawing: true) }
    return Rest(end: others, isForDrawing: false)
  }
}
