import BenchHarness

/// Latency from a key to the last byte of its change of the screen.
struct KeysGate: Gate {
  let name = "keys"
  let needsMusic = false
  private enum KeyKind: Int, CaseIterable { case page, end, sort, mode, filter, search }

  func measures(of tracks: Int) -> [Measure] {
    let keys: [(String, Measure.Limit)] = [
      ("page", Limits.page), ("end and top", Limits.page), ("another order", Limits.order),
      ("another mode", Limits.mode), ("filter, a letter", Limits.letter),
      ("search, a letter", Limits.letter),
    ]
    return keys.map { .keys($0.0, limit: $0.1) }
      + [Measure(title: "memory after keys, at most", unit: "MB (RSS)", limit: Limits.peak)]
      + Rest.measures("idle after keys")
  }

  /// Typed texts: many matches, few, none, and two words.
  private static let texts = ["night", "love ri", "zqx", "e", "the glass", "1984"]

  func read(_ player: any Contestant, _ collection: MeasuredCollection, isQuick: Bool) throws
    -> [Reading]
  {
    player.end()
    try player.arrange()
    let screen = try player.start()
    defer { player.end() }
    try screen.settle(since: screen.started, quiet: 0.4, within: 120)
    let keys = player.keys
    _ = try screen.stroke(keys.list, quiet: 0.4)
    var strokes: [KeyKind: [Double]] = [:]
    var (silent, memory) = (0, 0)
    // Each kind is shown once, so that the reader can check the effect of the keys.
    var shown: Set<KeyKind> = []
    func stroke(_ key: String, _ index: KeyKind) throws {
      let (used, faults) = (screen.clock.seconds, screen.clock.faults)
      let last = try screen.stroke(key).last
      memory = max(memory, screen.clock.resident)
      guard let last else { return silent += 1 }
      strokes[index, default: []].append(last * 1e3)
      if last > 0.016 {
        let count = strokes[index]?.count ?? 0
        let now = screen.clock.faults
        let work = """
          \(Int((screen.clock.seconds - used) * 1e3)) ms of processor, \(now.found - faults.found) \
          pages found, \(now.read - faults.read) read
          """
        let time = "\((last * 1e3).rounded()) ms"
        Progress.show(screen.glance("\(index) \(count), \(time) (until it rested: \(work))"))
      }
      guard index != .filter, index != .search, shown.insert(index).inserted else { return }
      Progress.show(screen.glance("\(index)"))
    }
    for _ in 0..<(isQuick ? 15 : 50) { try stroke(keys.pageDown, .page) }
    for _ in 0..<(isQuick ? 10 : 30) { try stroke(keys.pageUp, .page) }
    for _ in 0..<(isQuick ? 5 : 20) {
      try stroke(keys.end, .end)
      try stroke(keys.top, .end)
    }
    for (index, line) in [(KeyKind.filter, keys.filter), (.search, keys.search)] {
      guard let line else { continue }
      for _ in 0..<(isQuick ? 1 : 3) {
        for text in Self.texts {
          _ = try screen.stroke(line.open, quiet: 0.3)
          for letter in text { try stroke(String(letter), index) }
          if shown.insert(index).inserted { Progress.show(screen.glance("\(index) \(text)")) }
          for key in line.leave { _ = try screen.stroke(key, quiet: 0.3) }
        }
      }
    }
    for _ in 0..<(isQuick ? 1 : 4) {
      _ = try screen.stroke(keys.list, quiet: 0.4)
      for key in keys.sorts { try stroke(key, .sort) }
      // The message about a sort order disappears after four seconds, which must not count for the
      // next key.
      try screen.settle(since: .now, quiet: 4.5)
      for key in keys.modes { try stroke(key, .mode) }
    }
    if silent > 0 { Progress.show("    \(silent) keys changed nothing and are left out") }
    return KeyKind.allCases.map { strokes[$0].map { .values($0) } ?? .absent }
      + [.values([Double(memory) / 1e6])] + Rest.read(screen, isQuick: isQuick)
  }
}
