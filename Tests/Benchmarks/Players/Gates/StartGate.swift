import BenchHarness

/// Time from the start of the program to a screen full of tracks, memory, and the cost of idling.
struct StartGate: Gate {
  let name = "start"
  let needsMusic = false

  func measures(of tracks: Int) -> [Measure] {
    let memory = Limits.memory(of: tracks)
    return [
      Measure(title: "start, first byte", unit: "ms"),
      Measure(title: "start, first full screen", unit: "ms", limit: Limits.firstScreen),
      Measure(title: "start, last byte", unit: "ms"),
      Measure(
        title: "memory, shared divided (PSS)", unit: "MB", limit: memory.proportional),
      Measure(title: "memory, resident (RSS)", unit: "MB", limit: memory.resident),
      Measure(title: "memory, anonymous", unit: "MB"),
    ] + Rest.measures("idle")
  }

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
      let arrival = try screen.arrival()
      if round == 0 { Progress.show(screen.glance("start")) }
      firsts.append(arrival.first * 1e3)
      fulls.append(arrival.full * 1e3)
      lasts.append(arrival.last * 1e3)
      if round == rounds - 1 { still = standing(screen, isQuick: isQuick) }
    }
    return [.values(firsts), .values(fulls), .values(lasts)] + still
  }

  private func standing(_ screen: ScreenedPlayer, isQuick: Bool) -> [Reading] {
    letPass(3)
    let clock = screen.clock
    let memory = [clock.proportional, clock.resident, clock.anonymous].map { Double($0) / 1e6 }
    return memory.map { .values([$0]) } + Rest.read(screen, isQuick: isQuick)
  }
}
