/// Times of beats, and swing and timing errors between them.
struct Timeline {
  enum Drift { case none, sine, walk }

  /// Beat times in seconds.
  private(set) var beats: [Double] = []
  /// Maximum deviation of the tempo from its mean, as a part of 1.
  private(set) var drift = 0.0
  /// Position of the second eighth in a beat, or second sixteenth in an eighth; 0.5 is straight.
  let swungEighths: Double
  let swungSixteenths: Double
  /// Standard deviation of timing errors in seconds.
  let jitter: Double

  init(_ plan: TrackPlan, seconds: Double, by chance: inout SeededRandom) {
    swungEighths = plan.swungEighths
    swungSixteenths = plan.swungSixteenths
    jitter = plan.jitter
    let count = Int(seconds * plan.bpm / 60) + 8
    let factors = Self.factors(plan.drift, count: count, by: &chance)
    let mean = factors.reduce(0, +) / Double(count)
    drift = factors.map { abs($0 / mean - 1) }.max() ?? 0
    var time = plan.leadIn
    for factor in factors {
      beats.append(time)
      time += 60 / plan.bpm * factor / mean
    }
    beats.append(time)
  }

  /// Length of each beat relative to the mean.
  private static func factors(_ drift: Drift, count: Int, by chance: inout SeededRandom) -> [Double]
  {
    switch drift {
    case .none:
      return [Double](repeating: 1, count: count)
    case .sine:
      let depth = chance.value(in: 0.005...0.02)
      let period = chance.value(in: 16...64)
      let phase = chance.value(in: 0...(2 * .pi))
      return (0..<count).map { 1 + depth * sine(2 * .pi * Double($0) / period + phase) }
    case .walk:
      let deviation = chance.value(in: 0.001...0.003)
      var index = 0.0
      return (0..<count).map { _ in
        index = index * 0.98 + chance.bell(deviation)
        return 1 + max(-0.025, min(0.025, index))
      }
    }
  }

  /// Seconds of a position in beats from the start of the track, without timing errors.
  func seconds(at position: Double, isSwung: Bool = true) -> Double {
    let whole = (position + 1e-9).rounded(.down)
    let part = isSwung ? swung(position - whole) : position - whole
    let beat = min(max(0, Int(whole)), beats.count - 2)
    return beats[beat] + part * (beats[beat + 1] - beats[beat])
  }

  /// Position within a beat with swing applied.
  private func swung(_ part: Double) -> Double {
    if swungEighths != 0.5 { return Self.bent(part, at: swungEighths) }
    guard swungSixteenths != 0.5 else { return part }
    let half = part < 0.5 - 1e-9 ? 0 : 0.5
    return half + Self.bent((part - half) * 2, at: swungSixteenths) / 2
  }

  private static func bent(_ part: Double, at middle: Double) -> Double {
    part < 0.5 ? part * 2 * middle : middle + (part - 0.5) * 2 * (1 - middle)
  }
}
