import Music

/// The sleep timer at the end of a chapter, and what follows a timer that has ended the music.
///
/// The end of a chapter is a place in one of the book's files. The player waits for it there, so
/// that neither speed nor pauses matter; only another chapter has another end.
struct BookSleep: Equatable, Sendable {
  /// The end of the chapter on the timeline of the book; nil for none.
  private(set) var target: Duration?
  /// The timer that the player has for it.
  private(set) var told: SleepTimer?
  /// Whether a timer has paused the book.
  var hasSlept = false
  /// Whether the book is paused.
  var isResting = false

  /// The length of the player's fade.
  static let fade: Duration = .milliseconds(3250)
  /// The time before the end of a timer in which a key extends it.
  static let lastCall: Duration = .seconds(60)
  /// The extension by a key.
  static let extra: Duration = .seconds(300)
  /// The time within which the player's pause at the target is reported.
  private static let patience: Duration = .seconds(2)

  var isOn: Bool { target != nil }

  mutating func begin(at target: Duration) {
    self.target = target
    hasSlept = false
  }

  /// No timer of a chapter is wanted; the player may still have one.
  mutating func end() { (target, told) = (nil, nil) }

  /// The player has no timer any more.
  mutating func lost() { told = nil }

  /// Whether a place is the target, where the player pauses in a moment.
  func isReached(at place: Duration) -> Bool {
    guard let target, told != nil else { return false }
    return place >= target && place - target < BookSleep.patience
  }

  /// Gives the player a timer, unless it has that one.
  mutating func tell(_ timer: SleepTimer) -> [Effect] {
    guard timer != told else { return [] }
    told = timer
    return [.player(.sleep(timer))]
  }

  /// Takes the player's timer back, since the book is left.
  mutating func callOff() -> [Effect] {
    guard told != nil else { return [] }
    told = nil
    return [.player(.sleep(nil))]
  }

  /// The same before a jump to a chapter with another end.
  mutating func callOff(beyond end: Duration?) -> [Effect] {
    target == end ? [] : callOff()
  }
}
