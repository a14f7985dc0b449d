import Music
import Servers

/// The part of a server's book that the player has, and where on the timeline it is.
struct HeardBook: Equatable, Sendable {
  var book: ListenedBook
  /// Of the part on the timeline.
  var partStart: Duration
  /// The starts of chapters on the timeline, in order.
  var chapters: [Duration]

  /// The place on the timeline of a position in the part's file.
  func place(of position: Duration) -> Duration { partStart + position }

  /// The number of the chapter at a place; nil before the first.
  func chapter(at place: Duration) -> Int? { chapters.lastIndex { $0 <= place } }
}

/// Follows the sound of a server's book, and says what its server is to be told.
struct BookHearing: Sendable {
  enum Due: Equatable, Sendable {
    case begin(ListenedBook, place: Duration)
    /// The time by the clock.
    case heard(Duration, to: Duration)
    case paused(Duration)
    case sought(Duration)
    case chapterChanged(Duration)
    case close(Duration)
  }

  /// Between two reports of what was heard.
  static let step = Duration.seconds(5)
  /// A jump that is none: clocks of sound drift and are corrected.
  private static let tolerance = Duration.milliseconds(750)

  private var parts: [(id: PlayID, part: HeardBook)] = []
  private var current: (id: PlayID, part: HeardBook)?
  private var clock: PlayClock?
  /// The last one that was heard.
  private var place = Duration.zero
  private var hasBegun = false
  /// Until when the current book was heard; nil before it sounds.
  private var lastHeard: ContinuousClock.Instant?

  private static let mostParts = 8

  /// Notes a part before it plays.
  mutating func note(_ part: HeardBook, of id: PlayID) {
    parts.removeAll { $0.id == id }
    parts.append((id, part))
    guard parts.count > Self.mostParts else { return }
    if let oldest = parts.firstIndex(where: { $0.id != current?.id }) {
      parts.remove(at: oldest)
    }
  }

  /// Whether a report can be about a book.
  var isIdle: Bool { parts.isEmpty }

  var isAdvancing: Bool { current != nil && clock?.isAdvancing == true }

  /// The item of a book that rests, and its position.
  var resting: (id: PlayID, position: Duration)? {
    guard let current, let clock, !clock.isAdvancing else { return nil }
    return (current.id, clock.position)
  }

  /// Whether a book, or an episode, is the current one and was heard since an instant.
  func hasHeard(_ item: String, episode: String?, since instant: ContinuousClock.Instant) -> Bool {
    guard let book = current?.part.book, book.item == item, book.episode == episode,
      let lastHeard
    else { return false }
    return isAdvancing || lastHeard >= instant
  }

  mutating func receive(_ state: PlayerState, at now: ContinuousClock.Instant) -> [Due] {
    var due = elapse(at: state.clock?.at ?? now)
    guard let id = state.item, let next = parts.first(where: { $0.id == id }) else {
      return due + end()
    }
    if next.id != current?.id {
      if let last = current, last.part.book != next.part.book { due += end() }
      (current, clock) = (next, nil)
    }
    guard let new = state.clock else {
      clock?.isAdvancing = false
      return due
    }
    let before = clock
    clock = new
    let reached = next.part.place(of: new.position)
    defer { place = reached }
    guard hasBegun else {
      // A restored book that nobody goes on with is no listening.
      guard new.isAdvancing else { return due }
      (hasBegun, lastHeard) = (true, new.at)
      return due + [.begin(next.part.book, place: reached)]
    }
    let expected = before.map { next.part.place(of: $0.position(at: new.at)) } ?? place
    if reached > expected + Self.tolerance || reached < expected - Self.tolerance {
      due.append(.sought(reached))
    } else if before?.isAdvancing == true, !new.isAdvancing {
      due.append(.paused(reached))
    }
    return due
  }

  /// Counts what was heard until an instant.
  mutating func elapse(at now: ContinuousClock.Instant) -> [Due] {
    guard let before = clock, let current, before.isAdvancing, now > before.at else {
      return []
    }
    let position = before.position(at: now)
    clock?.position = position
    clock?.at = now
    lastHeard = now
    guard hasBegun else {
      hasBegun = true
      place = current.part.place(of: position)
      return [.begin(current.part.book, place: place)]
    }
    let moved = max(.zero, position - before.position)
    guard moved > .zero, before.speed > 0 else { return [] }
    place = current.part.place(of: position)
    var due = [Due.heard(moved / before.speed, to: place)]
    let last = current.part.chapter(at: current.part.place(of: before.position))
    if current.part.chapter(at: place) != last { due.append(.chapterChanged(place)) }
    return due
  }

  /// The machine slept, which the clock of instants counts and the sound does not.
  mutating func slept(_ time: Duration) {
    if let at = clock?.at { clock?.at = at + time }
  }

  /// Begins anew with the next that is heard.
  ///
  /// - Returns: The place that was reached; nil where nothing was listened to.
  mutating func restart() -> Duration? {
    defer { hasBegun = false }
    return hasBegun ? place : nil
  }

  /// Ends what is listened to.
  mutating func end() -> [Due] {
    defer { (current, clock, hasBegun, lastHeard) = (nil, nil, false, nil) }
    return hasBegun ? [.close(place)] : []
  }
}
