import ArgumentParser
import BenchHarness
import Foundation

/// Draws how the cost of ours grows with the library.
struct GrowthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Measure start, memory, scan, letters and orders of ours at growing sizes.",
    discussion: "Writes an SVG a figure, and prints the numbers as a table.")

  @Flag(help: "Fewer rounds, and 10,000 tracks at most.") var quick = false
  @Option(
    help: ArgumentHelp("Libraries of so many tracks; 1,000 to 2,000,000.", valueName: "count"))
  var tracks: [Int] = []
  @Option(help: "The folder of the figures.") var folder = "docs/performance"

  /// Larger libraries have no files to scan.
  private static let maximumFiles = 100_000

  func validate() throws {
    guard tracks.allSatisfy({ (1...10_000_000).contains($0) }) else {
      throw ValidationError("a library has 1 to 10,000,000 tracks")
    }
  }

  func run() throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    let before = Machine.load
    let few = [1_000, 3_000, 10_000]
    let all = quick ? few : [1_000, 10_000, 100_000, 1_000_000, 2_000_000]
    let sizes = tracks.isEmpty ? all : tracks
    var growth = Growth()
    for size in sizes.sorted() { try read(size, workplace, &growth) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for chart in growth.charts {
      let path = "\(folder)/\(chart.name).svg"
      try chart.svg.write(toFile: path, atomically: true, encoding: .utf8)
      Progress.show("wrote \(path)")
    }
    print("\(Date.now.ISO8601Format()), \(Machine.description)\(quick ? ", quick" : "")")
    print("load before: \(before); after: \(Machine.load)\n\n" + growth.table)
  }

  private func read(_ size: Int, _ workplace: Workplace, _ growth: inout Growth) throws {
    let library = try workplace.library(size)
    defer { try? FileManager.default.removeItem(atPath: library) }
    let player = Ours(try workplace.home("growth\(size)"), music: "", library: library)
    try read(StartGate(), of: player, MeasuredCollection(tracks: size), &growth)
    try read(KeysGate(), of: player, MeasuredCollection(tracks: size), &growth)
    guard size <= Self.maximumFiles else { return }
    let music = try workplace.music(size)
    let scanning = Ours(try workplace.home("scan\(size)"), music: music)
    try read(ScanGate(), of: scanning, MeasuredCollection(tracks: size, music: music), &growth)
  }

  private func read(
    _ gate: some Gate, of player: Ours, _ collection: MeasuredCollection, _ growth: inout Growth
  ) throws {
    Progress.show("\(gate.name) \(collection.tracks)")
    let readings = try gate.read(player, collection, isQuick: quick)
    for (measure, reading) in zip(gate.measures(of: collection.tracks), readings) {
      guard case .values(let values) = reading else { continue }
      growth.take(measure, values, at: collection.tracks)
    }
  }
}
