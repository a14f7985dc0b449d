import BenchHarness
import Foundation
import Glibc

/// cmus, controlled over the socket of cmus-remote.
final class Cmus: Contestant {
  private let home: PlayerHome
  private let music: String
  private var running: ScreenedPlayer?

  init(_ home: PlayerHome, music: String) throws {
    self.home = home
    self.music = music
    let settings = """
      set mpris=false
      set resume=false
      set start_view=sorted

      """
    try home.write(settings, to: "cmus/rc")
  }

  /// 1 is the tree of artists and albums, 2 the sorted list.
  let keys = PlayerKeys(
    list: "2", pageDown: "\u{06}", pageUp: "\u{02}",
    sorts: ["title", "date", "album", "-duration", "genre", "artist album"].map {
      ":set lib_sort=\($0)\r"
    },
    modes: ["1", "2", "1", "2"],
    filter: .init(open: ":live-filter ", leave: ["\u{03}", ":live-filter\r"]),
    search: .init(open: "/", leave: ["\u{03}"]), quit: ":quit\r")

  private func ask(_ question: String) throws -> [String] {
    let socket = try LineSocket(path: home.path("run/cmus"))
    try socket.send(question)
    var lines: [String] = []
    while true {
      let line = try socket.line(within: 60)
      if line.isEmpty { return lines }
      lines.append(line)
    }
  }

  func scan() throws -> Scan {
    end()
    // The first start probes sound outputs for five seconds before the scan.
    if !FileManager.default.fileExists(atPath: home.path("cmus/autosave")) {
      try start().settle(since: .now)
      end()
    }
    for name in ["cache", "lib.pl"] { unlink(home.path("cmus/" + name)) }
    return try working("add -l \(music)")
  }

  func rescan() throws -> Scan { try working("update-cache") }

  private func working(_ command: String) throws -> Scan {
    let player = try running ?? start()
    try player.settle(since: player.started)
    let (used, start) = (player.clock.seconds, Moment.now)
    _ = try ask(command)
    let (wall, peak) = try player.clock.whileBusy(since: start)
    return Scan(wall: wall, processor: player.clock.seconds - used, peak: peak)
  }

  func count() throws -> Int { try ask("save -l -").count }

  /// The library is saved on exit.
  func arrange() throws { end() }

  func start() throws -> ScreenedPlayer {
    unlink(home.path("run/cmus"))
    let player = try ScreenedPlayer("cmus", ["--listen", home.path("run/cmus")], home)
    running = player
    return player
  }

  func end() {
    running?.leave(keys.quit)
    running = nil
  }
}
