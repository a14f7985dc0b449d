import BenchHarness

/// Scans a folder of which neither files nor names are in the system's caches; for root.
struct ColdGate: Gate {
  let name = "cold"
  let needsMusic = true

  func measures(of tracks: Int) -> [Measure] {
    [
      Measure(title: "scan, cold caches", unit: "tracks/s", isRate: true),
      Measure(title: "scan, cold caches, processor", unit: "µs a track", decimals: 1),
    ]
  }

  func read(_ player: any Contestant, _ collection: MeasuredCollection, isQuick: Bool) throws
    -> [Reading]
  {
    let tracks = Double(collection.tracks)
    var (rates, costs) = ([Double](), [Double]())
    defer { player.end() }
    for _ in 0..<(isQuick ? 3 : 5) {
      player.end()
      guard Machine.dropCaches() else { return measures(of: 0).map { _ in .text("needs root") } }
      let scan = try player.scan()
      rates.append(tracks / scan.wall)
      costs.append(scan.processor * 1e6 / tracks)
    }
    return [.values(rates), .values(costs)]
  }
}
