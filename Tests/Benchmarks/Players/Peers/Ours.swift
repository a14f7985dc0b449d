import BenchHarness
import Foundation
import Glibc

/// The program built with the benchmark.
final class Ours: Contestant {
  private let home: PlayerHome
  private let music: String
  private let library: String
  private let colors: String?
  /// No peer has an analysis: its work would count as that of the keys, and its progress as their
  /// output.
  private let analyses: Bool
  private var running: ScreenedPlayer?

  static var binary: String {
    ProcessInfo.processInfo.environment["TRITONE_BINARY"]
      ?? URL(fileURLWithPath: Spawned.own).deletingLastPathComponent()
      .appendingPathComponent("tritone").path
  }

  /// - Parameters:
  ///   - library: an existing library, with no music to scan.
  ///   - colors: `$COLORTERM`.
  ///   - analyses: whether it looks for tempo, key and loudness in the background.
  init(
    _ home: PlayerHome, music: String, library: String? = nil, colors: String? = nil,
    analyses: Bool = false
  ) {
    self.colors = colors
    self.analyses = analyses
    self.home = home
    self.music = music
    self.library = library ?? home.path("library.db")
  }

  let keys = PlayerKeys(
    list: ":browse songs\r", sorts: ["\u{0F}", "\u{0F}", "\u{0F}", "O", "\u{0F}", "\u{0F}"],
    modes: Array(repeating: "]", count: 5), filter: .init(open: "/", leave: ["\u{1B}"]),
    search: .init(open: "\u{06}", leave: ["\u{1B}"]))

  func scan() throws -> Scan {
    for name in try FileManager.default.contentsOfDirectory(atPath: home.folder)
    where name.hasPrefix("library.db") {
      try FileManager.default.removeItem(atPath: home.path(name))
    }
    return try scan([music])
  }

  /// In the running player, as for the others. Its start has asked every file, and it has watched
  /// its folders since.
  func rescan() throws -> Scan {
    end()
    let player = try start()
    defer { end() }
    try player.settle(since: player.started, quiet: 1)
    _ = try player.stroke(":update", quiet: 1)
    let (used, start) = (player.clock.seconds, Moment.now)
    player.terminal.press("\r")
    // The session is stored half a second later.
    let (wall, peak) = try player.clock.whileBusy(since: start, quiet: 0.15)
    return Scan(wall: wall, processor: player.clock.seconds - used, peak: peak)
  }

  private func scan(_ paths: [String]) throws -> Scan {
    let log = home.path("scan.log")
    let start = Moment.now
    let process = try Spawned(
      Self.binary, ["scan", "--library", library] + paths, environment: home.environment,
      output: .file(log), errors: .file(log))
    let clock = ProcessorClock(pids: [process.pid])
    var peak = 0
    while process.isRunning {
      peak = max(peak, clock.peak)
      usleep(2000)
      if Moment.now - start > 900 { throw BenchFault.timeout("a scan to end") }
    }
    let wall = Moment.now - start
    guard process.status == 0 else { throw BenchFault.refused("its scan fails; see \(log)") }
    return Scan(wall: wall, processor: process.processorSeconds, peak: peak)
  }

  func count() throws -> Int {
    let file = home.path("found.txt")
    unlink(file)
    let process = try Spawned(
      Self.binary, ["search", "--library", library, ""], environment: home.environment,
      output: .file(file))
    try wait("a list of all tracks", within: 120) { !process.isRunning }
    return try Data(contentsOf: URL(fileURLWithPath: file)).count { $0 == UInt8(ascii: "\n") }
  }

  /// The last view is restored at the start.
  func arrange() throws {
    // A backup up front: the daily one of a new library would run during the measurement.
    let backup = try Spawned(
      Self.binary, ["backup", "--library", library], environment: home.environment,
      output: .file(home.path("backup.log")))
    try wait("a backup", within: 120) { !backup.isRunning }
    let player = try start()
    try player.settle(since: player.started)
    _ = try player.stroke(keys.list)
    end()
  }

  func start() throws -> ScreenedPlayer { try start(playing: nil) }

  /// - Parameter file: a file to play.
  func start(playing file: String?) throws -> ScreenedPlayer {
    let analysis = analyses ? "on" : "off"
    try home.write("[library]\nanalysis = \"\(analysis)\"\n", to: ".config/tritone/config.toml")
    for suffix in ["", "-catalog"] { home.resident.keep(library + suffix) }
    let player = try ScreenedPlayer(
      Self.binary,
      ["play", "--no-host", "--output", "null", "--library", library] + (file.map { [$0] } ?? []),
      home, colors: colors)
    running = player
    return player
  }

  func end() {
    running?.leave(keys.quit)
    running = nil
  }
}
