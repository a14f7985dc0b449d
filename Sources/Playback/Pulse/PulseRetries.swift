/// Delays between connection attempts. Times are in microseconds.
struct PulseRetries {
  /// The most connection attempts within `span`.
  static let maximumConnections = 12
  static let span: UInt64 = 10_000_000

  /// Attempts since the stream was last stable.
  private var count = 0
  /// The times of the last attempts.
  private var connections: [UInt64] = []

  var isFirst: Bool { count == 0 }

  mutating func succeed() { count = 0 }

  mutating func noteConnection(at now: UInt64) {
    connections = connections.suffix(Self.maximumConnections - 1) + [now]
  }

  /// 100 ms, then twice as long every time, up to two seconds.
  mutating func nextDelay(at now: UInt64, isConnected: Bool) -> UInt64 {
    let delay = min(2_000_000, UInt64(100_000) << UInt64(min(count, 5)))
    count += 1
    return isConnected ? delay : max(delay, forcedDelay(at: now))
  }

  /// The delay after the server's socket appeared, on which nobody may listen yet.
  mutating func restart(at now: UInt64) -> UInt64 {
    count = 0
    return max(20_000, forcedDelay(at: now))
  }

  /// The delay that limits the rate of connections.
  private func forcedDelay(at now: UInt64) -> UInt64 {
    guard connections.count >= Self.maximumConnections, let first = connections.first else {
      return 0
    }
    let free = first + Self.span
    return free > now ? free - now : 0
  }
}
