import BenchHarness

/// Latency from a key to its sound, with the whole interface drawn at 120 by 40.
struct KeyGate: Gate {
  let name = "keys"
  let needs = ["ffmpeg"]
  let measures = [
    Measure(title: "key to first sound", unit: "ms", limit: .atMost(60)),
    Measure(title: "key Right to new sound", unit: "ms", limit: .atMost(50)),
  ]

  /// Keys of a player.
  private struct Keys {
    var press: (String) -> Void
    var end: () -> Void
    /// As the terminal sends it in the mode that the player has set.
    var right = "\u{1B}[C"
    /// Nil if the player has no such keys.
    var stopAndPlay: (stop: String, play: String)?
  }

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    guard entrant != .mpd else { return [.absent, .absent] }
    let file = try bench.corpus.codedLong()
    return try bench.withServer { _ in
      try bench.workplace.emptyHome()
      let recorder = try Recorder(bench.workplace, rate: 44100, settling: 0.6)
      let keys = try start(entrant, file, bench.workplace)
      defer { keys.end() }
      letPass(3)
      var (rights, plays): ([Moment], [Moment]) = ([], [])
      let phases = Phases(count: bench.isQuick ? 5 : 10)
      for index in 0..<phases.count {
        phases.wait(for: index)
        rights.append(.now)
        keys.press(keys.right)
        letPass(0.9)
      }
      if let (stop, play) = keys.stopAndPlay {
        for index in 0..<phases.count {
          keys.press(stop)
          letPass(0.7)
          phases.wait(for: index)
          plays.append(.now)
          keys.press(play)
          letPass(0.8)
        }
      }
      return try evaluate(CodedSound(try recorder.stop()), rights, plays)
    }
  }

  private func evaluate(_ sound: CodedSound, _ rights: [Moment], _ plays: [Moment]) throws
    -> [Reading]
  {
    let seeks = try rights.map { right in
      guard let arrival = SeekArrival(in: sound, at: right, to: nil) else {
        throw BenchFault.inconclusive("a key was not heard")
      }
      return arrival.milliseconds
    }
    let starts = try plays.map { play in
      guard
        let start = sound.stretches.first(where: { sound.recording.moment(of: $0.start) > play })
      else { throw BenchFault.inconclusive("a start was not heard") }
      return (sound.recording.moment(of: start.start) - play) * 1000
    }
    return [starts.isEmpty ? .absent : .values(starts), .values(seeks)]
  }

  private func start(_ entrant: Entrant, _ file: String, _ workplace: Workplace) throws -> Keys {
    switch entrant {
    case .ours:
      let program = try WholeProgram(workplace, playing: [file])
      return Keys(
        press: { program.press($0) }, end: { program.end() }, stopAndPlay: ("x", " "))
    case .mpv:
      let player = try Mpv(workplace, terminal: PseudoTerminal())
      _ = try player.play([file])
      return Keys(press: { player.press($0) }, end: { player.end() })
    case .cmus, .mpd:
      let player = try Cmus(workplace)
      _ = try player.play([file])
      return Keys(
        press: { player.press($0) }, end: { player.end() }, right: "\u{1B}OC",
        stopAndPlay: ("v", "x"))
    }
  }
}
