import ArgumentParser
import Library
import Music

/// Measures the stored analyses of a large library, on a copy that it fills.
struct AnalysesBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyses",
    abstract: "Fills a library's analyses with made-up ones, and measures that.")

  @Argument(help: "A copy of a library's database, which is written to.")
  var library: String

  @Option(help: "Tracks of one batch while it is filled.")
  var batch = 1_000

  func run() async throws {
    let library = try Library(at: FilePath(library))
    print("milliseconds                                 p50         p99         max")
    try await fill(library)
    try await background(library)
    try await shown(library)
    try await mixed(library)
    try await corrected(library)
    print(ProcessMemory.lines())
  }

  private func made(_ track: TrackID, _ random: inout SeededGenerator) -> TrackAnalysis {
    var analysis = TrackAnalysis(parts: Set(AnalysisPart.allCases).subtracting([.waveform]))
    let bpm = Double.random(in: 60...190, using: &random)
    analysis.tempo = TempoEstimate(
      bpm: bpm, confidence: 0.9, alternative: bpm / 2,
      grid: .constant(anchor: 0.1, period: 60 / bpm))
    analysis.key = MusicalKey(number: .random(in: 1...24, using: &random)).map {
      KeyEstimate(key: $0, confidence: 0.8)
    }
    var blocks = LoudnessHistogram()
    for _ in 0..<300 { blocks.counts[.random(in: 450...650, using: &random)] += 4 }
    analysis.loudness = LoudnessMeasurement(
      integrated: .random(in: -20 ... -6, using: &random), range: 6, truePeak: -0.5,
      blocks: blocks)
    analysis.edges = SoundEdges(
      start: .zero, end: .seconds(200), audibleStart: .zero, audibleEnd: .seconds(199))
    analysis.energy = EnergyMeasurement(value: .random(in: -2...2, using: &random))
    return analysis
  }

  private func fill(_ library: Library) async throws {
    var random = SeededGenerator(seed: 1)
    var (asking, keeping) = (Timings(), Timings())
    var count = 0
    while true {
      let tasks = try await asking.timed { try await library.analysisTasks(limit: batch) }
        .filter { $0.parts != [.waveform] }
      if tasks.isEmpty { break }
      let outcomes = tasks.map { ($0, AnalysisOutcome.found(made($0.track, &random))) }
      try await keeping.timed { try await library.saveAnalyses(outcomes) }
      count += tasks.count
    }
    print("\(count) tracks filled, \(batch) at once")
    print(asking.line("ask for tasks"))
    print(keeping.line("keep them"))
  }

  /// Queries and updates of the background analysis while it runs.
  private func background(_ library: Library) async throws {
    var random = SeededGenerator(seed: 2)
    let again = try await library.analysisTasks(matching: "", isAgain: true)
    var (keeping, asking, counting, showing) = (Timings(), Timings(), Timings(), Timings())
    let list = ListQuery(.songs, sort: .bpm)
    for start in stride(from: 0, to: min(again.count, 1_600), by: 16) {
      let outcomes = again[start..<min(again.count, start + 16)].map {
        ($0, AnalysisOutcome.found(made($0.track, &random)))
      }
      try await keeping.timed { try await library.saveAnalyses(outcomes) }
      _ = try await asking.timed { try await library.analysisTasks(limit: 16) }
      _ = try await counting.timed { try await library.analysisCounts() }
      _ = try await showing.timed {
        try await library.window(list, range: 0..<60, anchor: nil)
      }
    }
    print(keeping.line("keep a batch of 16"))
    print(asking.line("ask for 16 tasks"))
    print(counting.line("count"))
    print(showing.line("show it, by tempo"))
  }

  private func shown(_ library: Library) async throws {
    for (name, query) in [
      ("by energy", ListQuery(.songs, sort: .energy)),
      ("by loudness", ListQuery(.songs, sort: .loudness, isDescending: true)),
      ("energy:8..10 bpm:120-126", ListQuery(.songs, filter: "energy:8..10 bpm:120-126")),
      ("by {Energy} {Key}", ListQuery(.songs, template: try GroupTemplate("{Energy} {Key}"))),
    ] {
      var times = Timings()
      _ = try await times.timed { try await library.window(query, range: 0..<60, anchor: nil) }
      print(times.line(name))
    }
  }

  /// Queries behind one key, for tracks from all over the library.
  private func mixed(_ library: Library) async throws {
    let ids = try await library.trackIDs(ListQuery(.songs))
    var (fits, gains) = (Timings(), Timings())
    for id in stride(from: 0, to: ids.count, by: max(1, ids.count / 100)).map({ ids[$0] }) {
      _ = try await fits.timed { try await library.fits(for: id) }
      _ = try await gains.timed { try await library.replayGain(of: id) }
    }
    print(fits.line("ask what fits"))
    print(gains.line("ask for a gain"))
  }

  private func corrected(_ library: Library) async throws {
    let ids = try await library.trackIDs(ListQuery(.songs))
    var (preferring, setting, undoing, showing, gain) = (
      Timings(), Timings(), Timings(), Timings(), Timings()
    )
    let list = ListQuery(.songs, sort: .bpm)
    func show() async throws {
      _ = try await showing.timed { try await library.window(list, range: 0..<60, anchor: nil) }
    }
    for preference in [ValuePreference.analysis, .tags] {
      try await preferring.timed { try await library.prefer(preference) }
      try await show()
    }
    _ = try await setting.timed { try await library.setTempo(124, of: ids) }
    try await show()
    _ = try await undoing.timed { try await library.undo() }
    try await show()
    for id in ids.prefix(100) { _ = try await gain.timed { try await library.waveform(of: id) } }
    print(preferring.line("prefer the others"))
    print(setting.line("set the tempo of all"))
    print(undoing.line("undo that"))
    print(showing.line("show it, by tempo, all changed"))
    print(gain.line("ask for a waveform"))
  }
}
