internal import Glibc

/// A straight line through the beats of a track, if one fits: an anchor and a period, in seconds.
struct GridFit {
  private(set) var anchor: Double
  private(set) var period: Double
  /// The median deviation of the beats, in seconds.
  private(set) var deviation: Double
  /// The 90th percentile of the clear beats' deviation, in seconds.
  private(set) var outer: Double
  /// Of `period`, in seconds.
  private(set) var standardError: Double

  private let beats: [Double]
  /// The clarity of each beat.
  private let clarity: [Double]
  private var numbers: [Double] = []
  private var weights: [Double] = []
  private var residuals: [Double] = []

  static let minimumBeats = 4
  /// The bounds of a constant tempo, in seconds.
  private static let maximumDeviation = 0.014
  private static let maximumOuter = 0.05

  var isConstant: Bool { deviation < Self.maximumDeviation && outer < Self.maximumOuter }

  /// `beats` in seconds, with the height of the onset curve at each.
  init?(beats: [Double], heights: [Double]) {
    self.init(unfitted: beats, heights: heights)
    period = median(zip(beats.dropFirst(), beats).map { $0 - $1 })
    // Twice, since the period numbers the beats: the second pass corrects slips.
    for _ in 0..<2 {
      guard period > 0.05 else { return nil }
      number()
      improve()
    }
    measure()
  }

  /// A fit of beats with known numbers.
  init?(beats: [Double], numbers: [Double], heights: [Double]) {
    self.init(unfitted: beats, heights: heights)
    self.numbers = numbers
    improve()
    guard period > 0.05 else { return nil }
    measure()
  }

  private init?(unfitted beats: [Double], heights: [Double]) {
    guard beats.count >= Self.minimumBeats else { return nil }
    self.beats = beats
    let middle = median(heights) + 1e-9
    clarity = heights.map { min(1.5, max(0, $0 / middle)) }
    guard clarity.contains(where: { $0 > 0 }) else { return nil }
    (anchor, period, deviation, outer, standardError) = (beats[0], 0, 0, 0, 0)
  }

  private mutating func measure() {
    deviation = median(residuals.map { abs($0) })
    let clear = zip(residuals, clarity).filter { $0.1 > 0.3 }.map { abs($0.0) }
    outer = quantile(clear.count > 8 ? clear : residuals.map { abs($0) }, 0.9)
    let total = weights.reduce(0, +)
    let center = zip(weights, numbers).reduce(0) { $0 + $1.0 * $1.1 } / max(total, 1e-9)
    let spread = zip(weights, numbers).reduce(0) { $0 + $1.0 * ($1.1 - center) * ($1.1 - center) }
    let square = zip(weights, residuals).reduce(0) { $0 + $1.0 * $1.1 * $1.1 }
    standardError = (square / max(1, total)).squareRoot() / (spread + 1e-9).squareRoot()
  }

  private mutating func number() {
    numbers = [0]
    for (later, earlier) in zip(beats.dropFirst(), beats) {
      numbers.append(numbers[numbers.count - 1] + max(1, ((later - earlier) / period).rounded()))
    }
  }

  /// A robust weighted fit: outliers lose weight with each iteration.
  private mutating func improve() {
    weights = clarity
    for _ in 0..<12 { improveOnce() }
  }

  private mutating func improveOnce() {
    var (total, sumX, sumY, sumXX, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in beats.indices {
      let (weight, x, y) = (weights[index], numbers[index], beats[index])
      total += weight
      sumX += weight * x
      sumY += weight * y
      sumXX += weight * x * x
      sumXY += weight * x * y
    }
    let divisor = total * sumXX - sumX * sumX
    guard divisor > 1e-12 else { return }
    period = (total * sumXY - sumX * sumY) / divisor
    anchor = (sumY - period * sumX) / total
    residuals = zip(beats, numbers).map { $0 - anchor - period * $1 }
    let scale = 2 * max(0.004, 1.4826 * median(residuals.map { abs($0) }))
    for index in weights.indices {
      let distance = residuals[index] / scale
      weights[index] = clarity[index] / (1 + distance * distance)
    }
  }

  /// Rounds to a whole or half number of beats per minute if the fit is as good.
  mutating func snap() {
    let bpm = 60 / period
    let tolerance = max(0.02, min(0.12, 3 * bpm * standardError / period))
    for (step, share) in [(1.0, 1.0), (0.5, 0.4)] {
      let round = (bpm / step).rounded() * step
      guard round > 0, abs(round - bpm) < tolerance * share else { continue }
      let newPeriod = 60 / round
      let total = max(weights.reduce(0, +), 1e-9)
      var newAnchor = 0.0
      for index in beats.indices {
        newAnchor += weights[index] * (beats[index] - numbers[index] * newPeriod)
      }
      newAnchor /= total
      let distances = zip(beats, numbers).map { abs($0 - newAnchor - newPeriod * $1) }
      if median(distances) < deviation + 0.003 { (anchor, period) = (newAnchor, newPeriod) }
      return
    }
  }

  /// Shifts the line by the mean distance of the curve's maxima from its beats.
  ///
  /// For off-beats that became the beats: in swing they do not lie half-way.
  mutating func centre(on curve: [Float], latency: Double) {
    let rate = OnsetSpectrum.framesPerSecond
    let reach = max(1, Int((min(0.06, period / 6) * rate).rounded()))
    var (offsets, heights): ([Double], [Double]) = ([], [])
    var number = (-anchor / period).rounded(.up)
    while true {
      let index = (anchor + number * period + latency) * rate
      let center = Int(index.rounded())
      number += 1
      if center + reach + 1 >= curve.count { break }
      guard center - reach >= 1 else { continue }
      var top = center - reach
      for frame in (center - reach)...(center + reach) where curve[frame] > curve[top] {
        top = frame
      }
      guard curve[top] > curve[top - 1], curve[top] >= curve[top + 1] else { continue }
      offsets.append((BeatTracker.refined([top], in: curve)[0] - index) / rate)
      heights.append(Double(curve[top]))
    }
    let clear = 0.5 * median(heights)
    let kept = offsets.indices.filter { heights[$0] > clear }.map { offsets[$0] }
    if kept.count >= Self.minimumBeats { anchor += median(kept) }
  }

  mutating func move(by seconds: Double) { anchor += seconds }

  /// The mean over all beats, for a varying tempo.
  var meanBPM: Double {
    guard let first = beats.first, let last = beats.last, let number = numbers.last, last > first
    else { return 60 / period }
    return 60 * number / (last - first)
  }
}

func median(_ values: [Double]) -> Double {
  quantile(values, 0.5)
}

/// The interpolated quantile, as in most programs; 0 without values.
func quantile(_ values: [Double], _ share: Double) -> Double {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  let index = share * Double(sorted.count - 1)
  let lower = Int(index)
  let upper = min(lower + 1, sorted.count - 1)
  return sorted[lower] + (sorted[upper] - sorted[lower]) * (index - Double(lower))
}
