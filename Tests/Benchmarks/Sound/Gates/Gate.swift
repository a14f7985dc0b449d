/// A measurement made of every player in the same way.
protocol Gate {
  /// Name for `--only`.
  var name: String { get }
  var measures: [Measure] { get }
  /// Required programs.
  var needs: [String] { get }
  /// Measures one player: a reading for each measure.
  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading]
}

extension Gate {
  var needs: [String] { [] }
}
