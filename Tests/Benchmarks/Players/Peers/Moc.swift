import BenchHarness
import Foundation
import Glibc

/// moc, whose server and interface share the work of a scan.
final class Moc: Contestant {
  private let home: PlayerHome
  private let music: String
  private var server: Spawned?
  private var running: ScreenedPlayer?

  init(_ home: PlayerHome, music: String) throws {
    self.home = home
    self.music = music
    try FileManager.default.createDirectory(
      atPath: home.path("view"), withIntermediateDirectories: true)
    unlink(home.path("view/library"))
    symlink(music, home.path("view/library"))
    try home.write(
      """
      SoundDriver = null
      MusicDir = \(home.path("view"))
      StartInMusicDir = yes
      SavePlaylist = yes
      SyncPlaylist = yes
      ReadTags = yes

      """, to: "moc/config")
  }

  /// Tab switches between the folder and the playlist.
  let keys = PlayerKeys(
    list: "\t", end: "\u{1B}OF", top: "\u{1B}OH", modes: ["\t", "\t"],
    search: .init(open: "/", leave: ["\u{1B}"]))

  private func serve() throws -> Spawned {
    if let server, server.isRunning { return server }
    let server = try Spawned(
      "mocp", ["-M", home.path("moc"), "-S", "-F"], environment: home.environment)
    self.server = server
    let socket = home.path("moc/socket2")
    try wait("moc's server", within: 30) { access(socket, F_OK) == 0 }
    letPass(0.3)
    return server
  }

  func scan() throws -> Scan {
    end()
    for name in ["cache", "playlist.m3u"] {
      try? FileManager.default.removeItem(atPath: home.path("moc/" + name))
    }
    return try adding()
  }

  /// Tracks already in the playlist are not added again.
  func rescan() throws -> Scan { try adding() }

  /// Adds everything below the folder on the screen.
  private func adding() throws -> Scan {
    let player: ScreenedPlayer
    if let running {
      player = running
    } else {
      player = try start()
      try player.settle(since: player.started)
      _ = try player.stroke("\u{1B}OB")
    }
    let used = player.clock.seconds
    let start = player.terminal.press("A")
    let (wall, peak) = try player.clock.whileBusy(since: start)
    return Scan(wall: wall, processor: player.clock.seconds - used, peak: peak)
  }

  /// The playlist is saved on exit.
  func count() throws -> Int {
    end()
    let text = try String(contentsOfFile: home.path("moc/playlist.m3u"), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).count { !$0.hasPrefix("#") }
  }

  func arrange() throws { end() }

  func start() throws -> ScreenedPlayer {
    let server = try serve()
    let player = try ScreenedPlayer(
      "mocp", ["-M", home.path("moc")], home, servers: [server.pid])
    running = player
    return player
  }

  func end() {
    running?.leave(keys.quit, within: 60)
    running = nil
    server?.end()
    server = nil
  }
}
