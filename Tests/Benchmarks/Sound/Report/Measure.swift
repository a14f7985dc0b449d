import Foundation

/// One figure of a gate: its title, its statistic over the single values, and its limit.
struct Measure {
  /// A statistic over single values.
  enum Figure {
    case median
    case mean
    /// The value furthest from 0.
    case furthest
    /// The 99th percentile of the absolute values.
    case ninetyNinth
  }

  /// The limit for ours; the others are shown for comparison.
  enum Limit {
    case none
    /// By absolute value.
    case atMost(Double)
    case below(Double)
    case atLeast(Double)
  }

  var title: String
  var unit: String
  var figure = Figure.median
  var limit = Limit.none
  var decimals = 0

  func figure(of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    switch figure {
    case .median:
      let sorted = values.sorted()
      let middle = sorted.count / 2
      return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    case .mean: return values.reduce(0, +) / Double(values.count)
    case .furthest: return values.max { abs($0) < abs($1) }
    case .ninetyNinth:
      let sorted = values.map(abs).sorted()
      return sorted[min(sorted.count - 1, Int((0.99 * Double(sorted.count)).rounded(.up)) - 1)]
    }
  }

  /// Whether a figure of ours, as rounded for the table, is within the limit; nil without one.
  func isKept(by figure: Double) -> Bool? {
    let scale = pow(10, Double(decimals))
    let shown = (figure * scale).rounded() / scale
    return switch limit {
    case .none: nil
    case .atMost(let most): abs(shown) <= most
    case .below(let bound): shown < bound
    case .atLeast(let least): shown >= least
    }
  }

  var limitText: String {
    switch limit {
    case .none: "-"
    case .atMost(let most): "<= \(text(most))"
    case .below(let bound): "< \(text(bound))"
    case .atLeast(let least): ">= \(text(least))"
    }
  }

  func text(_ value: Double) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return Double(text) == 0 && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }
}
