import Analysis
import MusicCorpus

/// A track's tempo candidates, with the true ones.
enum TempoExamples {
  /// - Returns: nil if no candidate is right.
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

  /// For unscaled features: the scale goes into the weights, and an offset common to all candidates
  /// changes no choice.
  static func source(of ranker: LinearRanker) -> String {
    SwiftSource.constant("ranker", zip(ranker.weights, ranker.deviation).map { $0 / $1 })
  }
}
