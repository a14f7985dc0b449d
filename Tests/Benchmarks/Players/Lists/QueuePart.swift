import BenchHarness
import Media

/// A long queue of tracks that play: making it, shuffling it, the next track, and a start with it.
struct QueuePart: ListsPart {
  let name = "queue"
  let count = 1_000_000
  /// So long that no change of a key includes one of the progress bar, which is drawn also with the
  /// state that is saved every four seconds.
  private let seconds = 600

  func read(_ home: PlayerHome, _ workplace: Workplace, count: Int, isQuick: Bool) throws -> [Row] {
    try FFmpegLibraries.load()
    let sound = try ManyNamedFile(home.path("sound"), CoverMaker.tone(seconds: seconds))
    let player = try player(
      home, tracks: count, LibraryShape(seconds: UInt64(seconds), sound: sound))
    var screen = try player.start()
    defer { player.end() }
    try screen.settle(since: screen.started, quiet: 0.4, within: 120)
    try screen.press([player.keys.list])
    let made = try screen.times(["\r"], within: 120)
    Progress.show(screen.glance("playing", from: 37))
    let rounds = isQuick ? 4 : 20
    let next = try screen.times(Array(repeating: ">", count: 2 * rounds))
    // A paused player draws for keys only.
    try screen.press([" "], quiet: 1)
    let shuffled = try screen.times(Array(repeating: "s", count: rounds), within: 120)
    let shuffledNext = try screen.times(["s"] + Array(repeating: ">", count: rounds)).dropFirst()
    try screen.press([" "], quiet: 1)
    try screen.press(["\u{1B}[Z", "]"])
    let paged = try screen.times(PlayerKeys.paging(isQuick ? 10 : 40))
    Progress.show(screen.glance("queue", from: 16))
    var (fulls, resident) = ([Double](), 0)
    for _ in 0..<(isQuick ? 2 : 5) {
      player.end()
      screen = try player.start()
      try screen.settle(since: screen.started, quiet: 0.4, within: 120)
      fulls.append(try screen.arrival().full * 1e3)
      resident = screen.clock.resident
    }
    return [
      row(count, .keys("queue all", limit: Limits.order), made),
      row(count, .keys("next track", limit: Limits.page), next + shuffledNext),
      row(count, .keys("shuffle", limit: Limits.order), shuffled),
      row(count, .keys("page of the queue", limit: Limits.page), paged),
      row(
        count,
        Measure(title: "start with the queue, full screen", unit: "ms", limit: Limits.firstScreen),
        fulls),
      row(
        count, Measure(title: "memory with the queue", unit: "MB (RSS)", limit: Limits.peak),
        [Double(resident) / 1e6]),
    ]
  }
}
