/// The times at which a transfer has to have moved and to be done.
struct TransferDeadlines {
  private let stall: Duration
  private let whole: Duration?
  private var start = SuspendingClock.now
  private var lastMove = SuspendingClock.now
  private var sent: Int64 = 0

  init(stall: Duration, whole: Duration?) {
    self.stall = stall
    self.whole = whole
  }

  mutating func begin() {
    start = .now
    lastMove = start
  }

  mutating func moved() { lastMove = .now }

  /// Takes the number of bytes sent so far.
  mutating func moved(sent: Int64) {
    guard sent > self.sent else { return }
    self.sent = sent
    lastMove = .now
  }

  var next: SuspendingClock.Instant {
    let stalled = lastMove + stall
    return whole.map { min(stalled, start + $0) } ?? stalled
  }

  func reached(at now: SuspendingClock.Instant) -> HTTPTimeout? {
    if let whole, now >= start + whole { return .whole }
    return now >= lastMove + stall ? .stalled : nil
  }
}
