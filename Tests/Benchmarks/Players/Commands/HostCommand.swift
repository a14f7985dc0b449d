import ArgumentParser
import BenchHarness
import Foundation

/// Measures the player as a host, which no peer of the table is.
struct HostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host", abstract: "Measure terminals and commands at a running player of ours.",
    discussion: "Exits with 1 when a limit is passed.")

  @Option(help: "How many tracks the library has.") var tracks = 1_000_000
  @Flag(help: "Fewer rounds.") var quick = false

  func validate() throws {
    guard (1...10_000_000).contains(tracks) else {
      throw ValidationError("a library has 1 to 10,000,000 tracks")
    }
    guard Spawned.isInstalled("ffmpeg") else { throw ValidationError("ffmpeg is not installed") }
  }

  func run() throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    let before = Machine.load
    let home = try workplace.home(of: .ours, tracks)
    // Where the program has it without options, as in most commands.
    let folder = home.path(".data/tritone")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: try workplace.library(tracks), toPath: folder + "/library.db")
    try home.write("[library]\nanalysis = \"off\"\n", to: ".config/tritone/config.toml")
    let sound = home.path("long.flac")
    try Spawned.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=1800:c=pink:r=44100", "-ac",
        "2", sound,
      ])
    let host = try RunningHost(home)
    defer { host.end() }
    let rows = try HostReadings(host, sound, tracks: tracks, isQuick: quick).rows
    print("\(Date.now.ISO8601Format()), \(Machine.description)\(quick ? ", quick" : "")")
    print("load before: \(before); after: \(Machine.load)\n\n" + Table(rows: rows).text)
    if rows.contains(where: { $0.verdict == .fail }) { throw ExitCode(1) }
  }
}

/// The readings of one run, in their order.
private struct HostReadings {
  let tracks: Int
  private var firsts: [Double] = []
  private var fulls: [Double] = []
  private var rounds: [String: [Double]] = [:]
  private var answers: [Double] = []
  private var detached = 0.0
  private var attached = 0.0
  private var playing = 0.0
  private var drawn = 0.0

  private static let commands = [["pause"], ["status"], ["volume", "60"], ["queue"]]

  init(_ host: RunningHost, _ sound: String, tracks: Int, isQuick: Bool) throws {
    self.tracks = tracks
    _ = try host.run(["play", sound])
    try host.waitUntilPlaying()
    let time = isQuick ? 5.0 : 20
    // The work of a start: a scan of the file, the catalog's check, a backup.
    _ = try host.clock.whileBusy(since: .now, quiet: 5)
    playing = 100 * host.clock.use(for: time).processor
    let screen = try host.attach()
    try screen.settle(since: screen.started, quiet: 0.4)
    drawn = 100 * screen.clock.use(for: time).processor
    screen.leave("q")
    _ = try host.run(["pause"])
    letPass(10)
    detached = host.clock.use(for: time).switches
    for round in 0..<(isQuick ? 5 : 30) {
      let screen = try host.attach()
      try screen.settle(since: screen.started, quiet: 0.3)
      let arrival = try screen.arrival()
      if round == 0 {
        Progress.show(screen.glance("attached"))
        letPass(10)
        attached = screen.clock.use(for: time).switches
      }
      firsts.append(arrival.first * 1e3)
      fulls.append(arrival.full * 1e3)
      screen.leave("q")
    }
    for words in Self.commands {
      let times = try (0..<(isQuick ? 20 : 200)).map { _ in try host.run(words) * 1e3 }
      rounds[words.joined(separator: " ")] = times
    }
    let socket = try host.socket()
    for _ in 0..<(isQuick ? 100 : 1000) {
      let start = Moment.now
      try socket.send("{\"do\":\"pause\"}")
      _ = try socket.line()
      answers.append((Moment.now - start) * 1e3)
    }
  }

  var rows: [Row] {
    func row(_ measure: Measure, _ values: [Double]) -> Row {
      Row(gate: "host", tracks: tracks, measure: measure, readings: [.ours: .values(values)])
    }
    let commands = Self.commands.map { words in
      let line = words.joined(separator: " ")
      return row(
        Measure(title: "tritone \(line)", unit: "ms", limit: .atMost(10), decimals: 1),
        rounds[line] ?? [])
    }
    return [
      row(Measure(title: "attach, first byte", unit: "ms", decimals: 1), firsts),
      row(
        Measure(
          title: "attach, first full screen", unit: "ms", limit: .atMost(50), decimals: 1), fulls),
    ] + commands + [
      row(
        Measure(
          title: "a line over the socket", unit: "ms, p50 / p95 / p99 / max", figure: .percentiles,
          decimals: 2), answers),
      row(
        Measure(
          title: "paused without a terminal, wake-ups", unit: "1/s", limit: .atMost(0),
          decimals: 2), [detached]),
      row(
        Measure(
          title: "paused with one, wake-ups of both", unit: "1/s", limit: .atMost(0),
          decimals: 2), [attached]),
      row(
        Measure(title: "playing without a terminal", unit: "% of a core", decimals: 2), [playing]),
      row(Measure(title: "playing with one", unit: "% of a core", decimals: 2), [drawn]),
    ]
  }
}
