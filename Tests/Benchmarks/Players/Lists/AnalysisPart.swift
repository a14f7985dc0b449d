import BenchHarness

/// Pages while all tracks are analysed in the background, beside pages without that.
struct AnalysisPart: ListsPart {
  let name = "analysis"
  let count = 10_000
  /// Fewer would be analysed before the keys have been pressed.
  var quickCount: Int { count }

  /// How much longer keys may take beside the analysis.
  private static let share = 1.3

  func read(_ home: PlayerHome, _ workplace: Workplace, count: Int, isQuick: Bool) throws -> [Row] {
    let music = try workplace.music(count)
    let pages = isQuick ? 60 : 200
    let (alone, _) = try read(Ours(home, music: music), pages: pages, scans: true)
    let (beside, work) = try read(
      Ours(home, music: music, analyses: true), pages: pages, scans: false)
    let limit = Measure.Limit.bothAtMost(
      median: Self.share * Measure.part(0.5, of: alone),
      last: Self.share * Measure.part(0.99, of: alone))
    return [
      row(count, .keys("page, nothing in the background", limit: Limits.page), alone),
      row(count, .keys("page while all tracks are analysed", limit: limit), beside),
      row(count, Measure(title: "processor meanwhile", unit: "% of a core"), [work]),
    ]
  }

  /// - Returns: milliseconds of keys, and the processor that the player used in their time.
  private func read(
    _ player: Ours, pages: Int, scans: Bool
  ) throws -> (times: [Double], work: Double) {
    if scans {
      _ = try player.scan()
      try player.arrange()
    }
    let screen = try player.start()
    defer { player.end() }
    // The analysis begins after the first rows, and does not end in this time.
    letPass(3)
    screen.terminal.press(player.keys.list)
    letPass(1)
    let (start, used) = (Moment.now, screen.clock.seconds)
    var times: [Double] = []
    for index in 0..<pages {
      let key = index / 20 % 2 == 0 ? player.keys.pageDown : player.keys.pageUp
      if let time = screen.page(key) { times.append(time * 1e3) }
      letPass(0.03)
    }
    let work = (screen.clock.seconds - used) / (Moment.now - start)
    Progress.show(screen.glance("page"))
    return (times, 100 * work)
  }
}
