import BenchHarness

/// What a player does with whom nothing happens, from ten seconds after the last key and byte on.
enum Rest {
  /// Seconds until a player has to be at rest.
  private static let patience = 10.0

  static func measures(_ title: String) -> [Measure] {
    [
      Measure(title: "\(title), wake-ups", unit: "1/s", limit: .atMost(0), decimals: 1),
      Measure(title: "\(title), processor", unit: "% of a core", limit: .atMost(0), decimals: 3),
    ]
  }

  static func read(_ screen: ScreenedPlayer, isQuick: Bool) -> [Reading] {
    let begin = Moment.now
    while Moment.now - max(begin, screen.terminal.drawing.last ?? begin) < patience { letPass(0.1) }
    let use = screen.clock.use(for: isQuick ? 10 : 30)
    if !use.threads.isEmpty {
      let threads = use.threads.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      Progress.show("    woke: \(threads)")
    }
    return [.values([use.switches]), .values([100 * use.processor])]
  }
}
