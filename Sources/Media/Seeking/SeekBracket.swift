/// A place in a file whose time is known.
struct SeekPoint: Equatable {
  /// Of the first byte of a frame or a page.
  var position: Int64
  /// In the time base of the stream.
  var time: Int64
}

/// The nearest known places around a time, and the bytes that a unit of time takes near them.
struct SeekBracket {
  /// Not behind the time, or the start of the sound.
  var lower: SeekPoint
  /// Behind the time, or the end of the file.
  var upper: SeekPoint
  /// Nil where only the places themselves are known.
  var lowerRate: Double?
  var upperRate: Double?

  /// A rate that differs from the mean by more is that of silence, or of sound among silence.
  private static let steep = 3.0

  /// The place at which a time is expected.
  func estimate(of time: Int64) -> Int64 {
    let bytes = Double(upper.position - lower.position)
    let length = Double(upper.time - lower.time)
    guard bytes > 0, length > 0 else { return lower.position }
    let mean = bytes / length
    let part = min(max(0, Double(time - lower.time) / length), 1)
    // Of the mean.
    let known = (lower: lowerRate.map { $0 / mean }, upper: upperRate.map { $0 / mean })
    let first = known.lower ?? Self.opposite(of: known.upper ?? 1)
    let last = known.upper ?? Self.opposite(of: known.lower ?? 1)
    let isSteep = max(first, last) > Self.steep || min(first, last) < 1 / Self.steep
    let share =
      isSteep && (first < 1) == (1 < last)
      ? Self.corner(first, last, at: part) : Self.curve(first, last, at: part)
    return lower.position + Int64(min(max(0, share * bytes), bytes - 1))
  }

  /// The rate at the other end of a bracket of which one is known.
  private static func opposite(of rate: Double) -> Double {
    rate > steep ? 0 : max(1 / steep, 2 - rate)
  }

  /// Two straight lines, which meet where silence ends or begins.
  private static func corner(_ first: Double, _ last: Double, at part: Double) -> Double {
    let (forward, backward) = (part * first, 1 - (1 - part) * last)
    return first < last ? max(forward, backward) : min(forward, backward)
  }

  /// A cubic curve with these rates at its ends (Hermite).
  private static func curve(_ first: Double, _ last: Double, at part: Double) -> Double {
    let (first, last) = (min(max(0, first), steep), min(max(0, last), steep))
    let (square, cube) = (part * part, part * part * part)
    return 3 * square - 2 * cube + first * (cube - 2 * square + part) + last * (cube - square)
  }
}
