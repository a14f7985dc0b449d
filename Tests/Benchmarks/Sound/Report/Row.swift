/// One line of the table.
struct Row {
  var gate: String
  var measure: Measure
  var readings: [Entrant: Reading]

  enum Verdict: String { case pass, fail, open = "-" }

  var verdict: Verdict {
    switch readings[.ours] {
    case .values(let values):
      guard let figure = measure.figure(of: values) else { return .open }
      return measure.isKept(by: figure).map { $0 ? .pass : .fail } ?? .open
    // A result that never came fails the limit.
    case .text: if case .none = measure.limit { return .open } else { return .fail }
    case .absent, nil: return .open
    }
  }

  func cell(of entrant: Entrant) -> String {
    switch readings[entrant] {
    case .values(let values):
      guard let figure = measure.figure(of: values), let least = values.min(),
        let most = values.max()
      else { return "-" }
      let shown = measure.text(figure)
      if measure.text(least) == measure.text(most) { return shown }
      return "\(shown) (\(measure.text(least))..\(measure.text(most)))"
    case .text(let text): return text
    case .absent, nil: return "-"
    }
  }
}
