import ArgumentParser
import BenchHarness
import Foundation

/// Measures what covers, lyrics and the spectrum cost, which no peer shows.
struct FaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "face", abstract: "Measure covers, lyrics and the spectrum of ours.",
    discussion: "Exits with 1 when a limit is passed.")

  @Option(help: "How many albums with a cover each.") var albums = 10_000
  @Flag(help: "Fewer keys, and a tenth of the albums.") var quick = false

  func validate() throws {
    guard (100...100_000).contains(albums) else {
      throw ValidationError("a grid has 100 to 100,000 albums here")
    }
  }

  func run() throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    let count = quick ? albums / 10 : albums
    Progress.show("making \(count) albums")
    let before = Machine.load
    let track = try CoverMaker().make(workplace.path + "/music", albums: count)
    let home = try workplace.home(of: .ours, count)
    let player = Ours(home, music: workplace.path + "/music", colors: "truecolor")
    _ = try player.scan()
    try player.arrange()
    let screen = try player.start(playing: track)
    defer { player.end() }
    let readings = try FaceReadings(screen, albums: count, isQuick: quick)
    let rows = readings.rows
    print("\(Date.now.ISO8601Format()), \(Machine.description)\(quick ? ", quick" : "")")
    print("load before: \(before); after: \(Machine.load)\n\n" + Table(rows: rows).text)
    if rows.contains(where: { $0.verdict == .fail }) { throw ExitCode(1) }
  }
}

/// The readings of one run, made as by a user: with keys and commands.
private struct FaceReadings {
  let albums: Int
  private var list: [Double] = []
  private var grid: [Double] = []
  private var complete: [Double] = []
  private var bytes: [Double] = []
  private var memory = 0.0
  private var playing = 0.0
  private var lyrics = 0.0
  private var spectrum = 0.0

  init(_ screen: ScreenedPlayer, albums: Int, isQuick: Bool) throws {
    self.albums = albums
    try screen.settle(since: screen.started, quiet: 0.4, within: 120)
    // A paused player draws for keys only.
    _ = try screen.stroke(" ", quiet: 0.5)
    // The end of its message would count as a late answer to a key.
    letPass(5)
    for key in Array(repeating: "\u{1B}[6~", count: isQuick ? 20 : 60)
      + Array(repeating: "k", count: isQuick ? 20 : 60)
    {
      let stroke = try screen.stroke(key)
      guard let last = stroke.last else { continue }
      if last > 0.016 {
        let first = stroke.first.map { "\(Int($0 * 1e3))" } ?? "no"
        Progress.show("key \(list.count): first byte after \(first) ms, last \(Int(last * 1e3)) ms")
      }
      list.append(last * 1e3)
      bytes.append(Double(screen.terminal.drawing.bytes))
    }
    Progress.show(screen.glance("list"))
    letPass(2)
    let before = screen.clock.resident
    for line in [":browse albums\r", ":view grid\r"] { _ = try screen.stroke(line, quiet: 1) }
    Progress.show(screen.glance("grid"))
    var most = before
    for _ in 0..<albums / 12 + 1 {
      let stroke = try screen.stroke("\u{1B}[6~")
      most = max(most, screen.clock.resident)
      guard let first = stroke.first, let last = stroke.last else { break }
      grid.append(first * 1e3)
      complete.append(last * 1e3)
    }
    memory = Double(most - before) / 1e6
    Progress.show(screen.glance("end of the grid"))
    _ = try screen.stroke(":view list\r", quiet: 1)
    screen.terminal.press(" ")
    let time = isQuick ? 5.0 : 20
    func use() -> Double {
      letPass(2)
      return 100 * screen.clock.use(for: time).processor
    }
    playing = use()
    screen.terminal.press("\"")
    lyrics = use() - playing
    screen.terminal.press("]:visual spectrum\r")
    spectrum = use() - playing
    Progress.show("playing alone takes \(playing) % of a core")
  }

  var rows: [Row] {
    func row(_ measure: Measure, _ values: [Double]) -> Row {
      Row(gate: "face", tracks: albums, measure: measure, readings: [.ours: .values(values)])
    }
    let percentiles = "ms, p50 / p95 / p99 / max"
    return [
      row(
        Measure(
          title: "key to screen beside a cover", unit: percentiles, figure: .percentiles,
          limit: .atMost(16), decimals: 1), list),
      row(
        Measure(title: "bytes a key", unit: "p50 / p95 / p99 / max", figure: .percentiles), bytes),
      row(
        Measure(
          title: "page of the grid, first byte", unit: percentiles, figure: .percentiles,
          limit: .atMost(16), decimals: 1), grid),
      row(
        Measure(
          title: "page of the grid, all covers", unit: percentiles, figure: .percentiles,
          decimals: 1), complete),
      row(Measure(title: "memory of the grid", unit: "MB (RSS)", limit: .atMost(60)), [memory]),
      row(Measure(title: "playing", unit: "% of a core", decimals: 2), [playing]),
      row(
        Measure(
          title: "lyrics, besides", unit: "% of a core", limit: .atMost(0.6), decimals: 2), [lyrics]
      ),
      row(
        Measure(
          title: "spectrum, besides", unit: "% of a core", limit: .atMost(3), decimals: 2),
        [spectrum]),
    ]
  }
}
