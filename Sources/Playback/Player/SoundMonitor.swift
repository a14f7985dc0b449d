package import Music
import Synchronization

/// Reads the sound that is heard at the moment of asking, for displays.
///
/// The output renders ahead of what is heard by its latency; the clock tells by how much, as it does
/// for the position. Nothing is kept and nothing costs anything until somebody listens.
package final class SoundMonitor: Sendable {
  private struct Following {
    var clock: OutputClock
    /// Hz.
    var rate: Int
  }

  private let ring: Ring
  /// Nil while stopped.
  private let following = Mutex<Following?>(nil)
  private let analyzer = Mutex(SoundAnalyzer())

  init(_ ring: Ring) { self.ring = ring }

  /// Follows the output's clock. Without one, as while a seek is prepared, the sound that was heard
  /// goes on.
  func follow(_ clock: OutputClock?, rate: Int?, isStopped: Bool) {
    following.withLock { following in
      if isStopped {
        following = nil
      } else if let clock, let rate {
        following = Following(clock: clock, rate: rate)
      }
    }
  }

  /// Keeps rendered sound from now on, or no longer.
  package func listen(_ isOn: Bool) { ring.keepRendered(isOn) }

  /// The sound that is heard now; nil where that was not kept.
  package func measure(_ request: HeardRequest) -> HeardSound? {
    guard let following = following.withLock({ $0 }),
      let frame = heard(following, at: .now)
    else { return nil }
    return analyzer.withLock { analyzer in
      let count = SoundAnalyzer.frames(for: request, rate: following.rate)
      guard let frames = ring.rendered(count, before: frame) else { return nil }
      return analyzer.measure(request, frames, rate: following.rate)
    }
  }

  /// The frames up to the one that is heard now.
  func frames(_ count: Int) -> [SIMD2<Float>]? {
    following.withLock { $0 }.flatMap { heard($0, at: .now) }
      .flatMap { ring.rendered(count, before: $0) }
  }

  /// The frame heard at an instant, at most the last one handed to the output.
  private func heard(_ following: Following, at now: SuspendingClock.Instant) -> FrameNumber? {
    let end = following.clock.heard.nearest(ringEnds(ring.memory).playing)
    return following.clock.heard(at: now, rate: following.rate, before: end)
  }
}
