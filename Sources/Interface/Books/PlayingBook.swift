package import Music

/// The book that plays: its bookmarks, its jumps, and the place that is kept.
package struct PlayingBook: Equatable, Sendable {
  package internal(set) var book: Book
  /// In the order of their places.
  package internal(set) var bookmarks: [Bookmark]
  private(set) var jumps: JumpHistory
  /// The speed as it was last set for this book.
  var appliedSpeed: Double?
  var keeping = PlaceKeeping()
  /// Since when nothing is heard; nil while something is.
  var restingSince: ContinuousClock.Instant?
  /// Whether the lists were read since its first place was stored: it is the newest there then.
  var isListed = false
  private var series: Series?
  private var areJumpsKept = true

  /// Moves that follow one another, as those of a held key: they are one jump.
  private struct Series: Equatable, Sendable {
    var start: Duration
    var last: ContinuousClock.Instant
    var isNoted = false
  }

  private static let joined: Duration = .seconds(3)

  init(_ loaded: LoadedBook, at now: ContinuousClock.Instant) {
    book = loaded.book
    bookmarks = loaded.bookmarks
    jumps = JumpHistory(loaded.jumps)
    // Milliseconds of ten years at most: a clock may have been wrong.
    let pause = max(0, min(315_576_000_000, loaded.time - loaded.book.progress.updated))
    restingSince =
      loaded.book.progress.updated > 0 ? now.advanced(by: .milliseconds(-pause)) : nil
  }

  /// Takes over what changed in the library, without the speed and the jumps, which only this run
  /// changes.
  mutating func update(_ loaded: LoadedBook) {
    let speed = book.speed
    book = loaded.book
    book.speed = speed
    bookmarks = loaded.bookmarks
  }

  // MARK: Jumps

  /// Notes the place before a jump.
  mutating func moved(from old: Duration, to new: Duration, at now: ContinuousClock.Instant) {
    var series =
      series.flatMap { now - $0.last < PlayingBook.joined ? $0 : nil }
      ?? Series(start: old, last: now)
    series.last = now
    if !series.isNoted, jumps.note(from: series.start, to: new) {
      series.isNoted = true
      areJumpsKept = false
    }
    self.series = series
  }

  mutating func takeJump() -> Duration? {
    series = nil
    guard let place = jumps.back() else { return nil }
    areJumpsKept = false
    return place
  }

  /// The effect that stores the jumps, once after they have changed.
  mutating func keptJumps() -> [Effect] {
    guard !areJumpsKept else { return [] }
    areJumpsKept = true
    return [.books(.keepJumps(book.id, jumps.places))]
  }
}

/// When the place of a book is stored: every five seconds while it moves, when it stops moving, and
/// after jumps while it is paused. Only what is heard moves the place.
struct PlaceKeeping: Equatable, Sendable {
  /// The last place, and what is heard from there on.
  private(set) var place: Duration = .zero
  private var clock: PlayClock?
  private var partStart: Duration = .zero
  private var chapter: Int?
  /// The last effect.
  private var kept: Kept?
  private(set) var isKnown = false

  private struct Kept: Equatable, Sendable {
    var at: ContinuousClock.Instant
    var place: Duration
  }

  static let interval: Duration = .seconds(5)
  /// Jumps while paused follow one another under a held key.
  private static let restingInterval: Duration = .seconds(1)

  /// Whether what is heard moves.
  private var isAdvancing: Bool { clock?.isAdvancing == true }

  /// The state after an event.
  ///
  /// - Returns: The place to store now, if it has to be.
  mutating func update(
    place: Duration, clock: PlayClock?, partStart: Duration, chapter: Int?,
    at now: ContinuousClock.Instant
  ) -> Duration? {
    let wasAdvancing = isAdvancing
    let isOther = isKnown && chapter != self.chapter
    (self.place, self.clock, self.partStart) = (place, clock, partStart)
    self.chapter = chapter
    guard isKnown else {
      isKnown = true
      // The place that it was played from is stored.
      kept = Kept(at: now, place: place)
      return nil
    }
    let isDue = due.map { $0 <= now } ?? false
    guard (wasAdvancing && !isAdvancing) || isOther || isDue, kept?.place != place else {
      // A file may be longer than it says: its place stands still at the stated end.
      if isDue { kept?.at = now }
      return nil
    }
    kept = Kept(at: now, place: place)
    return place
  }

  /// Nothing is heard: another part opens, or cannot be opened.
  ///
  /// - Returns: The last place heard, if it has to be stored.
  mutating func rest(at now: ContinuousClock.Instant) -> Duration? {
    guard isKnown, let clock else { return nil }
    place = partStart + clock.position(at: now)
    self.clock = nil
    guard kept?.place != place else { return nil }
    kept = Kept(at: now, place: place)
    return place
  }

  /// When the place is stored next; nil where it is stored already.
  private var due: ContinuousClock.Instant? {
    guard let kept else { return nil }
    if isAdvancing { return kept.at.advanced(by: PlaceKeeping.interval) }
    guard kept.place != place else { return nil }
    return kept.at.advanced(by: PlaceKeeping.restingInterval)
  }

  /// The place that was reached when something else began.
  func last(at now: ContinuousClock.Instant) -> Duration? {
    guard isKnown else { return nil }
    let reached = clock.map { partStart + $0.position(at: now) } ?? place
    return kept?.place == reached ? nil : reached
  }

  /// How long until the place is stored.
  func times(at now: ContinuousClock.Instant) -> [Duration] {
    due.map { [$0 - now] } ?? []
  }
}
