import BenchHarness

/// What the gates share: the place, the files, and how thorough to be.
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

  /// Made once: it takes a while to learn.
  func tenHours() throws -> TenHours {
    if let tenHoursMade { return tenHoursMade }
    let made = try TenHours(corpus, workplace)
    tenHoursMade = made
    return made
  }

  /// A server of its own for the time of `body`.
  func withServer<Result>(
    rate: Int = 44100, _ body: (SoundServer) throws -> Result
  ) throws -> Result {
    let server = try SoundServer(workplace, rate: rate)
    // A body that does not ask for it needs it all the same.
    return try withExtendedLifetime(server) { try body(server) }
  }

  /// A server and a player that is ready to be told what to do.
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

  /// What is heard while `body` plays.
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
