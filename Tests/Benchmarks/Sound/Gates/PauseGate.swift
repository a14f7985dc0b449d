import BenchHarness

/// Frames lost or repeated where playback is paused and resumed.
struct PauseGate: Gate {
  let name = "pause"
  let needs = ["ffmpeg"]
  let measures = [
    Measure(title: "pause and resume, lost", unit: "frames", figure: .furthest, limit: .atMost(0)),
    Measure(title: "resume, command to sound", unit: "ms"),
  ]

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let file = try bench.corpus.codedLong()
    var resumes: [Moment] = []
    let recording = try bench.recording(entrant) { player in
      try player.play([file])
      letPass(2)
      let phases = Phases(count: bench.isQuick ? 4 : 8)
      for index in 0..<phases.count {
        try player.pause()
        letPass(0.8)
        phases.wait(for: index)
        resumes.append(try player.resume())
        letPass(0.8)
      }
    }
    let sound = CodedSound(recording)
    var (lost, times): ([Double], [Double]) = ([], [])
    for resume in resumes {
      let found = zip(sound.stretches, sound.stretches.dropFirst()).first {
        recording.moment(of: $1.start) > resume && sound.silent($0.end..<$1.start) > 4410
      }
      guard let (old, new) = found else { throw BenchFault.inconclusive("no pause was heard") }
      let between = old.end..<new.start
      lost.append(Double(new.number - old.next - sound.faded(between)))
      let silentEnd = between.last { recording.isSilent($0) } ?? old.end
      times.append((recording.moment(of: silentEnd + 1) - resume) * 1000)
    }
    return [.values(lost), .values(times)]
  }
}
