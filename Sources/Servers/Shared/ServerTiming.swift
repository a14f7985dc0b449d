internal import Glibc

/// The clock, the pauses and the chance of a client, which tests replace.
package struct ServerTiming: Sendable {
  /// Unix seconds.
  package var now: @Sendable () -> Int64
  /// Throws where the task is cancelled.
  package var pause: @Sendable (Duration) async throws -> Void
  package var random: @Sendable () -> UInt64

  package init(
    now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) },
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.now = now
    self.pause = pause
    self.random = random
  }

  func wait(_ duration: Duration) async throws(ServerError) {
    do { try await pause(duration) } catch { throw .cancelled }
  }

  /// A pause with up to half of it added, so that clients do not come back all at once.
  func jittered(_ pause: Duration) -> Duration {
    pause + pause * Double(random() % 1_000) / 2_000
  }
}
