import Music
import Testing

@testable import Library

@Suite("Analyses")
struct AnalysisTests {
  private let test: TestLibrary
  private var library: Library { test.library }

  init() throws { test = try TestLibrary() }

  /// Saves the same analysis of every pending track.
  private func analyseAll(_ analysis: (Int) -> TrackAnalysis = Analyses.found) async throws {
    let tasks = try await library.analysisTasks(limit: 1_000)
    try await library.saveAnalyses(
      tasks.enumerated().map { ($1, .found(analysis($0))) })
  }

  @Test("cleared waveforms are gone, also from the disk, and others are kept afterwards")
  func cleared() async throws {
    let track = try await test.withTracks(1)[0]
    let task = try #require(await library.analysisTasks(limit: 9).first)
    // Nothing was kept yet.
    try await library.clearWaveforms()
    try await library.saveAnalyses([(task, .found(Analyses.found(0)))])
    let file = FilePath(bytes: library.path.bytes + Array("-waveforms".utf8))
    #expect(try await library.waveform(of: track) != nil && DiskFile.exists(file))
    try await library.clearWaveforms()
    #expect(!DiskFile.exists(file))
    #expect(try await library.waveform(of: track) == nil)
    try await library.saveAnalyses([(task, .found(Analyses.found(0)))])
    #expect(try await library.waveform(of: track) == Analyses.found(0).waveform)
  }

  @Test("what was found in a track is read back as it was kept")
  func keeps() async throws {
    let track = try await test.withTracks(1)[0]
    let task = try #require(await library.analysisTasks(limit: 9).first)
    #expect(task.parts == Set(AnalysisPart.allCases))
    let analysis = Analyses.found(0)
    try await library.saveAnalyses([(task, .found(analysis))])
    var stored = try #require(await library.storedAnalysis(of: track))
    stored.waveform = try await library.waveform(of: track)
    #expect(stored == analysis)
    #expect(try await library.analysisTasks(limit: 9).isEmpty)
    #expect(try await library.analysisCounts() == AnalysisProgress(done: 1))
  }

  @Test("single beats are read back to a tenth of a millisecond")
  func beats() async throws {
    let track = try await test.withTracks(1)[0]
    let beats: [Double] = (0..<3_000).map { (beat: Int) -> Double in
      Double(beat) * 0.4817 + Double(beat % 7) * 0.003
    }
    try await analyseAll { _ in
      var analysis = TrackAnalysis(parts: [.tempo])
      analysis.tempo = TempoEstimate(bpm: 124.5, confidence: 0.5, grid: .beats(beats))
      return analysis
    }
    guard case .beats(let stored) = try await library.storedAnalysis(of: track)?.tempo?.grid else {
      Issue.record("no beats")
      return
    }
    #expect(stored.count == beats.count)
    #expect(zip(stored, beats).allSatisfy { abs($0 - $1) <= 0.000_051 })
    // The other parts are still pending.
    let tasks = try await library.analysisTasks(limit: 9)
    #expect(tasks.map(\.parts) == [Set(AnalysisPart.allCases).subtracting([.tempo])])
  }

  @Test("what was added last comes first, what plays before that, and what is at work not again")
  func order() async throws {
    let tracks = try await test.withTracks(4)
    try test.database.run("UPDATE tracks SET added = 1000 - CAST(title AS INTEGER)")
    let tasks = try await library.analysisTasks(limit: 3, first: [tracks[3]], skipping: [tracks[0]])
    #expect(tasks.map(\.track) == [tracks[3], tracks[1], tracks[2]])
    #expect(try await library.analysisTasks(limit: 1).map(\.track) == [tracks[0]])
  }

  @Test("a file that failed is not tried again until it changes")
  func failed() async throws {
    let track = try await test.withTracks(1)[0]
    let task = try #require(await library.analysisTasks(limit: 9).first)
    try await library.saveAnalyses([(task, .failed("it is cut off"))])
    #expect(try await library.tracks([track]).first?.findings.fault == "it is cut off")
    #expect(try await library.analysisTasks(limit: 9, first: [track]).isEmpty)
    #expect(try await library.analysisTasks(matching: "", isAgain: false).isEmpty)
    #expect(try await library.analysisTasks(matching: "", isAgain: true).count == 1)
    #expect(try await library.analysisCounts() == AnalysisProgress(done: 1, failed: 1))
    test.write("1.flac", [("TITLE", "Mended"), ("COMMENT", "and of another size")])
    try await test.scan()
    #expect(try await library.tracks([track]).first?.findings.fault == nil)
    #expect(try await library.analysisTasks(limit: 9).count == 1)
  }

  @Test("what was found in a file that changed meanwhile is not kept")
  func changedMeanwhile() async throws {
    let track = try await test.withTracks(1)[0]
    let task = try #require(await library.analysisTasks(limit: 9).first)
    test.write("1.flac", seconds: 5, [("TITLE", "1")])
    try await test.scan()
    try await library.saveAnalyses([(task, .found(Analyses.found(0)))])
    #expect(try await library.storedAnalysis(of: track) == nil)
    #expect(try await library.analysisTasks(limit: 9).count == 1)
  }

  @Test("what is gone, offline or a stream is not asked for")
  func unreachable() async throws {
    _ = try await test.withTracks(2)
    let address = try #require(StreamAddress("http://127.0.0.1:9/stream"))
    let stream = try await library.addStream(address)
    try test.folder.remove("music/1.flac")
    try await test.scan()
    let tasks = try await library.analysisTasks(limit: 9, first: [stream])
    #expect(tasks.map(\.path.name) == ["2.flac"])
    try test.database.run("UPDATE roots SET offline = 1")
    #expect(try await library.analysisTasks(limit: 9).isEmpty)
    #expect(try await library.analysisCounts().waiting == 0)
  }
}

/// Sample analyses.
enum Analyses {
  /// A different analysis for each number.
  static func found(_ number: Int) -> TrackAnalysis {
    var analysis = TrackAnalysis(parts: Set(AnalysisPart.allCases))
    analysis.tempo = TempoEstimate(
      bpm: 120 + Double(number), confidence: 0.75, alternative: 60 + Double(number) / 2,
      grid: .constant(anchor: 0.125, period: 60 / (120 + Double(number))))
    analysis.key = MusicalKey(number: UInt8(1 + number % 24)).map {
      KeyEstimate(key: $0, confidence: 0.5, alternative: MusicalKey(number: 8), tuning: -31.5)
    }
    var blocks = LoudnessHistogram()
    for bin in 500..<600 { blocks.counts[bin] = UInt32(bin * (number + 1)) }
    analysis.loudness = LoudnessMeasurement(
      integrated: -14.5, range: 6.25, truePeak: -0.5, blocks: blocks)
    analysis.edges = SoundEdges(
      start: .milliseconds(5), end: .milliseconds(2_900), audibleStart: .milliseconds(10),
      audibleEnd: .milliseconds(2_800), fadeOut: .milliseconds(2_000))
    analysis.energy = EnergyMeasurement(value: Double(number) * 0.25)
    analysis.mixIn = .milliseconds(125)
    analysis.mixOut = .milliseconds(2_125)
    analysis.waveform = waveform(number, columns: 450)
    return analysis
  }

  static func waveform(_ seed: Int, columns: Int) -> Waveform {
    var random = SeededGenerator(seed: UInt64(seed))
    return Waveform(
      columns: (0..<columns).map { _ in
        WaveformColumn(
          low: .random(in: -127...0, using: &random), high: .random(in: 0...127, using: &random),
          rms: .random(in: 0...255, using: &random), bass: .random(in: 0...255, using: &random),
          middle: .random(in: 0...255, using: &random),
          treble: .random(in: 0...255, using: &random))
      })
  }
}
