/// The time listened to the current item; seeks skip sound without counting it.
struct Listening: Equatable, Sendable {
  /// Total of the finished stretches.
  private var heard = Duration.zero
  /// Start of the present stretch.
  private var start: Duration?

  /// A stretch starts at this position.
  mutating func begin(at position: Duration) { start = position }

  /// The stretch ends at this position: a seek, a stop.
  mutating func end(at position: Duration) {
    if let start { heard += max(.zero, position - start) }
    start = nil
  }

  /// The fraction of `duration` that was heard, 0...1.
  func part(of duration: Duration?) -> Double {
    guard let duration, duration > .zero else { return heard > .zero ? 1 : 0 }
    let part = heard / duration
    // Frames missing by rounding do not count: all but 0.0001 is all.
    return part > 0.9999 ? 1 : max(0, part)
  }
}
