/// The onset strength in each frame of a track, in four frequency groups.
struct OnsetCurves: Sendable {
  static let groups = 4

  /// By group: below 150 Hz, to 600 Hz, to 3 kHz, above.
  private(set) var values = [[Float]](repeating: [], count: groups)

  /// The attacks, which refine onset times below a frame.
  var attacks = Attacks()

  var count: Int { values[0].count }

  mutating func reserve(_ more: Int) {
    for group in 0..<Self.groups { values[group].reserveCapacity(values[group].count + more) }
  }

  mutating func append(_ frame: SIMD4<Float>) {
    for group in 0..<Self.groups { values[group].append(frame[group]) }
  }

  /// The mean onset strength of all groups: 0.06 to 2 for music, less for tones.
  var meanRise: Float {
    let sum = values.reduce(0.0) { sum, curve in curve.reduce(sum) { $0 + Double($1) } }
    return Float(sum / Double(max(1, count)))
  }

  /// The curves above their moving mean, normalised over time: onsets of a quiet part count nearly
  /// as much as those of a loud one.
  func prepared(meanSeconds: Double) -> [[Float]] {
    values.map { curve in
      var onsets = curve
      let means = movingMean(curve, width: Self.width(seconds: meanSeconds))
      for index in onsets.indices { onsets[index] = max(0, curve[index] - means[index]) }
      let squares = onsets.map { $0 * $0 }
      let all = squares.reduce(0.0) { $0 + Double($1) } / Double(max(1, squares.count))
      let global = Float(all.squareRoot()) + 1e-9
      let local = movingMean(squares, width: Self.width(seconds: 8))
      for index in onsets.indices {
        onsets[index] /= local[index].squareRoot() + 1e-9 + 0.3 * global
      }
      return onsets
    }
  }

  /// An odd number of frames.
  private static func width(seconds: Double) -> Int {
    Int(seconds * OnsetSpectrum.framesPerSecond) | 1
  }
}

/// The moving mean of `width` values, with zeros outside.
func movingMean(_ values: [Float], width: Int) -> [Float] {
  var means = [Float](repeating: 0, count: values.count)
  let half = width / 2
  var sum = 0.0
  for index in 0..<min(half, values.count) { sum += Double(values[index]) }
  let scale = 1 / Double(width)
  for index in values.indices {
    if index + half < values.count { sum += Double(values[index + half]) }
    means[index] = Float(max(0, sum) * scale)
    if index >= half { sum -= Double(values[index - half]) }
  }
  return means
}
