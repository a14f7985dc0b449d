extension TerminalTraits {
  /// How texts that run from right to left are kept apart as far as is known.
  package var separation: Choice<BidiSeparation> {
    let (way, reason) = reorderer
    return Choice(way: way, reason: isInTmux ? "\(reason) in tmux" : reason)
  }

  private var reorderer: (BidiSeparation, String) {
    // Newer ones may have a name; none reorders by itself what lies between two lines.
    if isNamed("mlterm") { return (.lines, name ?? "") }
    if ["VTE(", "Konsole"].contains(where: isNamed) { return (.isolates, name ?? "") }
    if reordering == true {
      return (.isolates, "\(name ?? "the terminal") says that it reorders rows")
    }
    if let name { return (.none, "\(name) is not known to reorder rows") }
    // Without a name, and so without the answer no of others than mlterm.
    if let version = hint("MLTERM") { return (.lines, "mlterm \(version)") }
    if environment["TERM"]?.hasPrefix("mlterm") == true { return (.lines, "mlterm") }
    guard reordering == nil else { return (.none, "the terminal does not reorder rows") }
    // 0.58 is 5800.
    if let version = hint("VTE_VERSION"), Int(version).map({ $0 >= 5800 }) == true {
      return (.isolates, "VTE \(version)")
    }
    if let version = hint("KONSOLE_VERSION") { return (.isolates, "Konsole \(version)") }
    return (.none, hasAnswered ? "the terminal is not known to reorder rows" : "no answer")
  }

  private func hint(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }
}
