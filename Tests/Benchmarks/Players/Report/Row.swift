import Foundation

/// The result of one measure for one player.
enum Reading {
  case values([Double])
  /// A reason instead of a number.
  case text(String)
  /// The player has no such feature.
  case absent
}

/// One line of the table.
struct Row {
  var gate: String
  var tracks: Int
  var measure: Measure
  var readings: [Entrant: Reading] = [:]

  enum Verdict: String { case pass, fail, open = "-" }

  private func figure(of entrant: Entrant) -> Double? {
    guard case .values(let values)? = readings[entrant] else { return nil }
    return measure.figure(of: values)
  }

  private var bestOther: Double? {
    let others = Entrant.allCases.filter { $0 != .ours }.compactMap(figure)
    return measure.isRate ? others.max() : others.min()
  }

  /// Ours divided by the best of the others.
  var ratio: String {
    guard let ours = figure(of: .ours), let best = bestOther, best > 0 else { return "-" }
    return String(format: "%.2f", ours / best)
  }

  var limit: String {
    switch measure.limit {
    case .none: "-"
    case .atMost(let most): "<= \(String(format: "%g", most))"
    case .belowOthers: bestOther.map { "< \(measure.text($0))" } ?? "< others"
    }
  }

  var verdict: Verdict {
    if case .none = measure.limit { return .open }
    guard let ours = figure(of: .ours) else {
      // A failed measurement fails the limit.
      if case .text? = readings[.ours] { return .fail }
      return .open
    }
    switch measure.limit {
    case .none: return .open
    case .atMost(let most): return ours <= most ? .pass : .fail
    case .belowOthers:
      guard let best = bestOther else { return .open }
      return (measure.isRate ? ours > best : ours < best) ? .pass : .fail
    }
  }

  func cell(of entrant: Entrant) -> String {
    switch readings[entrant] {
    case .values(let values): measure.cell(of: values)
    case .text(let text): text
    case .absent, nil: "-"
    }
  }
}
