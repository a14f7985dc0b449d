internal import Glibc

/// Tracks beats: strong onsets about a period apart, optimised by dynamic programming.
///
/// After Ellis, "Beat tracking by dynamic programming" (Journal of New Music Research 36, 2007).
enum BeatTracker {
  /// The penalty for deviations from the period.
  private static let tightness = 100.0
  /// The shortest interval, in periods.
  private static let minimumLength = 0.6
  private static let maximumLength = 1.6
  private static let lanes = 8

  /// The onsets of all groups as one slightly smoothed curve; the bass has more weight.
  static func curve(of prepared: [[Float]]) -> [Float] {
    let count = prepared[0].count
    var sum = [Float](repeating: 0, count: count)
    for index in 0..<count {
      sum[index] =
        1.5 * prepared[0][index] + prepared[1][index] + prepared[2][index] + prepared[3][index]
    }
    var smooth = sum
    for index in 0..<count {
      let sides = (index > 0 ? sum[index - 1] : 0) + (index + 1 < count ? sum[index + 1] : 0)
      smooth[index] = 0.5 * sum[index] + 0.25 * sides
    }
    return smooth
  }

  /// The frames of the beats, rising.
  static func beats(in curve: [Float], framesPerBeat period: Double) -> [Int] {
    let count = curve.count
    // Eight frames are processed together, so none may follow another of them.
    let near = max(lanes, Int((period * minimumLength).rounded()))
    let far = Int((period * maximumLength).rounded())
    guard count > 0, far > near else { return [] }
    var square = 0.0
    var sum = 0.0
    for value in curve {
      sum += Double(value)
      square += Double(value) * Double(value)
    }
    let mean = sum / Double(count)
    let deviation = max(0, square / Double(count) - mean * mean).squareRoot()
    let scale = Float(1 / (deviation + 1e-9))
    let penalties = (near...far).map { lag in
      let ratio = log(Double(lag) / period)
      return Float(-tightness * ratio * ratio)
    }

    // Scores, padded for predecessors before the beginning.
    let padded = (count + lanes - 1) / lanes * lanes
    var scores = [Float](repeating: -1e9, count: far + padded)
    var steps = [Int32](repeating: 0, count: padded)
    scores.withUnsafeMutableBufferPointer { scores in
      steps.withUnsafeMutableBufferPointer { steps in
        guard let scores = scores.baseAddress, let steps = steps.baseAddress else { return }
        var first = 0
        while first < padded {
          var best = SIMD8<Float>()
          var bestLag = SIMD8<Int32>()
          var lag = far
          while lag >= near {
            let score = load8(scores + (far + first - lag)) + penalties[lag - near]
            let isBetter = score .> best
            best.replace(with: score, where: isBetter)
            bestLag.replace(with: SIMD8(repeating: Int32(lag)), where: isBetter)
            lag -= 1
          }
          for lane in 0..<lanes {
            let index = first + lane
            let here = index < count ? curve[index] * scale : 0
            scores[far + index] = here + best[lane]
            steps[index] = bestLag[lane]
          }
          first += lanes
          if first % rebasing == 0 { rebase(scores + (far + first), far: far) }
        }
      }
    }

    let tail = max(0, count - Int(1.5 * period))
    var index = (tail..<count).max { scores[far + $0] < scores[far + $1] } ?? count - 1
    var beats = [index]
    while steps[index] > 0 {
      index -= Int(steps[index])
      beats.append(index)
    }
    return beats.reversed()
  }

  private static let rebasing = 1 << 14
  private static let base: Float = 1000

  /// Subtracts the same from all active scores, so that they stay exact over hours.
  private static func rebase(_ end: UnsafeMutablePointer<Float>, far: Int) {
    var least = Float.infinity
    for back in 1...far { least = min(least, end[-back]) }
    // Well above 0, where a sequence would start again.
    guard least > 2 * base else { return }
    for back in 1...far { end[-back] -= least - base }
  }

  /// Beats interpolated by a parabola through the curve's maximum. In frames.
  static func refined(_ beats: [Int], in curve: [Float]) -> [Double] {
    beats.map { beat in
      guard beat >= 1, beat + 1 < curve.count else { return Double(beat) }
      let (left, top, right) = (curve[beat - 1], curve[beat], curve[beat + 1])
      let bend = left - 2 * top + right
      guard bend < 0 else { return Double(beat) }
      return Double(beat) + Double(min(0.5, max(-0.5, 0.5 * (left - right) / bend)))
    }
  }
}
