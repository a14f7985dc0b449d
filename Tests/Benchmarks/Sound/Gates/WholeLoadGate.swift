import BenchHarness
import Glibc

/// Cost of playback by a whole program with its interface drawn in a terminal of 120 by 40.
struct WholeLoadGate: Gate {
  let name = "load-whole"
  let needs = ["ffmpeg"]
  let measures = [
    Measure(
      title: "processor, interface drawn", unit: "% of a core", figure: .mean, decimals: 2),
    Measure(title: "switches, interface drawn", unit: "1/s", figure: .mean, decimals: 1),
    Measure(title: "switches, paused, interface drawn", unit: "1/s", figure: .mean, decimals: 1),
    Measure(title: "memory of its own, interface drawn", unit: "MB", decimals: 1),
  ]

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    guard entrant != .mpd else { return measures.map { _ in .absent } }
    let file = try bench.corpus.musicLong()
    return try bench.withServer { _ in
      try bench.workplace.emptyHome()
      switch entrant {
      case .ours:
        let program = try WholeProgram(bench.workplace, playing: [file])
        defer { program.end() }
        return read(program.pid, bench) { program.press(" ") }
      case .mpv:
        return try read(try Mpv(bench.workplace, terminal: PseudoTerminal()), file, bench)
      case .cmus, .mpd: return try read(try Cmus(bench.workplace), file, bench)
      }
    }
  }

  private func read(_ player: any Contestant, _ file: String, _ bench: Bench) throws -> [Reading] {
    defer { player.end() }
    try player.play([file])
    return try read(player.pid, bench) { try player.pause() }
  }

  private func read(_ pid: pid_t, _ bench: Bench, pause: () throws -> Void) rethrows -> [Reading] {
    let process = ProcessMeter(pid: pid)
    let meter = LoadMeter(process, isQuick: bench.isQuick)
    letPass(5)
    let playing = meter.parts(4)
    let memory = Double(process.anonymousBytes) / 1e6
    try pause()
    letPass(2)
    let paused = meter.parts(2)
    return [
      .values(playing.map(\.percent)), .values(playing.map(\.switches)),
      .values(paused.map(\.switches)), .values([memory]),
    ]
  }
}
