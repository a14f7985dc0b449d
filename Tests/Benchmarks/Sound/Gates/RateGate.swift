import BenchHarness

/// Silence and clicks where a sine continues from one file into the next.
struct RateGate: Gate {
  /// Hz, of the two files and the sink.
  let files: [Int]
  let sink: Int

  var name: String { "rate-\(files[0] / 1000)-\(files[1] / 1000)-on-\(sink / 1000)" }
  var needs: [String] { ["ffmpeg"] }
  private var title: String {
    func kilohertz(_ rate: Int) -> String { rate == 44100 ? "44.1" : "48" }
    return "\(kilohertz(files[0])) -> \(kilohertz(files[1])) on \(kilohertz(sink)) kHz"
  }
  var measures: [Measure] {
    [
      Measure(title: "\(title), silence", unit: "frames", figure: .furthest, limit: .atMost(1)),
      Measure(
        title: "\(title), error", unit: "dBFS", figure: .furthest, limit: .below(-90), decimals: 1),
    ]
  }

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let halves = try files.enumerated().map { try bench.corpus.sine($0, rate: $1) }
    let recording = try bench.recording(entrant, rate: sink) { player in
      try player.play(halves)
      letPass(2 * Corpus.sineSeconds + 1.5)
    }
    let sound = recording.left
    guard let start = sound.firstIndex(where: { abs($0) > 1e-3 }) else {
      throw BenchFault.refused("silent")
    }
    let join = start + Int((Corpus.sineSeconds * Double(sink)).rounded())
    let tenth = sink / 10
    guard join + 5 * tenth < sound.count else { throw BenchFault.inconclusive("too short") }
    let residual = SineSignal.residual(
      sound, rate: sink, fitted: join - 5 * tenth..<join - tenth,
      checked: join - tenth..<join + tenth)
    let silence = maximumSilence(recording, join - tenth..<join + 5 * tenth)
    return [.values([Double(silence)]), .values([residual])]
  }

  private func maximumSilence(_ recording: Recording, _ range: Range<Int>) -> Int {
    var (longest, current) = (0, 0)
    for frame in range {
      current = recording.isSilent(frame) ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
