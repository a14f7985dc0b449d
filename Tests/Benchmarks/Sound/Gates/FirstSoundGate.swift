import BenchHarness

/// Latency from the command to play a file to its first sound, in a warm, stopped player.
struct FirstSoundGate: Gate {
  let name = "first-sound"
  let needs = ["ffmpeg"]
  let measures = [
    Measure(title: "play, command to first sound", unit: "ms", limit: .atMost(60)),
    Measure(title: "play, frames missing at the start", unit: "frames", figure: .furthest),
  ]

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let file = try bench.corpus.codedLong()
    var plays: [Moment] = []
    let recording = try bench.recording(entrant) { player in
      // The first play only warms the player up.
      try player.play([file])
      let phases = Phases(count: bench.isQuick ? 5 : 10)
      for index in 0..<phases.count {
        letPass(0.8)
        try player.stop()
        letPass(0.7)
        phases.wait(for: index)
        plays.append(try player.play([file]))
      }
      letPass(1)
    }
    let sound = CodedSound(recording)
    let starts = try plays.map { play in
      guard
        let start = sound.stretches.first(where: { recording.moment(of: $0.start) > play })
      else { throw BenchFault.inconclusive("nothing was heard") }
      return start
    }
    return [
      .values(zip(plays, starts).map { (recording.moment(of: $1.start) - $0) * 1000 }),
      .values(starts.map { Double($0.number) }),
    ]
  }
}
