import BenchHarness

/// Tracks whose title, artist, album and genre have four kilobytes each.
struct TagsPart: ListsPart {
  let name = "tags"
  let count = 10_000

  func read(_ home: PlayerHome, _ workplace: Workplace, count: Int, isQuick: Bool) throws -> [Row] {
    let player = try player(home, tracks: count, LibraryShape(textBytes: 4096))
    let screen = try player.start()
    defer { player.end() }
    try screen.settle(since: screen.started, quiet: 0.4, within: 120)
    let arrival = try screen.arrival()
    try screen.press([player.keys.list])
    let paged = try screen.times(PlayerKeys.paging(isQuick ? 10 : 40))
    Progress.show(screen.glance("long tags"))
    let filtered = try screen.lettersOfFilter(isQuick ? ["night"] : ["night", "love ri", "zqx"])
    let sorted = try screen.times(player.keys.sorts)
    try screen.settle(since: .now, quiet: 4.5)
    let modes = try screen.times(player.keys.modes)
    return [
      row(
        count,
        Measure(title: "tags of 4 kB: first full screen", unit: "ms", limit: Limits.firstScreen),
        [arrival.full * 1e3]),
      row(count, .keys("tags of 4 kB, page", limit: Limits.page), paged),
      row(count, .keys("tags of 4 kB, a letter", limit: Limits.letter), filtered),
      row(count, .keys("tags of 4 kB, order", limit: Limits.order), sorted),
      row(count, .keys("tags of 4 kB, mode", limit: Limits.mode), modes),
    ]
  }
}
