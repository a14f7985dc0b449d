import CPulse

/// The schedule of timing requests to the server, and the time without an answer.
struct PulsePolling {
  static let minimumInterval: pa_usec_t = 20_000
  private static let maximumInterval: pa_usec_t = 1_000_000

  private(set) var interval: pa_usec_t = 0
  /// How long an answer is overdue while no sound is taken, counted by the timer: time during which
  /// this program itself was stopped is not counted.
  private(set) var silence: pa_usec_t = 0
  private var isAnswerDue = false
  private var lastTick: pa_usec_t = 0
  private var givenAtTick: FrameNumber = 0

  /// Requests timing soon, after a change.
  mutating func begin(at now: pa_usec_t) {
    interval = Self.minimumInterval
    silence = 0
    lastTick = now
  }

  /// The timer has fired, with so many frames handed over in all.
  mutating func tick(at now: pa_usec_t, given: FrameNumber) {
    let passed = min(now - min(now, lastTick), interval)
    silence = isAnswerDue && givenAtTick == given ? silence + passed : 0
    lastTick = now
    givenAtTick = given
  }

  mutating func nextInterval() -> pa_usec_t {
    // A late answer is checked for sooner.
    let longest = silence > 0 ? Self.maximumInterval / 2 : Self.maximumInterval
    interval = min(longest, interval * 2)
    return interval
  }

  mutating func asked() { isAnswerDue = true }

  mutating func answered() {
    isAnswerDue = false
    silence = 0
  }
}
