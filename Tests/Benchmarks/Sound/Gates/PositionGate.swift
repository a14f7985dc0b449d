import BenchHarness

/// Reported position against the audible one, with seeks in between.
struct PositionGate: Gate {
  let name = "position"
  let needs = ["ffmpeg"]
  let measures = [
    Measure(
      title: "position minus heard, 99 %", unit: "ms", figure: .ninetyNinth, limit: .atMost(5),
      decimals: 1),
    Measure(title: "position minus heard, middle", unit: "ms", decimals: 1),
  ]

  private static let interval = 0.037
  private static let margin = 0.005

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let file = try bench.corpus.codedLong()
    let seconds = [100, 30, 200, 61, 150, 270]
    let rest = bench.isQuick ? 2.0 : 5.0
    var seeks: [Moment] = []
    var said: [(at: Moment, seconds: Double)] = []
    let recording = try bench.recording(entrant) { player in
      try player.play([file])
      letPass(2)
      for second in seconds {
        seeks.append(try player.seek(to: second))
        let end = Moment.now + rest
        while Moment.now < end {
          if let position = try player.position() { said.append(position) }
          letPass(Self.interval)
        }
      }
      letPass(0.2)
    }
    let sound = CodedSound(recording)
    // Positions between a seek and its sound are ignored: none is right, and the time of the sound
    // is not known to the millisecond.
    let between = zip(seeks, seconds).map { at, second in
      let arrival = SeekArrival(in: sound, at: at, to: second * 44100)
      return at...at + (arrival.map { max(0, $0.milliseconds) / 1000 + Self.margin } ?? 1)
    }
    let errors = said.compactMap { said -> Double? in
      guard !between.contains(where: { $0.contains(said.at) }),
        let heard = sound.number(at: said.at)
      else { return nil }
      return (said.seconds - Double(heard) / 44100) * 1000
    }
    guard errors.count > 20 else { throw BenchFault.inconclusive("hardly anything was said") }
    return [.values(errors), .values(errors)]
  }
}
