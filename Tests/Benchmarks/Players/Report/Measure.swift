import Foundation

/// One figure: its title, its statistic over the single values, and its limit for ours.
struct Measure {
  enum Figure {
    case median
    /// Median, 95th and 99th percentile, and the greatest value; a single limit is for the 99th.
    case percentiles
  }

  enum Limit {
    case none
    case atMost(Double)
    /// Of the median and the 99th percentile.
    case bothAtMost(median: Double, last: Double)
    /// So many times the best of the others in the same run: at most, of a rate at least.
    case ofBest(Double)
  }

  var title: String
  var unit: String
  var figure = Figure.median
  var limit = Limit.none
  var decimals = 0
  /// Whether higher is better.
  var isRate = false

  /// Of keys, in milliseconds from the key to the last byte of its change on the screen.
  static func keys(_ title: String, limit: Limit) -> Measure {
    Measure(
      title: "key to screen: \(title)", unit: "ms, p50 / p95 / p99 / max", figure: .percentiles,
      limit: limit, decimals: 1)
  }

  func figure(of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    switch figure {
    case .median: return Self.part(0.5, of: values)
    case .percentiles: return Self.part(0.99, of: values)
    }
  }

  /// Whether values keep the limit; nil without a limit, or without others to compare with.
  func keeps(_ values: [Double], bestOther: Double?) -> Bool? {
    guard let figure = figure(of: values) else { return nil }
    switch limit {
    case .none: return nil
    case .atMost(let most): return figure <= most
    case .bothAtMost(let median, let last):
      return Self.part(0.5, of: values) <= median && figure <= last
    case .ofBest(let share):
      guard let bestOther else { return nil }
      return isRate ? figure >= share * bestOther : figure <= share * bestOther
    }
  }

  func limitText(bestOther: Double?) -> String {
    switch limit {
    case .none: return "-"
    case .atMost(let most): return "<= \(String(format: "%g", most))"
    case .bothAtMost(let median, let last):
      return "<= \(String(format: "%g, %g", median, last))"
    case .ofBest(let share):
      let sign = isRate ? ">=" : "<="
      guard let bestOther else { return "\(sign) \(String(format: "%g", share)) × best" }
      return "\(sign) \(text(share * bestOther))"
    }
  }

  /// The quantile of sorted values.
  static func part(_ share: Double, of values: [Double]) -> Double {
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
