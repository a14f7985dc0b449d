import BenchHarness

/// A folder of many files: opening, paging and filtering.
struct FolderPart: ListsPart {
  let name = "folder"
  let count = 50_000

  func read(_ home: PlayerHome, _ workplace: Workplace, count: Int, isQuick: Bool) throws -> [Row] {
    let player = try player(home, tracks: count, LibraryShape(folder: "all"))
    let screen = try player.start()
    defer { player.end() }
    try screen.settle(since: screen.started, quiet: 0.4, within: 120)
    try screen.press([":browse folders\r", player.keys.top])
    var opened: [Double] = []
    // Down to the files, whatever folders lie above them.
    for round in 0..<(isQuick ? 5 : 20) {
      opened += try screen.times(["\r"])
      if round == 0 { Progress.show(screen.glance("folder")) }
      try screen.press(["\u{7F}"])
    }
    try screen.press(["\r"])
    let paged = try screen.times(PlayerKeys.paging(isQuick ? 10 : 40))
    Progress.show(screen.glance("files"))
    let filtered = try screen.lettersOfFilter(isQuick ? ["night"] : ["night", "love ri", "zqx"])
    return [
      row(count, .keys("open the folder", limit: Limits.mode), opened),
      row(count, .keys("page of files", limit: Limits.page), paged),
      row(count, .keys("filter of files, a letter", limit: Limits.letter), filtered),
    ]
  }
}
