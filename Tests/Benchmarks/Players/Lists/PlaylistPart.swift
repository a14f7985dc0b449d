import BenchHarness

/// A playlist with many entries: opening, paging, moving an entry, grouping, and adding a track.
struct PlaylistPart: ListsPart {
  let name = "playlist"
  let count = 100_000

  func read(_ home: PlayerHome, _ workplace: Workplace, count: Int, isQuick: Bool) throws -> [Row] {
    let shape = LibraryShape(playlists: 3, isFirstPlaylistFull: true)
    let player = try player(home, tracks: count, shape)
    let screen = try player.start()
    defer { player.end() }
    try screen.settle(since: screen.started, quiet: 0.4, within: 120)
    let rounds = isQuick ? 5 : 20
    // From the library's pane backwards to the playlists.
    try screen.press([player.keys.list, "\u{1B}[Z", player.keys.top])
    var (opened, moved, grouped) = ([Double](), [Double](), [Double]())
    for round in 0..<rounds {
      opened += try screen.times(["\r"])
      if round == 0 { Progress.show(screen.glance("open", from: 16)) }
      if round < rounds - 1 { try screen.press(["\u{7F}"]) }
    }
    let paged = try screen.times(PlayerKeys.paging(isQuick ? 10 : 40))
    for _ in 0..<rounds { moved += try screen.times(["J"]) }
    for _ in 0..<rounds { moved += try screen.times(["K"]) }
    for _ in 0..<(isQuick ? 2 : 6) {
      for template in ["{Artist}", "{Album}"] {
        // The frames of the line come before, as for someone who types it.
        try screen.press([":group \(template)"])
        grouped += try screen.times(["\r"], within: 120)
      }
    }
    Progress.show(screen.glance("group", from: 16))
    try screen.press([":template none\r", "\t", player.keys.list])
    var added: [Double] = []
    for _ in 0..<rounds {
      added += try screen.times(["1"])
      try screen.press(["j"])
    }
    Progress.show(screen.glance("add", from: 27))
    return [
      row(count, .keys("open the playlist", limit: Limits.mode), opened),
      row(count, .keys("page in it", limit: Limits.page), paged),
      row(count, .keys("move an entry", limit: Limits.page), moved),
      row(count, .keys("group it", limit: Limits.order), grouped),
      row(count, .keys("add to it", limit: Limits.page), added),
    ]
  }
}
