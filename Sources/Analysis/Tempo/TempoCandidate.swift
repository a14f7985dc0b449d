internal import Glibc

/// A possible tempo of a track with its features.
package struct TempoCandidate: Sendable {
  package var bpm: Double
  /// The 207 features for `TempoRanker`.
  package var features: [Float]
}

/// Finds the tempo candidates of a track: the strongest combs of its correlations, with their
/// halves, doubles and other simple ratios.
struct TempoCandidateSearch {
  private static let range = 54.0...212.0
  private static let grid = (0..<700).map { 45 * exp(log(240.0 / 45) * Double($0) / 699) }
  private static let relatives: [Double] = [0.5, 2, 1 / 3, 3, 2 / 3, 1.5, 0.75, 4 / 3, 0.25, 4]
  /// Fine steps for centring each candidate.
  private static let steps = (0..<31).map { exp(-0.015 + 0.03 * Double($0) / 30) }

  /// The sum of all curves of a correlation.
  private let sum: [Float]

  init(_ correlation: OnsetCorrelation) {
    var sum = correlation.own[0]
    for curve in correlation.own.dropFirst() {
      for lag in sum.indices { sum[lag] += curve[lag] }
    }
    self.sum = sum
  }

  func tempos() -> [Double] {
    let strengths: [Double] = Self.grid.map { (bpm: Double) -> Double in
      // A wide preference that finds the family of tempos, not the octave.
      let distance = log2(bpm / 118) / 1.1
      return max(0, Double(strength(bpm))) * exp(-0.5 * distance * distance)
    }
    let peaks = (1..<(strengths.count - 1)).filter { (lag: Int) -> Bool in
      strengths[lag] > strengths[lag - 1] && strengths[lag] >= strengths[lag + 1]
    }
    let best = peaks.sorted { strengths[$0] > strengths[$1] }.prefix(4)
    var found: [Double] = []
    for peak in best { add(Self.grid[peak], to: &found) }
    for peak in best.prefix(2) {
      for ratio in Self.relatives { add(Self.grid[peak] * ratio, to: &found) }
    }
    return found
  }

  private func strength(_ bpm: Double) -> Float {
    comb(sum, period: framesPerBeat(bpm), teeth: 4)
  }

  private func add(_ bpm: Double, to found: inout [Double]) {
    guard Self.range.contains(bpm) else { return }
    var (best, most) = (bpm, -Float.infinity)
    for step in Self.steps {
      let here = strength(bpm * step)
      if here > most { (best, most) = (bpm * step, here) }
    }
    if found.allSatisfy({ abs(best / $0 - 1) > 0.03 }) { found.append(best) }
  }
}

func framesPerBeat(_ bpm: Double) -> Double { OnsetSpectrum.framesPerSecond * 60 / bpm }
