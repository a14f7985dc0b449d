import BenchHarness

/// Cost of playing, pausing and being stopped, without an interface where the player allows it.
struct LoadGate: Gate {
  /// Hz; the file has 44.1 kHz.
  let sink: Int

  var name: String { "load-\(sink / 1000)" }
  let needs = ["ffmpeg"]

  var measures: [Measure] {
    guard sink == 44100 else {
      return [
        Measure(
          title: "processor, playing, resampling to 48 kHz", unit: "% of a core", figure: .mean,
          limit: .atMost(0.55), decimals: 2)
      ]
    }
    return [
      Measure(
        title: "processor, playing", unit: "% of a core", figure: .mean, limit: .atMost(0.45),
        decimals: 2),
      Measure(
        title: "switches, playing", unit: "1/s", figure: .mean, limit: .atMost(50), decimals: 1),
      Measure(
        title: "switches, paused", unit: "1/s", figure: .mean, limit: .atMost(0), decimals: 1),
      Measure(
        title: "switches, stopped", unit: "1/s", figure: .mean, limit: .atMost(0), decimals: 1),
      Measure(title: "memory of its own, playing", unit: "MB", limit: .atMost(25), decimals: 1),
    ]
  }

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let file = try bench.corpus.musicLong()
    return try bench.with(entrant, rate: sink) { player in
      let meter = LoadMeter(ProcessMeter(pid: player.pid), isQuick: bench.isQuick)
      try player.play([file])
      letPass(4)
      let playing = meter.parts(4)
      guard sink == 44100 else { return [.values(playing.map(\.percent))] }
      let memory = Double(ProcessMeter(pid: player.pid).anonymousBytes) / 1e6
      try player.pause()
      letPass(2)
      let paused = meter.parts(2)
      try player.stop()
      letPass(2)
      let stopped = meter.parts(2)
      return [
        .values(playing.map(\.percent)), .values(playing.map(\.switches)),
        .values(paused.map(\.switches)), .values(stopped.map(\.switches)), .values([memory]),
      ]
    }
  }
}
