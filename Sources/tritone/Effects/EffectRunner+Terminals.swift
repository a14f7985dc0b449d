import Synchronization

// Terminals that come and go.
extension EffectRunner {
  /// A terminal is there.
  ///
  /// - Parameter variables: the environment of its program.
  func begin(_ terminal: Int, variables: [String: String]) {
    self.variables.withLock { $0[terminal] = variables }
  }

  /// A terminal is gone.
  func forget(_ terminal: Int) {
    forgetLoads(ofTerminal: terminal)
    fileWatch.forget(.skin(terminal))
    variables.withLock { $0[terminal] = nil }
  }
}
