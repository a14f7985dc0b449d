import Glibc

/// Whether the sound holds while many programs want every processor.
struct HogsGate: Gate {
  let name = "hogs"
  let needs = ["ffmpeg"]
  let measures = [
    Measure(title: "64 busy programs, silent", unit: "frames", limit: .atMost(0)),
    Measure(title: "64 busy programs, lost", unit: "frames", limit: .atMost(0)),
    Measure(title: "64 busy programs, the server late by", unit: "ms"),
  ]

  private static let count = 64
  /// Seconds: a server that takes what it missed all at once takes more than players have sent.
  private static let mostLate = 0.1

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let file = try bench.corpus.codedLong()
    let recording = try bench.recording(entrant) { player in
      try player.play([file])
      letPass(2)
      let hogs = try Spawned(
        Spawned.own, ["hogs", "\(Self.count)"], environment: bench.place.environment)
      letPass(bench.isQuick ? 8 : 20)
      hogs.end()
      letPass(1)
    }
    let sound = CodedSound(recording)
    guard let first = sound.stretches.first, let last = sound.stretches.last else {
      throw BenchFault.inconclusive("nothing was heard")
    }
    guard recording.moment(of: last.end) - recording.moment(of: first.start) > 5 else {
      throw BenchFault.inconclusive("it played for too short a time")
    }
    guard recording.lateness < Self.mostLate else {
      throw BenchFault.inconclusive("the server was late by \(recording.lateness) s")
    }
    return [
      .values([Double(sound.faults.silent)]), .values([Double(sound.faults.lost)]),
      .values([recording.lateness * 1000]),
    ]
  }
}
