import BenchHarness

/// Samples added or lost at the join of two files of a format.
struct GapGate: Gate {
  let format: SoundFormat

  var name: String { "gap-" + format.rawValue }
  var needs: [String] { ["ffmpeg", format.encoder] }
  var measures: [Measure] {
    [
      Measure(
        title: "gap \(format.title)", unit: "samples", figure: .furthest,
        limit: .atMost(format.tolerance))
    ]
  }

  func read(_ entrant: Entrant, on bench: Bench) throws -> [Reading] {
    let gap = try format.isLossless ? codedGap(entrant, bench) : correlationGap(entrant, bench)
    return [.values([Double(gap)])]
  }

  private func record(_ files: [String], _ entrant: Entrant, _ bench: Bench) throws -> Recording {
    try bench.recording(entrant, rate: format.rate) { player in
      try player.play(files)
      letPass(Double(Corpus.musicSeconds) + 1.5)
    }
  }

  /// Measures by frame numbers, half a second to either side.
  private func codedGap(_ entrant: Entrant, _ bench: Bench) throws -> Int {
    let recording = try record(bench.corpus.codedPair(format), entrant, bench)
    let sound = CodedSound(recording)
    let side = format.rate / 2
    func index(of number: Int) throws -> Int {
      guard
        let found = sound.stretches.first(where: { ($0.number..<$0.next).contains(number) })
      else { throw BenchFault.inconclusive("frame \(number) was not heard") }
      return found.start + number - found.number
    }
    let (first, last) = (
      try index(of: Corpus.codedJoin - side), try index(of: Corpus.codedJoin + side)
    )
    let added = last - first - 2 * side
    guard added == 0 else { return added }
    // Added frames must not cancel out lost ones.
    return (first..<last).count { frame in
      CodedSignal.number(recording.left[frame], recording.right[frame])
        != Corpus.codedJoin - side + frame - first
    }
  }

  /// Measures by correlation of a block of either file, with FFmpeg's decoding as the reference.
  private func correlationGap(_ entrant: Entrant, _ bench: Bench) throws -> Int {
    let (files, frames) = try bench.corpus.musicPair(format)
    let recording = try record(files, entrant, bench)
    let search = SoundSearch(in: recording.left)
    let places = try files.map { file in
      let pattern = try Reference.decode(file, rate: format.rate, bench.workplace)
      let start = format.rate
      let found = search.find(pattern[start..<start + 32768])
      guard found.likeness > 0.98 else {
        throw BenchFault.inconclusive("it does not sound alike: \(found.likeness)")
      }
      return found.start - start
    }
    return places[1] - places[0] - frames
  }
}
