import Foundation

/// One figure: its title, its statistic over the single values, and its limit for ours.
struct Measure {
  enum Figure {
    case median
    /// Median, 95th and 99th percentile, and the greatest value; the limit is for the 99th.
    case percentiles
  }

  enum Limit {
    case none
    case atMost(Double)
    /// Below the best of the others in the same run.
    case belowOthers
  }

  var title: String
  var unit: String
  var figure = Figure.median
  var limit = Limit.none
  var decimals = 0
  /// Whether higher is better.
  var isRate = false

  func figure(of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    switch figure {
    case .median: return Self.part(0.5, of: values)
    case .percentiles: return Self.part(0.99, of: values)
    }
  }

  /// The quantile of sorted values.
  private static func part(_ share: Double, of values: [Double]) -> Double {
    let sorted = values.sorted()
    let index = Int((share * Double(sorted.count)).rounded(.up)) - 1
    return sorted[min(sorted.count - 1, max(0, index))]
  }

  func cell(of values: [Double]) -> String {
    guard let least = values.min(), let most = values.max() else { return "-" }
    switch figure {
    case .median:
      let middle = text(Self.part(0.5, of: values))
      if text(least) == text(most) { return middle }
      return "\(middle) (\(text(least))..\(text(most)))"
    case .percentiles:
      return [0.5, 0.95, 0.99, 1].map { text(Self.part($0, of: values)) }.joined(separator: " / ")
    }
  }

  func text(_ value: Double) -> String { String(format: "%.\(decimals)f", value) }
}
