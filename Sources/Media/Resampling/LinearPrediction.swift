/// Extrapolates sampled sound, so that a filter finds no edge.
///
/// Each sample is modelled as a weighted sum of those before it. The weights are those that predict
/// the known samples best, forwards and backwards at once: the modified covariance method (Marple,
/// "A new autoregressive spectrum analysis algorithm", 1980; Kay, "Modern Spectral Estimation",
/// 1988, chapter 7), solved by Cholesky's decomposition. It continues sums of sines to within
/// rounding (-100 dBFS after 512 samples of 16 bits), where Burg's ("Maximum entropy spectral
/// analysis", 1967) is off by -30 to -60; but only Burg's is always stable, so it is the fallback
/// where the other one diverges.
struct LinearPrediction {
  /// The number of weights.
  static let order = 64
  /// The most past samples used; more add nothing.
  static let maximumPast = 2048

  /// The bound of predicted samples, relative to the loudest known one.
  private static let headroom = 1.25
  /// Added to the diagonal, as a share of the energy: below the noise of float32, and without it a
  /// pure sine has no unique solution.
  private static let regularization = 1e-11

  private let past: [Double]
  private let peak: Double

  /// `past` ends with the newest sample; its last `maximumPast` samples count.
  init(after past: some BidirectionalCollection<Float>) {
    self.past = past.suffix(Self.maximumPast).map(Double.init)
    peak = self.past.reduce(0) { max($0, abs($1)) }
  }

  /// The next samples; silence after silence, and after less than three samples.
  func next(_ count: Int) -> [Float] {
    let order = min(Self.order, past.count / 3)
    guard order > 0, peak > 0, peak.isFinite else { return [Float](repeating: 0, count: count) }
    if let weights = leastSquares(order), let next = predict(count, weights, isLimited: false) {
      return next
    }
    return predict(count, burg(order), isLimited: true) ?? [Float](repeating: 0, count: count)
  }

  /// Nil if the prediction diverges, unless it is limited.
  private func predict(_ count: Int, _ weights: [Double], isLimited: Bool) -> [Float]? {
    let limit = peak * Self.headroom
    // Reversed, so that weights and samples have the same order.
    let weights = Array(weights.reversed())
    var samples = Array(past.suffix(weights.count))
    samples.reserveCapacity(weights.count + count)
    for start in 0..<count {
      var sum = 0.0
      for index in weights.indices { sum += weights[index] * samples[start + index] }
      if !(abs(sum) <= limit) {
        guard isLimited else { return nil }
        sum = sum.isFinite ? min(limit, max(-limit, sum)) : 0
      }
      samples.append(sum)
    }
    return samples.dropFirst(weights.count).map { Float($0) }
  }

  /// The weights by the modified covariance method, the newest sample's first.
  private func leastSquares(_ order: Int) -> [Double]? {
    let (count, width) = (past.count, order + 1)
    var products = [Double](repeating: 0, count: width * width)
    for lag in 0...order {
      var sum = 0.0
      for index in order..<count { sum += past[index] * past[index - lag] }
      for index in 0..<count - order { sum += past[index] * past[index + lag] }
      products[lag] = sum
      products[lag * width] = sum
    }
    // Each further product is its upper left neighbour with the sums' ends moved by one.
    for row in 0..<order {
      for column in 0...row {
        let value =
          products[row * width + column]
          + past[order - 1 - row] * past[order - 1 - column]
          - past[count - 1 - row] * past[count - 1 - column]
          - past[row] * past[column]
          + past[count - order + row] * past[count - order + column]
        products[(row + 1) * width + column + 1] = value
      }
    }
    let floor = products[0] * Self.regularization
    for lag in 1...order { products[lag * width + lag] += floor }
    return solve(products, width)
  }

  /// Solves for the weights in the lower triangle from row and column 1 on; column 0 is the right
  /// side.
  private func solve(_ products: [Double], _ width: Int) -> [Double]? {
    var lower = products
    var weights = (0..<width).map { products[$0 * width] }
    for row in 1..<width {
      for column in 1...row {
        var rest = lower[row * width + column]
        for index in 1..<column {
          rest -= lower[row * width + index] * lower[column * width + index]
        }
        if row == column {
          guard rest > 0, rest.isFinite else { return nil }
          lower[row * width + row] = rest.squareRoot()
        } else {
          lower[row * width + column] = rest / lower[column * width + column]
        }
      }
      for index in 1..<row { weights[row] -= lower[row * width + index] * weights[index] }
      weights[row] /= lower[row * width + row]
    }
    for row in (1..<width).reversed() {
      for index in row + 1..<width { weights[row] -= lower[index * width + row] * weights[index] }
      weights[row] /= lower[row * width + row]
    }
    return Array(weights.dropFirst())
  }

  /// The weights by Burg's method.
  private func burg(_ order: Int) -> [Double] {
    var (forward, backward) = (past, past)
    var weights: [Double] = []
    for stage in 0..<order {
      var (common, energy) = (0.0, 0.0)
      for index in stage + 1..<past.count {
        let (ahead, behind) = (forward[index], backward[index - 1])
        common += ahead * behind
        energy += ahead * ahead + behind * behind
      }
      guard energy > 0 else { break }
      let reflection = min(1, max(-1, 2 * common / energy))
      weights = zip(weights, weights.reversed()).map { $0 - reflection * $1 } + [reflection]
      for index in (stage + 1..<past.count).reversed() {
        let (ahead, behind) = (forward[index], backward[index - 1])
        forward[index] = ahead - reflection * behind
        backward[index] = behind - reflection * ahead
      }
    }
    return weights
  }
}
