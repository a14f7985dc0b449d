import BenchHarness

/// Scans a whole folder, and scans again without changes.
struct ScanGate: Gate {
  let name = "scan"
  let needsMusic = true

  func measures(of tracks: Int) -> [Measure] {
    [
      Measure(title: "scan", unit: "tracks/s", limit: .ofBest(3), isRate: true),
      Measure(title: "scan, processor", unit: "µs a track", limit: .ofBest(0.5), decimals: 1),
      Measure(title: "scan, memory at most", unit: "MB", limit: .atMost(250)),
      Measure(title: "tracks it then has", unit: "count"),
      Measure(title: "rescan", unit: "ms", limit: .ofBest(0.75)),
      Measure(title: "rescan, processor", unit: "µs a track", limit: .ofBest(0.75), decimals: 2),
    ]
  }

  func read(_ player: any Contestant, _ collection: MeasuredCollection, isQuick: Bool) throws
    -> [Reading]
  {
    let rounds = isQuick || collection.tracks > 50_000 ? 3 : 5
    var (rates, costs, peaks) = ([Double](), [Double](), [Double]())
    var (walls, repeated) = ([Double](), [Double]())
    defer { player.end() }
    for _ in 0..<rounds {
      let scan = try player.scan()
      let tracks = Double(collection.tracks)
      rates.append(tracks / scan.wall)
      costs.append(scan.processor * 1e6 / tracks)
      peaks.append(Double(scan.peak) / 1e6)
      let again = try player.rescan()
      walls.append(again.wall * 1e3)
      repeated.append(again.processor * 1e6 / tracks)
    }
    let found = Double(try player.count())
    return [
      .values(rates), .values(costs), .values(peaks), .values([found]), .values(walls),
      .values(repeated),
    ]
  }
}
