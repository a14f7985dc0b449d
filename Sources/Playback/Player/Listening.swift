/// How much of the current item has been heard, seeks left out.
struct Listening: Equatable, Sendable {
  /// Of stretches that are over.
  private var heard = Duration.zero
  /// Where the present stretch started.
  private var start: Duration?

  /// Sound is heard from this place on.
  mutating func begin(at position: Duration) { start = position }

  /// What is heard now does not follow from what was: a seek, a stop.
  mutating func end(at position: Duration) {
    if let start { heard += max(.zero, position - start) }
    start = nil
  }

  /// The part of `duration` that was heard, 0...1.
  func part(of duration: Duration?) -> Double {
    guard let duration, duration > .zero else { return heard > .zero ? 1 : 0 }
    let part = heard / duration
    // A frame more or less is rounding, and who heard all of it but that has heard all of it.
    return part > 0.9999 ? 1 : max(0, part)
  }
}
