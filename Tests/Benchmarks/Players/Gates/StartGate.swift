import BenchHarness

/// Time from the start of the program to a screen full of tracks, and the cost of idling.
struct StartGate: Gate {
  let name = "start"
  let needsMusic = false
  let measures = [
    Measure(title: "start, first byte", unit: "ms"),
    Measure(title: "start, first full screen", unit: "ms", limit: .atMost(100)),
    Measure(title: "start, last byte", unit: "ms"),
    Measure(title: "memory, shared divided (PSS)", unit: "MB", limit: .atMost(250)),
    Measure(title: "memory, resident (RSS)", unit: "MB"),
    Measure(title: "memory, anonymous", unit: "MB"),
    Measure(title: "idle, wake-ups", unit: "1/s", decimals: 1),
    Measure(title: "idle, processor", unit: "% of a core", decimals: 3),
  ]

  func read(_ player: any Contestant, _ collection: MeasuredCollection, isQuick: Bool) throws
    -> [Reading]
  {
    try player.arrange()
    var (firsts, fulls, lasts) = ([Double](), [Double](), [Double]())
    var still: [Reading] = []
    defer { player.end() }
    let rounds = isQuick ? 3 : 9
    for round in 0..<rounds {
      player.end()
      let screen = try player.start()
      try screen.settle(since: screen.started, quiet: 0.4, within: 120)
      let drawing = screen.terminal.drawing
      guard let first = drawing.first, let last = drawing.last else {
        throw BenchFault.refused("it draws nothing")
      }
      // A full screen has text in nearly as many rows as the final one.
      let rows = drawing.rows.last?.withText ?? 0
      let full = drawing.rows.first { $0.withText * 10 >= rows * 9 }
      if round == 0 { Progress.show(screen.glance("start")) }
      firsts.append((first - screen.started) * 1e3)
      fulls.append(((full?.at ?? last) - screen.started) * 1e3)
      lasts.append((last - screen.started) * 1e3)
      if round == rounds - 1 { still = standing(screen, isQuick: isQuick) }
    }
    return [.values(firsts), .values(fulls), .values(lasts)] + still
  }

  private func standing(_ screen: ScreenedPlayer, isQuick: Bool) -> [Reading] {
    letPass(3)
    let clock = screen.clock
    let memory = [clock.proportional, clock.resident, clock.anonymous].map { Double($0) / 1e6 }
    let use = clock.use(for: isQuick ? 4 : 10)
    return memory.map { .values([$0]) } + [
      .values([use.switches]), .values([100 * use.processor]),
    ]
  }
}
