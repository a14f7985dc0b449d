import BenchHarness

/// Latency from a seek to the sound at its target, in a file of five minutes.
struct SeekGate: Gate {
  let name = "seek"
  let needs = ["ffmpeg"]
  let measures: [Measure] = Self.measures(of: "seek")

  static func measures(of title: String) -> [Measure] {
    [
      Measure(title: "\(title), command to sound", unit: "ms", limit: .atMost(27)),
      // The sink's period, plus a margin for the player.
      Measure(title: "\(title), the longest", unit: "ms", figure: .furthest, limit: .atMost(50)),
      Measure(
        title: "\(title), silence", unit: "ms", figure: .furthest, limit: .atMost(0), decimals: 1),
      Measure(title: "\(title), landing", unit: "samples", figure: .furthest, limit: .atMost(0)),
    ]
  }

  private static let seconds = [
    100, 30, 200, 61, 150, 270, 10, 90, 240, 45, 180, 75, 220, 20, 130, 255, 110, 290, 165, 55,
  ]

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let file = try bench.corpus.codedLong()
    var seeks: [(at: Moment, second: Int)] = []
    let recording = try bench.recording(entrant) { player in
      try player.play([file])
      letPass(2)
      let phases = Phases(count: bench.isQuick ? 10 : 20)
      for (index, second) in Self.seconds.prefix(phases.count).enumerated() {
        phases.wait(for: index)
        seeks.append((try player.seek(to: second), second))
        letPass(0.9)
      }
    }
    let sound = CodedSound(recording)
    let arrivals = try seeks.map { seek in
      guard let arrival = SeekArrival(in: sound, at: seek.at, to: seek.second * 44100) else {
        throw BenchFault.inconclusive("the sound of second \(seek.second) was not heard")
      }
      return arrival
    }
    let times = arrivals.map(\.milliseconds)
    return [
      .values(times), .values(times), .values(arrivals.map { Double($0.silence) / 44.1 }),
      .values(arrivals.map { Double($0.landing) }),
    ]
  }
}
