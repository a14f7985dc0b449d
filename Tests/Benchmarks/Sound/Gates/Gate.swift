/// One thing that is measured of every player in the same way.
protocol Gate {
  /// What `--only` picks it by.
  var name: String { get }
  var measures: [Measure] { get }
  /// Programs it cannot do without.
  var needs: [String] { get }
  /// Measures one player: a reading for each measure.
  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading]
}

extension Gate {
  var needs: [String] { [] }
}
