import BenchHarness
import Foundation
import Glibc

/// MPD with all tracks in its queue, and ncmpcpp as its interface.
final class Mpd: Contestant {
  private let home: PlayerHome
  private var server: Spawned?
  private var socket: LineSocket?
  private var running: ScreenedPlayer?

  init(_ home: PlayerHome, music: String) throws {
    self.home = home
    try home.write(
      """
      music_directory "\(music)"
      db_file "\(home.path("db"))"
      state_file "\(home.path("state"))"
      playlist_directory "\(home.folder)"
      bind_to_address "\(home.path("run/mpd"))"
      log_file "\(home.path("log"))"
      auto_update "no"
      max_playlist_length "2000000"
      max_output_buffer_size "1048576"
      audio_output {
        type "null"
        name "nothing"
      }

      """, to: "mpd.conf")
    try home.write(
      """
      ncmpcpp_directory = \(home.path("ncmpcpp"))
      lyrics_directory = \(home.path("ncmpcpp"))
      enable_window_title = no

      """, to: "ncmpcpp/config")
  }

  /// 1 is the queue, 2 the folders, 4 artists, albums and songs.
  let keys = PlayerKeys(
    list: "1", end: "\u{1B}OF", top: "\u{1B}OH", modes: ["2", "1", "4", "1"],
    filter: .init(open: "\u{06}", leave: ["\u{15}", "\r"]),
    search: .init(open: "/", leave: ["\u{15}", "\u{07}"]))

  @discardableResult
  private func ask(_ question: String) throws -> [String] {
    guard let socket else { throw BenchFault.refused("MPD does not run") }
    try socket.send(question)
    var lines: [String] = []
    while true {
      let line = try socket.line(within: 600)
      if line == "OK" { return lines }
      if line.hasPrefix("ACK") { throw BenchFault.refused(line) }
      lines.append(line)
    }
  }

  private func serve() throws -> Spawned {
    if let server, server.isRunning { return server }
    unlink(home.path("run/mpd"))
    let server = try Spawned(
      "mpd", ["--no-daemon", home.path("mpd.conf")], environment: home.environment)
    self.server = server
    let socket = try LineSocket(path: home.path("run/mpd"), within: 60)
    self.socket = socket
    _ = try socket.line(within: 60)
    return server
  }

  /// Without a database the server scans on its start, whose time counts.
  func scan() throws -> Scan {
    end()
    for name in ["db", "state"] { unlink(home.path(name)) }
    let start = Moment.now
    let server = try serve()
    return try untilUpdated(server, since: start, used: 0)
  }

  func rescan() throws -> Scan {
    let server = try serve()
    let (used, start) = (ProcessorClock(pids: [server.pid]).seconds, Moment.now)
    try ask("update")
    return try untilUpdated(server, since: start, used: used)
  }

  private func untilUpdated(_ server: Spawned, since start: Moment, used: Double) throws -> Scan {
    while try ask("status").contains(where: { $0.hasPrefix("updating_db") }) {
      try ask("idle update")
    }
    let clock = ProcessorClock(pids: [server.pid])
    return Scan(wall: Moment.now - start, processor: clock.seconds - used, peak: clock.peak)
  }

  func count() throws -> Int {
    _ = try serve()
    let label = "songs: "
    return try ask("stats").first { $0.hasPrefix(label) }
      .flatMap { Int($0.dropFirst(label.count)) } ?? 0
  }

  func arrange() throws {
    _ = try serve()
    try ask("clear")
    try ask("add \"\"")
  }

  func start() throws -> ScreenedPlayer {
    let server = try serve()
    let player = try ScreenedPlayer(
      "ncmpcpp", ["--quiet", "--config", home.path("ncmpcpp/config")], home, servers: [server.pid])
    running = player
    return player
  }

  func end() {
    running?.leave(keys.quit)
    running = nil
    socket = nil
    server?.end()
    server = nil
  }
}
