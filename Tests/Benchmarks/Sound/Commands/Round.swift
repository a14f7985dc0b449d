import BenchHarness

/// One gate for all players in turn, with a second try after an inconclusive one.
struct Round {
  private let gate: any Gate
  private let bench: Bench
  private static let tries = 3

  init(_ gate: any Gate, _ bench: Bench) {
    self.gate = gate
    self.bench = bench
  }

  func rows(of entrants: [Entrant]) -> [Row] {
    if let missing = gate.needs.first(where: { !Spawned.isInstalled($0) }) {
      Progress.show("\(gate.name): left out, since \(missing) is not installed")
      return []
    }
    var rows = gate.measures.map { Row(gate: gate.name, measure: $0, readings: [:]) }
    for entrant in entrants {
      let readings = read(entrant)
      for index in rows.indices { rows[index].readings[entrant] = readings[index] }
      let cells = rows.map { $0.cell(of: entrant) }.joined(separator: ", ")
      Progress.show("\(gate.name): \(entrant.title): \(cells) (load \(Machine.load))")
    }
    return rows
  }

  private func read(_ entrant: Entrant) -> [Reading] {
    var reason = ""
    var isInconclusive = false
    for attempt in 1...Self.tries {
      do {
        return try gate.read(entrant, on: bench)
      } catch let fault as BenchFault {
        reason = fault.reason
        isInconclusive = if case .inconclusive = fault { true } else { false }
      } catch {
        reason = "\(error)"
      }
      Progress.show("\(gate.name): \(entrant.title): try \(attempt): \(reason)")
    }
    return gate.measures.map { _ in .text(isInconclusive ? "inconclusive" : "failed") }
  }
}
