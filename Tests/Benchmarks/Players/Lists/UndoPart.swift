import BenchHarness

/// An edit of many tracks and its undoing, with keys in the meantime.
struct UndoPart: ListsPart {
  let name = "undo"
  let count = 100_000

  func read(_ home: PlayerHome, _ workplace: Workplace, count: Int, isQuick: Bool) throws -> [Row] {
    let player = try player(home, tracks: count)
    let screen = try player.start()
    defer { player.end() }
    try screen.settle(since: screen.started, quiet: 0.4, within: 120)
    try screen.press([player.keys.list, "V"])
    var (edits, undos, keys) = ([Double](), [Double](), [Double]())
    for round in 0..<(isQuick ? 1 : 3) {
      edits.append(try work(":rate \(round % 5 + 1)\r", on: screen, &keys))
      undos.append(try work("\u{1A}", on: screen, &keys))
      Progress.show(screen.glance("undone"))
    }
    return [
      row(count, Measure(title: "rate all tracks", unit: "ms"), edits),
      row(count, Measure(title: "undo that", unit: "ms"), undos),
      row(count, .keys("page during both", limit: Limits.page), keys),
    ]
  }

  /// Pages while a command is carried out.
  ///
  /// - Returns: milliseconds until the player has no work any more.
  private func work(
    _ command: String, on screen: ScreenedPlayer, _ keys: inout [Double]
  ) throws -> Double {
    let start = screen.terminal.press(command)
    letPass(0.1)
    var (used, busy) = (screen.clock.seconds, Moment.now)
    var isDown = true
    while Moment.now - busy < 0.5 {
      // Frames that answer keys are 16 ms apart.
      letPass(0.02)
      if let time = screen.page(isDown ? PlayerKeys().pageDown : PlayerKeys().pageUp) {
        if Moment.now - busy < 0.1 { keys.append(time * 1e3) }
      }
      isDown.toggle()
      let now = screen.clock.seconds
      // More than keys take.
      if now - used > 0.02 { busy = .now }
      used = now
      guard Moment.now - start < 300 else { throw BenchFault.timeout("\(command) to end") }
    }
    return (busy - start) * 1e3
  }
}
