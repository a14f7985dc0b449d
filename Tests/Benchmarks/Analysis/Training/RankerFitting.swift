import Foundation

extension LinearRanker {
  /// Fits the weights that make the truth most probable, with a penalty on their squares.
  ///
  /// The problem is convex, so that the starting point does not matter.
  ///
  /// - Parameters:
  ///   - penalty: of the mean loss of an example.
  ///   - isScaled: whether each feature is first brought to mean 0 and deviation 1.
  init(fitting examples: [RankedExample], penalty: Double, isScaled: Bool) {
    let width = examples.first?.features.first?.count ?? 0
    (mean, deviation) = Self.scale(of: examples, width: width, isScaled: isScaled)
    let (mean, deviation) = (self.mean, self.deviation)
    let scaled = examples.map { example in
      example.features.map { row in
        row.indices.map { (Double(row[$0]) - mean[$0]) / deviation[$0] }
      }
    }
    weights = LimitedMemoryBFGS().minimum(from: [Double](repeating: 0, count: width)) { weights in
      Self.loss(of: weights, scaled, examples.map(\.truth), penalty: penalty)
    }
  }

  private static func scale(
    of examples: [RankedExample], width: Int, isScaled: Bool
  ) -> ([Double], [Double]) {
    var (sum, squares, count) = (
      [Double](repeating: 0, count: width), [Double](repeating: 0, count: width), 0.0
    )
    guard isScaled else { return (sum, [Double](repeating: 1, count: width)) }
    for row in examples.flatMap(\.features) {
      count += 1
      for index in 0..<width {
        sum[index] += Double(row[index])
        squares[index] += Double(row[index]) * Double(row[index])
      }
    }
    let mean = sum.map { $0 / max(1, count) }
    let deviation = zip(squares, mean).map { square, mean in
      max(0, square / max(1, count) - mean * mean).squareRoot() + 1e-6
    }
    return (mean, deviation)
  }

  /// Cross entropy of softmax and truth, with its gradient.
  private static func loss(
    of weights: [Double], _ examples: [[[Double]]], _ truths: [[Double]], penalty: Double
  ) -> (value: Double, gradient: [Double]) {
    var value = 0.0
    var gradient = [Double](repeating: 0, count: weights.count)
    for (rows, truth) in zip(examples, truths) {
      let scores = rows.map { row in
        row.indices.reduce(into: 0.0) { $0 += row[$1] * weights[$1] }
      }
      let highest = scores.max() ?? 0
      let powers = scores.map { exp($0 - highest) }
      let sum = powers.reduce(0, +)
      for (index, row) in rows.enumerated() {
        value -= truth[index] * (scores[index] - highest - log(sum))
        let error = powers[index] / sum - truth[index]
        for column in row.indices { gradient[column] += error * row[column] }
      }
    }
    let count = Double(max(1, examples.count))
    for column in weights.indices {
      value += count * penalty * weights[column] * weights[column]
      gradient[column] = gradient[column] / count + 2 * penalty * weights[column]
    }
    return (value / count, gradient)
  }
}
