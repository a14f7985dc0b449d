import BenchHarness

/// Many playlists: paging through them, and choosing one of them.
struct PlaylistsPart: ListsPart {
  let name = "playlists"
  let count = 20_000

  func read(_ home: PlayerHome, _ workplace: Workplace, count: Int, isQuick: Bool) throws -> [Row] {
    let player = try player(home, tracks: 10_000, LibraryShape(playlists: count))
    let screen = try player.start()
    defer { player.end() }
    try screen.settle(since: screen.started, quiet: 0.4, within: 120)
    let arrival = try screen.arrival()
    try screen.press([player.keys.list])
    var (opened, letters) = ([Double](), [Double]())
    for _ in 0..<(isQuick ? 3 : 10) {
      opened += try screen.times(["a"])
      letters += try screen.times("list 19".map(String.init))
      if letters.count < 8 { Progress.show(screen.glance("choose", from: 10)) }
      try screen.press(["\u{1B}"])
    }
    try screen.press(["\u{1B}[Z", player.keys.top])
    let paged = try screen.times(PlayerKeys.paging(isQuick ? 10 : 40))
    Progress.show(screen.glance("playlists", from: 16))
    let filtered = try screen.lettersOfFilter(isQuick ? ["list 1"] : ["list 1", "19", "zq"])
    return [
      row(
        count, Measure(title: "start, first full screen", unit: "ms", limit: Limits.firstScreen),
        [arrival.full * 1e3]),
      row(count, .keys("page of playlists", limit: Limits.page), paged),
      row(count, .keys("filter of playlists, a letter", limit: Limits.letter), filtered),
      row(count, .keys("open the choice of a playlist", limit: Limits.mode), opened),
      row(count, .keys("choice, a letter", limit: Limits.letter), letters),
    ]
  }
}
