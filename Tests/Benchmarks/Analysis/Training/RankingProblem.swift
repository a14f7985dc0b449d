import MusicCorpus

/// Which of several possibilities is right: one track's candidates of tempo, or its 24 keys.
struct RankedExample {
  var genre: String
  /// The folder that it comes from.
  var corpus: String
  /// A row of features for each possibility.
  var features: [[Float]]
  /// How much of the truth each of them is; their sum is 1.
  var truth: [Double]
  /// What choosing each of them is worth when it is scored, 0 to 1.
  var worth: [Double]
}

/// A linear score whose softmax is the probability of each possibility.
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

  /// The mean worth of what it chooses, in percent.
  func worth(on examples: [RankedExample]) -> Double {
    let worths = examples.map { $0.worth[choice(of: $0)] }
    return 100 * worths.reduce(0, +) / Double(max(1, worths.count))
  }

  /// The share whose choice is entirely right, in percent.
  func exact(on examples: [RankedExample]) -> Double {
    let right = examples.filter { $0.worth[choice(of: $0)] == 1 }
    return 100 * Double(right.count) / Double(max(1, examples.count))
  }
}
