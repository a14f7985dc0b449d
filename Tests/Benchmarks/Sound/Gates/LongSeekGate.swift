import BenchHarness

/// Seeks in an MP3 of ten hours, where every frame depends on the ones before it.
struct LongSeekGate: Gate {
  let name = "long-seek"
  let needs = ["ffmpeg"]
  let measures = SeekGate.measures(of: "seek in 10 h of MP3")

  private static let seconds = [
    17_000, 35_000, 1234, 20_011, 30_307, 9010, 27_777, 100, 33_333, 14_142, 25_252, 5005,
  ]
  /// Seconds to wait for new sound: some players first read the whole file up to there.
  private static let patience = 12.0

  private struct Command {
    var at: Moment
    var second: Int
  }

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let music = try bench.tenHours()
    var seeks: [Command] = []
    let recording = try bench.recording(entrant) { player in
      try player.play([music.file])
      letPass(3)
      let phases = Phases(count: Self.seconds.count)
      for (index, second) in Self.seconds.enumerated() {
        phases.wait(for: index)
        seeks.append(Command(at: try player.seek(to: second), second: second))
        try letLand(player, second)
      }
      letPass(1)
    }
    return try evaluate(CorrelationTrace(recording, music), seeks)
  }

  /// Waits until the player reports a position a while after the seek target.
  private func letLand(_ player: any Contestant, _ second: Int) throws {
    let end = Moment.now + Self.patience
    while Moment.now < end {
      letPass(0.1)
      let played = (try player.position()?.seconds ?? 0) - Double(second)
      if (1.5..<Self.patience).contains(played) { return }
    }
  }

  private func evaluate(_ trace: CorrelationTrace, _ seeks: [Command]) throws -> [Reading] {
    let recording = trace.recording
    guard let first = recording.firstSound(after: recording.moment(of: 0)),
      var old = trace.match(near: first + 44100)
    else { throw BenchFault.inconclusive("the beginning was not recognised") }
    var (times, silences, landings): ([Double], [Double], [Double]) = ([], [], [])
    for (index, seek) in seeks.enumerated() {
      let isLast = index + 1 == seeks.count
      let last = isLast ? recording.count : recording.frame(at: seeks[index + 1].at)
      guard let command = recording.frame(at: seek.at), let last, command > 4410 else {
        throw BenchFault.inconclusive("the recording is too short")
      }
      guard let new = trace.match(near: last - 30_000) else {
        // Only a lower bound is known.
        times.append(Double(last - command) / 44.1)
        silences.append(Double((command..<last).count(where: recording.isSilent)) / 44.1)
        continue
      }
      let change = trace.change(from: old, to: new, in: command - 4410..<last)
      old = new
      times.append((recording.moment(of: change.upperBound) - seek.at) * 1000)
      silences.append(Double(change.count(where: recording.isSilent)) / 44.1)
      let landed = new.offset + change.upperBound
      landings.append(Double(trace.music.distance(landed, fromSecond: seek.second)))
    }
    return [.values(times), .values(times), .values(silences), .values(landings)]
  }
}
