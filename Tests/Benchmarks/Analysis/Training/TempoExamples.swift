import Analysis
import MusicCorpus

/// The tempi that a track may have, and which of them it has.
enum TempoExamples {
  /// - Returns: nil where none of the candidates is right.
  static func example(of track: CorpusTrack, in corpus: Corpus) throws -> RankedExample? {
    let spectrum = try TrainingSound.rhythm(of: corpus.path(of: track))
    let candidates = TempoEstimator.candidates(of: spectrum)
    let right = candidates.map { abs($0.bpm / track.bpm - 1) <= 0.03 }
    let count = right.count { $0 }
    guard count > 0 else { return nil }
    return RankedExample(
      genre: track.genre, corpus: corpus.folder, features: candidates.map(\.features),
      truth: right.map { $0 ? 1 / Double(count) : 0 },
      worth: candidates.map { abs($0.bpm / track.bpm - 1) <= 0.04 ? 1 : 0 })
  }

  /// For features as they are: what they are scaled by goes into the weights, and what is taken
  /// from all candidates alike changes no choice.
  static func source(of ranker: LinearRanker) -> String {
    SwiftSource.constant("ranker", zip(ranker.weights, ranker.deviation).map { $0 / $1 })
  }
}
