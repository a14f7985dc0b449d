import MusicCorpus

/// A choice among several candidates: one track's tempos, or its 24 keys.
struct RankedExample {
  var genre: String
  /// The corpus's folder.
  var corpus: String
  /// A row of features for each candidate.
  var features: [[Float]]
  /// Share of the truth of each candidate; the sum is 1.
  var truth: [Double]
  /// Score for choosing each candidate, 0 to 1.
  var worth: [Double]
}

/// A linear score whose softmax is the probability of each candidate.
struct LinearRanker {
  var mean: [Double]
  var deviation: [Double]
  var weights: [Double]

  func score(_ features: [Float]) -> Double {
    features.indices.reduce(into: 0) { score, index in
      score += weights[index] * (Double(features[index]) - mean[index]) / deviation[index]
    }
  }

  func choice(of example: RankedExample) -> Int {
    let scores = example.features.map(score)
    return scores.indices.max { scores[$0] < scores[$1] } ?? 0
  }

  /// Mean worth of the chosen candidates, in percent.
  func worth(on examples: [RankedExample]) -> Double {
    let worths = examples.map { $0.worth[choice(of: $0)] }
    return 100 * worths.reduce(0, +) / Double(max(1, worths.count))
  }

  /// Share of entirely right choices, in percent.
  func exact(on examples: [RankedExample]) -> Double {
    let right = examples.filter { $0.worth[choice(of: $0)] == 1 }
    return 100 * Double(right.count) / Double(max(1, examples.count))
  }
}
