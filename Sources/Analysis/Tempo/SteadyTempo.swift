internal import Glibc

/// Searches for one constant tempo over a whole track.
///
/// Tracked beats may change between the beat and its subdivisions at a break, and then fit no line.
/// Onsets on halves and quarters of a steady beat are still in phase over the whole track: a
/// Fourier sum at the beat's frequency and its multiples shows this, while a tempo that varies by
/// even less than a percent does not.
struct SteadyTempo {
  /// Seconds.
  private(set) var period: Double
  /// The share of the curve in phase, 0 to 1.
  private(set) var coherence: Double

  private static let multiples = [1.0, 2, 4]
  /// The largest relative deviation from the tracked tempo.
  private static let reach = 0.02
  /// Seconds: the search in a longer track takes too long and finds no steady tempo.
  private static let maximumLength = 1200.0

  private let curve: [Float]

  init?(curve: [Float], near tracked: Double) {
    let rate = OnsetSpectrum.framesPerSecond
    let seconds = Double(curve.count) / rate
    guard seconds >= TempoEstimator.shortest, seconds <= Self.maximumLength, tracked > 0.05
    else { return nil }
    self.curve = curve
    let mean = curve.reduce(0.0) { $0 + Double($1) } / Double(curve.count)
    let square = curve.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard square > 0 else { return nil }
    let block = Int(rate)
    let blockSeconds = Double(block) / rate
    let sums = Self.multiples.map { multiple in
      Self.demodulated(curve, mean: mean, cycles: multiple / tracked / rate, block: block)
    }

    let frequency = 1 / tracked
    let step = 1 / (seconds * 16)
    let steps = Int((Self.reach * frequency / step).rounded(.up))
    var (best, most) = (frequency, -1.0)
    for offset in -steps...steps {
      let shift = Double(offset) * step
      var power = 0.0
      for (multiple, blocks) in zip(Self.multiples, sums) {
        power += Self.power(of: blocks, cycles: multiple * shift * blockSeconds)
      }
      if power > most { (best, most) = (frequency + shift, power) }
    }
    period = 1 / best
    coherence = most / (square * Double(curve.count))
  }

  /// A fit of the curve's clear maxima near the steady tempo's beats and half beats; in seconds of
  /// the curve.
  func fit(latency: Double) -> GridFit? {
    let rate = OnsetSpectrum.framesPerSecond
    let half = period / 2
    let phase = Self.phase(of: curve, cycles: 1 / half / rate)
    let first = -phase / (2 * .pi) * half
    let reach = Int((min(0.05, half / 3) * rate).rounded())
    var (frames, numbers): ([Int], [Double]) = ([], [])
    var number = (-first / half).rounded(.up)
    while true {
      let center = Int(((first + number * half) * rate).rounded())
      if center + reach + 1 >= curve.count { break }
      if center - reach >= 1 {
        var top = center - reach
        for index in (center - reach)...(center + reach) where curve[index] > curve[top] {
          top = index
        }
        if curve[top] > curve[top - 1], curve[top] >= curve[top + 1] {
          frames.append(top)
          numbers.append(number / 2)
        }
      }
      number += 1
    }
    let heights = frames.map { Double(curve[$0]) }
    let clear = 0.3 * median(heights)
    let kept = heights.indices.filter { heights[$0] > clear }
    let seconds = BeatTracker.refined(kept.map { frames[$0] }, in: curve).map {
      $0 / rate - latency
    }
    return GridFit(
      beats: seconds, numbers: kept.map { numbers[$0] }, heights: kept.map { heights[$0] })
  }

  /// Whether a fit confirms a steady tempo: close, or less close with high coherence.
  func holds(for fit: GridFit) -> Bool {
    fit.deviation < 0.0055 && fit.outer < 0.0185
      || coherence > 0.075 && fit.deviation < 0.012 && fit.outer < 0.045
  }

  /// The curve multiplied by a complex exponential, summed over blocks.
  private static func demodulated(
    _ curve: [Float], mean: Double, cycles: Double, block: Int
  ) -> [SIMD2<Double>] {
    let turn = pointer(cycles)
    var sums: [SIMD2<Double>] = []
    var start = 0
    while start < curve.count {
      let end = min(start + block, curve.count)
      var hand = pointer(cycles * Double(start))
      var sum = SIMD2<Double>()
      for index in start..<end {
        sum += hand * (Double(curve[index]) - mean)
        hand = product(hand, turn)
      }
      sums.append(sum)
      start = end
    }
    return sums
  }

  private static func power(of blocks: [SIMD2<Double>], cycles: Double) -> Double {
    let turn = pointer(cycles)
    var hand = SIMD2(1.0, 0)
    var sum = SIMD2<Double>()
    for block in blocks {
      sum += product(block, hand)
      hand = product(hand, turn)
    }
    return (sum * sum).sum()
  }

  private static func phase(of curve: [Float], cycles: Double) -> Double {
    let sum = demodulated(curve, mean: 0, cycles: cycles, block: 1024).reduce(SIMD2()) { $0 + $1 }
    return atan2(sum.y, sum.x)
  }

  /// exp(-2πi · cycles).
  private static func pointer(_ cycles: Double) -> SIMD2<Double> {
    let angle = -2 * Double.pi * cycles
    return SIMD2(cos(angle), sin(angle))
  }

  private static func product(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(one.x * other.x - one.y * other.y, one.x * other.y + one.y * other.x)
  }
}
