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

  var limit: String { measure.limitText(bestOther: bestOther) }

  var verdict: Verdict {
    if case .none = measure.limit { return .open }
    switch readings[.ours] {
    case .values(let values):
      return measure.keeps(values, bestOther: bestOther).map { $0 ? .pass : .fail } ?? .open
    // A failed measurement fails the limit.
    case .text: return .fail
    case .absent, nil: return .open
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
