/// Tells beats from off-beats.
///
/// Trackers follow loud onsets, in much music the off-beat: a skank, a clave, an anticipated bass.
/// The onsets within a beat, and every other beat, tell the two apart, with learnt weights.
struct BeatPhase {
  /// Positions within a beat: twelfths, so that quarters and thirds have their own.
  private static let steps = 12
  private static let groups = OnsetCurves.groups
  /// Bars analysed together, so that phrases starting on different beats do not cancel.
  private static let barsAtOnce = 4
  static let minimumBeats = 12

  /// The features of the beats, less those of the off-beats.
  let differences: [Float]

  /// Positive for the beats, negative for the off-beats.
  var score: Double {
    zip(TempoWeights.phase, differences).reduce(Double(TempoWeights.phaseBias)) {
      $0 + Double($1.0 * $1.1)
    }
  }

  /// Beats in frames; nil if too few.
  init?(_ onsets: PreparedOnsets, beats: [Double]) {
    guard beats.count >= Self.minimumBeats else { return nil }
    differences = zip(
      Self.features(sums: onsets.sums, beats: beats),
      Self.features(sums: onsets.sums, beats: beats.between)
    ).map { $0 - $1 }
  }

  /// Features of beats and off-beats in symmetric form, for the ranker of tempos: the sums of the
  /// two, then their absolute differences.
  static func symmetricFeatures(_ onsets: PreparedOnsets, beats: [Double]) -> [Float] {
    guard beats.count >= minimumForRanking else {
      return [Float](repeating: 0, count: 2 * featureCount)
    }
    let one = features(sums: onsets.sums, beats: beats)
    let other = features(sums: onsets.sums, beats: beats.between)
    return zip(one, other).map { $0 + $1 } + zip(one, other).map { abs($0 - $1) }
  }

  /// The number of features.
  static let featureCount = 49
  private static let minimumForRanking = 6

  private static func features(sums: [RunningSum], beats: [Double]) -> [Float] {
    let count = beats.count - 1
    let width = steps * groups
    var means = [Float](repeating: 0, count: count * width)
    for beat in 0..<count {
      let (start, length) = (beats[beat], beats[beat + 1] - beats[beat])
      for (group, sum) in sums.enumerated() {
        var before = sum.value(at: start - length / Double(2 * steps))
        for index in 0..<steps {
          let after = sum.value(at: start + (Double(index) + 0.5) / Double(steps) * length)
          let mean = (after - before) / (length / Double(steps))
          means[beat * width + index * groups + group] = Float(max(0, mean))
          before = after
        }
      }
    }

    // Divided by its mean, every group has the same weight.
    var groupMeans = [Float](repeating: 1e-6, count: groups)
    var profile = [Float](repeating: 0, count: width)
    for beat in 0..<count {
      for index in 0..<width { profile[index] += means[beat * width + index] / Float(count) }
    }
    for index in 0..<width { groupMeans[index % groups] += profile[index] / Float(steps) }
    for index in 0..<width { profile[index] /= groupMeans[index % groups] }

    let bars = Bars(means: means, width: width, groupMeans: groupMeans, barsAtOnce: barsAtOnce)
    let (second, fourth) = (0, 3 * groups)
    let off = 6 * groups
    var features = Array(profile[0..<off])
    for index in [second, fourth] {
      features += bars.alternation[index..<(index + groups)]
      features += bars.turn[index..<(index + groups)]
    }
    features += bars.againstBass
    features += [
      profile[0] * profile[off + 3], profile[0] * profile[off + 2], profile[2] * profile[off],
      profile[0] * profile[off],
    ]
    // Roots, so that no feature dominates.
    return features.map { $0 < 0 ? -(-$0).squareRoot() : $0.squareRoot() }
  }

  /// The changes from beat to beat within a bar of four.
  private struct Bars {
    /// By position and group: the difference between alternate beats.
    var alternation: [Float]
    /// The difference of the first beat from the third, and of the second from the fourth.
    var turn: [Float]
    /// The alternation of the bass on the beat with the other groups there (three), and with bass
    /// and high middle half a beat later.
    var againstBass = [Float](repeating: 0, count: 5)

    init(means: [Float], width: Int, groupMeans: [Float], barsAtOnce: Int) {
      alternation = [Float](repeating: 0, count: width)
      turn = alternation
      let bars = means.count / width / 4
      let groups = groupMeans.count
      var (bar, windows) = (0, 0)
      while bar < bars {
        let end = min(bars, bar + barsAtOnce)
        var beats = [[Float]](repeating: [Float](repeating: 0, count: width), count: 4)
        for beat in (4 * bar)..<(4 * end) {
          for index in 0..<width {
            beats[beat % 4][index] +=
              means[beat * width + index] / groupMeans[index % groups] / Float(end - bar)
          }
        }
        var signed = [Float](repeating: 0, count: width)
        for index in 0..<width {
          signed[index] =
            (beats[0][index] - beats[1][index] + beats[2][index] - beats[3][index]) / 4
          alternation[index] += abs(signed[index])
          let (odd, even) = (beats[0][index] - beats[2][index], beats[1][index] - beats[3][index])
          turn[index] += (odd * odd + even * even).squareRoot() / 2
        }
        let off = 6 * groups
        for (index, other) in [1, 2, 3, off, off + 2].enumerated() {
          againstBass[index] += signed[0] * signed[other]
        }
        (bar, windows) = (end, windows + 1)
      }
      let scale = 1 / Float(max(1, windows))
      for index in 0..<width {
        alternation[index] *= scale
        turn[index] *= scale
      }
      for index in againstBass.indices { againstBass[index] *= scale }
    }
  }
}

extension [Double] {
  /// The midpoints between successive elements.
  var between: [Double] { zip(self, dropFirst()).map { ($0 + $1) / 2 } }
}
