import BenchHarness

/// Shared by all gates: workplace, files, and thoroughness.
final class Bench {
  let workplace: Workplace
  let corpus: Corpus
  let isQuick: Bool
  private var tenHoursMade: TenHours?

  init(_ workplace: Workplace, _ corpus: Corpus, isQuick: Bool) {
    self.workplace = workplace
    self.corpus = corpus
    self.isQuick = isQuick
  }

  /// Built once, since this takes a while.
  func tenHours() throws -> TenHours {
    if let tenHoursMade { return tenHoursMade }
    let made = try TenHours(corpus, workplace)
    tenHoursMade = made
    return made
  }

  /// Runs `body` with a sound server of its own.
  func withServer<Result>(
    rate: Int = 44100, _ body: (SoundServer) throws -> Result
  ) throws -> Result {
    let server = try SoundServer(workplace, rate: rate)
    // Keeps the server alive even for a body that ignores it.
    return try withExtendedLifetime(server) { try body(server) }
  }

  /// Runs `body` with a server and a player ready for commands.
  func with<Result>(
    _ entrant: Entrant, rate: Int = 44100, _ body: (any Contestant) throws -> Result
  ) throws -> Result {
    try withServer(rate: rate) { _ in
      let player = try entrant.start(workplace)
      defer { player.end() }
      letPass(0.5)
      return try body(player)
    }
  }

  /// Recording of the sink while `body` runs.
  func recording(
    _ entrant: Entrant, rate: Int = 44100, _ body: (any Contestant) throws -> Void
  ) throws -> Recording {
    try with(entrant, rate: rate) { player in
      let recorder = try Recorder(workplace, rate: rate, settling: 0.6)
      try body(player)
      return try recorder.stop()
    }
  }
}
