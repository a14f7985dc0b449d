internal import Glibc

/// The clock and the pauses, which tests replace.
package struct SpotifyTiming: Sendable {
  /// Unix seconds.
  package var now: @Sendable () -> Int64
  /// Throws where the task is cancelled.
  package var pause: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) },
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.pause = pause
  }

  func wait(_ duration: Duration) async throws(SpotifyError) {
    do { try await pause(duration) } catch { throw .cancelled }
  }

  /// The pause before each further try after a fault of the service.
  static let pauses: [Duration] = [.seconds(1), .seconds(3)]
}
