import Analysis
import Foundation
import Media
import Music
import MusicCorpus
import Testing

/// Every genre once, rendered from a seed that is in no training set. The margins are wide: the
/// test finds defects, `make bench-analysis` measures quality.
@Suite struct CorpusTests {
  private static let seed = 4711
  private static let count = 30

  @Test("thirty genres: tempo, key, silence and loudness are most often right")
  func thirtyGenres() async throws {
    let folder = NSTemporaryDirectory() + "/corpus-test-\(UUID().uuidString)"
    // Absence is the meaning: a folder that stays behind is no reason to fail.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var settings = RenderingSettings(seed: Self.seed, count: Self.count)
    settings.seconds = 26...32
    settings.isQuick = true
    let corpus = try await Corpus(rendering: settings, into: folder)
    #expect(Set(corpus.tracks.map(\.genre)).count == Self.count)

    var answers = Answers(name: "ours")
    for track in corpus.tracks {
      let analysis = try TrackAnalyzer.analysis(
        of: FilePath(corpus.path(of: track)), parts: [.tempo, .key, .loudness, .edges],
        cancellation: Cancellation())
      answers.detections[track.file] = Detection(analysis, duration: track.duration)
    }
    let tempo = try #require(try TempoScore(answers, of: corpus, at: corpus.tracks))
    #expect(tempo.accuracy1 >= 70)
    #expect(tempo.accuracy2 >= 90)
    #expect(tempo.exactOfConstant >= 60)
    #expect((tempo.beatF ?? 0) >= 0.6)
    let key = try #require(KeyScore(answers, at: corpus.tracks))
    #expect(key.exact >= 65)
    #expect(key.weighted >= 75)
    let levels = try #require(LevelScore(answers, at: corpus.tracks))
    #expect(levels.startWithin10 >= 90)
    #expect(levels.loudnessDifference <= 0.1)
    #expect(levels.peakDifference <= 0.2)
  }
}
