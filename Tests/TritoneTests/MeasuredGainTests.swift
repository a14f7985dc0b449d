import Foundation
import Library
import Music
import Testing

@testable import tritone

@Suite("ReplayGain out of the analysis")
struct MeasuredGainTests {
  private func measured(_ loudness: Double, peak: Double, blocks: UInt32) -> AnalysisOutcome {
    var histogram = LoudnessHistogram()
    histogram.counts[Int((loudness - LoudnessHistogram.lowest) / LoudnessHistogram.step)] = blocks
    var analysis = TrackAnalysis(parts: [.loudness])
    analysis.loudness = LoudnessMeasurement(
      integrated: loudness, range: 0, truePeak: peak, blocks: histogram)
    return .found(analysis)
  }

  @Test("a track's gain is its own, an album's that of all its blocks once all are there")
  func gains() async throws {
    let folder = try Folder()
    for (index, name) in ["1.wav", "2.wav"].enumerated() {
      // The same album by the same artist, in a format whose tags can be written by hand.
      try folder.clicks(name, seconds: 1, title: "T\(index)", album: "Both", artist: "Someone")
    }
    let library = try Library(at: folder.path("library.db"))
    _ = try await library.scan([FilePath(folder.url.path)]) { _ in }
    let ids = try await library.trackIDs(ListQuery(.songs))
    #expect(try await library.replayGain(of: ids[0]) == nil)
    let tasks = try await library.analysisTasks(of: ids, isAgain: false)
    try #require(tasks.count == 2)
    try await library.saveAnalyses([(tasks[0], measured(-10.05, peak: -6.0206, blocks: 300))])
    let alone = try #require(try await library.replayGain(of: tasks[0].track))
    #expect(abs((alone.trackGain ?? 0) + 7.95) < 1e-6)
    #expect(abs((alone.trackPeak ?? 0) - 0.5) < 1e-4)
    #expect(alone.albumGain == nil)
    try await library.saveAnalyses([(tasks[1], measured(-14.05, peak: 0, blocks: 100))])
    let both = try #require(try await library.replayGain(of: tasks[0].track))
    #expect(both.trackGain == alone.trackGain)
    let energy = (3 * pow(10, -1.005) + pow(10, -1.405)) / 4
    #expect(abs((both.albumGain ?? 0) - (-18 - 10 * log10(energy))) < 0.06)
    #expect(abs((both.albumPeak ?? 0) - 1) < 1e-9)
  }
}
