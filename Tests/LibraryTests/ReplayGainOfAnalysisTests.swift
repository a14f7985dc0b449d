import Foundation
import Library
import Music
import Testing

@Suite("ReplayGain from the analysis")
struct ReplayGainOfAnalysisTests {
  private let test: TestLibrary
  private var library: Library { test.library }

  init() throws { test = try TestLibrary() }

  /// An analysis of sound with a constant `loudness` in LUFS.
  private func steady(_ loudness: Double, blocks: UInt32, peak: Double) -> TrackAnalysis {
    var histogram = LoudnessHistogram()
    let bin = (loudness - LoudnessHistogram.lowest) / LoudnessHistogram.step
    histogram.counts[Int(bin.rounded(.down))] = blocks
    var analysis = TrackAnalysis(parts: [.loudness])
    analysis.loudness = LoudnessMeasurement(
      integrated: loudness, range: 0, truePeak: peak, blocks: histogram)
    return analysis
  }

  @Test("an album's gain is that of all its blocks, once all its tracks are analysed")
  func album() async throws {
    for (number, album) in [(1, "A"), (2, "A"), (3, "A"), (4, "B"), (5, "")] {
      test.write(
        "\(number).flac",
        [("TITLE", "\(number)"), ("ARTIST", "X")] + (album.isEmpty ? [] : [("ALBUM", album)]))
    }
    try await test.scan()
    let ids = try await library.trackIDs(ListQuery(.songs, sort: .title))
    let tasks = try await library.analysisTasks(limit: 9, first: ids)
    let found = [
      steady(-9.95, blocks: 300, peak: -0.5), steady(-15.95, blocks: 100, peak: -6.0206),
      // Gated: too soft beside the others.
      steady(-39.95, blocks: 900, peak: 0.5), steady(-12, blocks: 10, peak: -1),
      steady(-23, blocks: 10, peak: -3),
    ]
    try await library.saveAnalyses(
      zip(tasks, found).prefix(2).map { ($0, .found($1)) })
    var gain = try #require(try await library.replayGain(of: ids[1]))
    #expect(abs((gain.trackGain ?? 0) - -2.05) < 1e-9)
    #expect(abs((gain.trackPeak ?? 0) - 0.5) < 1e-4)
    #expect(gain.albumGain == nil && gain.albumPeak == nil)
    #expect(try await library.replayGain(of: ids[2]) == nil)

    try await library.saveAnalyses(zip(tasks, found).suffix(3).map { ($0, .found($1)) })
    gain = try #require(try await library.replayGain(of: ids[1]))
    let energy: Double = 300 * pow(10, -0.995) + 100 * pow(10, -1.595)
    let loudness = 10 * log10(energy / 400)
    #expect(abs((gain.albumGain ?? 0) - (-18 - loudness)) < 0.051)
    #expect(abs((gain.albumPeak ?? 0) - pow(10, 0.5 / 20)) < 1e-9)
    let alone = try #require(try await library.replayGain(of: ids[4]))
    #expect(alone.trackGain == 5 && alone.albumGain == nil)
  }

  @Test("a file that cannot be analysed keeps no album from its gain")
  func fault() async throws {
    for number in 1...2 {
      test.write("\(number).flac", [("TITLE", "\(number)"), ("ARTIST", "X"), ("ALBUM", "A")])
    }
    try await test.scan()
    let ids = try await library.trackIDs(ListQuery(.songs, sort: .title))
    let tasks = try await library.analysisTasks(limit: 9, first: ids)
    try await library.saveAnalyses([
      (tasks[0], .found(steady(-9.95, blocks: 300, peak: -1))), (tasks[1], .failed("cut off")),
    ])
    let gain = try #require(try await library.replayGain(of: ids[0]))
    #expect(abs((gain.albumGain ?? 0) - -8.05) < 0.051)
    #expect(gain.albumPeak == gain.trackPeak)
    #expect(try await library.replayGain(of: ids[1]) == nil)
  }

  @Test("silence has no gain")
  func silence() async throws {
    let track = try await test.withTracks(1)[0]
    let task = try #require(try await library.analysisTasks(limit: 1).first)
    var analysis = TrackAnalysis(parts: [.loudness])
    analysis.loudness = LoudnessMeasurement(
      integrated: nil, range: nil, truePeak: nil, blocks: LoudnessHistogram())
    try await library.saveAnalyses([(task, .found(analysis))])
    #expect(try await library.replayGain(of: track) == nil)
  }
}
