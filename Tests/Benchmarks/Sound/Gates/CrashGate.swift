import BenchHarness

/// Recovery of playback and position after the sound server is killed for 0.7 s.
struct CrashGate: Gate {
  let name = "crash"
  let needs = ["ffmpeg"]
  let measures = [
    Measure(title: "server killed, sound after its restart", unit: "ms", limit: .atMost(1000)),
    Measure(title: "server killed, place", unit: "ms", limit: .atMost(100)),
    Measure(title: "server killed, connections", unit: "count", limit: .atMost(1)),
  ]

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let file = try bench.corpus.codedLong()
    return try bench.withServer { server in
      let player = try entrant.start(bench.workplace)
      defer { player.end() }
      letPass(0.5)
      let before = try Recorder(bench.workplace, rate: 44100, settling: 0.6)
      try player.play([file])
      letPass(3)
      let crash = Moment.now
      server.crash()
      letPass(0.7)
      let restart = Moment.now
      try server.launch()
      let after = try Recorder(bench.workplace, rate: 44100)
      letPass(6)
      let connections = server.connections - 1
      let (old, new) = (CodedSound(try before.stop()), CodedSound(try after.stop()))
      guard let heard = old.number(at: crash) else {
        throw BenchFault.inconclusive("nothing was heard before")
      }
      guard let first = new.stretches.first else {
        return [.text("never"), .text("never"), .values([Double(connections)])]
      }
      // Frames of a fade-in are audible, though their numbers are unreadable.
      let faded = new.faded(before: first)
      let time = new.recording.moment(of: first.start - faded) - restart
      let index = Double(first.number - faded - heard) / 44.1
      return [.values([time * 1000]), .values([index]), .values([Double(connections)])]
    }
  }
}
