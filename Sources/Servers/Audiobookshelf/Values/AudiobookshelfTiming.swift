internal import Glibc

/// The clock and the pauses, which tests replace.
package struct AudiobookshelfTiming: Sendable {
  /// Unix time in milliseconds.
  package var now: @Sendable () -> Int64
  /// Throws where the task is cancelled.
  package var pause: @Sendable (Duration) async throws -> Void
  /// From 0 to 1, by which pauses are spread.
  package var spread: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Int64 = { Self.systemClock() },
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    spread: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.now = now
    self.pause = pause
    self.spread = spread
  }

  /// Unix time in milliseconds.
  package static func systemClock() -> Int64 {
    var time = timeval()
    gettimeofday(&time, nil)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_usec) / 1000
  }

  var seconds: Int64 { now() / 1000 }

  func wait(_ pause: Duration) async throws(ServerError) {
    do { try await self.pause(pause) } catch { throw .cancelled }
  }

  /// Waits for half to one and a half of a pause, so that clients do not come back together.
  func waitSpread(_ pause: Duration) async throws(ServerError) {
    try await wait(pause * (0.5 + spread()))
  }

  /// The pause before each further try after a fault of the server.
  static let pauses: [Duration] = [.seconds(1), .seconds(3)]
  /// The longest pause asked for by the server that is waited for.
  static let longestPause: Duration = .seconds(60)
}
