import CPulse

/// When the server is asked for the time, and how long it has said nothing.
struct PulsePolling {
  static let shortestInterval: pa_usec_t = 20_000
  private static let longestInterval: pa_usec_t = 1_000_000

  private(set) var interval: pa_usec_t = 0
  /// How long an answer has been due and no sound was taken, counted by the timer: time during which
  /// this program stood still itself is not held against the server.
  private(set) var silence: pa_usec_t = 0
  private var isAnswerDue = false
  private var lastTick: pa_usec_t = 0
  private var givenAtTick: FrameNumber = 0

  /// Something has changed: the time is asked for soon.
  mutating func begin(at now: pa_usec_t) {
    interval = Self.shortestInterval
    silence = 0
    lastTick = now
  }

  /// The timer has fired, with so many frames handed over.
  mutating func tick(at now: pa_usec_t, given: FrameNumber) {
    let passed = min(now - min(now, lastTick), interval)
    silence = isAnswerDue && givenAtTick == given ? silence + passed : 0
    lastTick = now
    givenAtTick = given
  }

  mutating func nextInterval() -> pa_usec_t {
    // An answer that is late is looked for sooner.
    let longest = silence > 0 ? Self.longestInterval / 2 : Self.longestInterval
    interval = min(longest, interval * 2)
    return interval
  }

  mutating func asked() { isAnswerDue = true }

  mutating func answered() {
    isAnswerDue = false
    silence = 0
  }
}
