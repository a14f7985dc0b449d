internal import Glibc
internal import Media

/// The ranker's features of a tempo: the tempo itself, the correlations at subdivisions and
/// multiples of its beat, onsets per beat, its comb against the others', and the onsets on its
/// beats and between them.
struct TempoFeatures {
  /// Beats.
  private static let ownRatios: [Double] = [
    1 / 6, 0.25, 1 / 3, 0.375, 0.5, 2 / 3, 0.75, 1, 4 / 3, 1.5, 2, 3, 4, 6, 8,
  ]
  private static let crossedRatios: [Double] = [0.25, 0.5, 1, 1.5, 2, 3]
  /// The search range of a maximum, as a share of the lag.
  private static let tolerance = 0.02

  private let onsets: PreparedOnsets
  private let correlation: OnsetCorrelation
  /// Onsets a second in each group.
  let onsetRates: [Double]
  /// log2 of these.
  private let densities: [Double]

  init(_ onsets: PreparedOnsets, correlation: OnsetCorrelation) {
    self.onsets = onsets
    self.correlation = correlation
    onsetRates = onsets.groups.map { onsetsPerSecond(of: $0) }
    densities = onsetRates.map { log2(0.2 + $0) }
  }

  /// The share of onsets that repeat after beats, bars and phrases, in the clearest group: 0.15 to
  /// 1 for music, below 0.1 for noise, and lower for longer noise.
  func pulse(at bpm: Double) -> Float {
    let period = framesPerBeat(bpm)
    let strengths = correlation.own.prefix(OnsetCurves.groups).map { curve in
      [1.0, 2, 4, 8].map { Self.maximum(curve, near: period * $0) }.reduce(0, +) / 4
    }
    return strengths.max() ?? 0
  }

  /// Whether there is one onset per beat, all alike: a metronome, which the ranker was not trained
  /// on, since no music is like that.
  func isBarePulse(_ bpm: Double) -> Bool {
    let sum = correlation.own[OnsetCurves.groups]
    return Self.maximum(sum, near: framesPerBeat(bpm)) > 0.75
      && onsetRates.allSatisfy { abs($0 * 60 / bpm - 1) < 0.05 }
  }

  /// The features of all tempos, or none if cancelled: each takes a while in hours of sound.
  func candidates(_ tempos: [Double], cancellation: Cancellation? = nil) -> [TempoCandidate] {
    let sum = correlation.own[OnsetCurves.groups]
    let best = (tempos.map { comb(sum, period: framesPerBeat($0), teeth: 4) }.max() ?? 0) + 1e-9
    var candidates: [TempoCandidate] = []
    for bpm in tempos {
      guard cancellation?.isOver != true else { return [] }
      candidates.append(TempoCandidate(bpm: bpm, features: features(of: bpm, bestComb: best)))
    }
    return candidates
  }

  private func features(of bpm: Double, bestComb: Float) -> [Float] {
    let period = framesPerBeat(bpm)
    let octaves = log2(bpm / 120)
    var features = [octaves, octaves * octaves, abs(octaves), octaves * octaves * octaves]
      .map { Float($0) }
    for ratio in Self.ownRatios {
      for curve in correlation.own { features.append(Self.maximum(curve, near: period * ratio)) }
    }
    for ratio in Self.crossedRatios {
      for curve in correlation.crossed {
        features.append(Self.maximum(curve, near: period * ratio))
      }
    }
    let perBeat = densities.map { $0 - log2(bpm / 60) }
    features += perBeat.map { Float($0) }
    features += perBeat.map { Float(abs($0 - 1)) }
    let sum = correlation.own[OnsetCurves.groups]
    for (stretch, teeth) in [(1.0, 4), (1, 2), (2, 4), (0.5, 4)] {
      features.append(comb(sum, period: period * stretch, teeth: teeth) / bestComb)
    }
    let beats = BeatTracker.beats(in: onsets.curve, framesPerBeat: period)
    return features
      + BeatPhase.symmetricFeatures(onsets, beats: BeatTracker.refined(beats, in: onsets.curve))
  }

  private static func maximum(_ curve: [Float], near lag: Double) -> Float {
    let last = min(Int((lag * (1 + tolerance) + 0.5).rounded(.up)), curve.count - 1)
    let first = min(max(1, Int((lag * (1 - tolerance) - 0.5).rounded(.down))), last)
    return curve[first...last].max() ?? 0
  }
}

/// Onsets a second of a prepared curve: its peaks above a third of its 99th percentile.
func onsetsPerSecond(of curve: [Float]) -> Double {
  guard curve.count > 2, let highest = curve.max(), highest > 0 else { return 0 }
  // A histogram replaces sorting.
  let bins = 8192
  var counts = [Int](repeating: 0, count: bins + 1)
  let scale = Float(bins) / highest
  for value in curve { counts[Int(value * scale)] += 1 }
  var (above, bin) = (0, bins)
  while bin > 0, above + counts[bin] <= curve.count / 100 {
    above += counts[bin]
    bin -= 1
  }
  let threshold = 0.35 * (Float(bin) + 0.5) / scale
  var peaks = 0
  for index in 1..<(curve.count - 1) {
    let value = curve[index]
    if value > threshold, value > curve[index - 1], value >= curve[index + 1] { peaks += 1 }
  }
  return Double(peaks) * OnsetSpectrum.framesPerSecond / Double(curve.count)
}
