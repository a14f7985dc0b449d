internal import Glibc

/// Chooses the tempo that people tap to, by a weighted sum of each candidate's features.
enum TempoRanker {
  struct Choice {
    var bpm: Double
    /// The candidate's share of all weights (a softmax).
    var confidence: Double
    var runnerUp: Double?
  }

  /// The bonus of a preferred tempo: nine tenths of the weight, if no other comes close.
  private static let preference = 2.2

  static func choice(of candidates: [TempoCandidate], preferring bpm: Double? = nil) -> Choice? {
    var scores = candidates.map { score(of: $0) }
    if let index = candidates.firstIndex(where: { $0.bpm == bpm }), let most = scores.max() {
      scores[index] = most + preference
    }
    guard let first = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
    let shares = scores.map { exp($0 - scores[first]) }
    let second = scores.indices.filter { $0 != first }.max { scores[$0] < scores[$1] }
    return Choice(
      bpm: candidates[first].bpm, confidence: 1 / shares.reduce(0, +),
      runnerUp: second.map { candidates[$0].bpm })
  }

  private static func score(of candidate: TempoCandidate) -> Double {
    zip(TempoWeights.ranker, candidate.features).reduce(0) { $0 + Double($1.0 * $1.1) }
  }
}
