import Analysis
import MusicCorpus

/// The tracked beats and the off-beats between them as candidates for the true beats.
enum PhaseExamples {
  /// - Returns: nil where neither is nearer to the truth than the other, as at a wrong tempo.
  static func example(of track: CorpusTrack, in corpus: Corpus) throws -> RankedExample? {
    let spectrum = try TrainingSound.rhythm(of: corpus.path(of: track))
    guard let question = TempoEstimator.phase(of: spectrum) else { return nil }
    let truth = try corpus.beats(of: track)
    let measures = [question.beats, question.between].map {
      TempoScore.fMeasure(of: $0, truth: truth)
    }
    guard abs(measures[0] - measures[1]) > 0.1 else { return nil }
    let areBeats = measures[0] > measures[1]
    // A constant 1 after the features: its weight is the bias towards the tracked beats.
    let row = question.features + [1]
    return RankedExample(
      genre: track.genre, corpus: corpus.folder,
      features: [row, [Float](repeating: 0, count: row.count)],
      truth: areBeats ? [1, 0] : [0, 1], worth: areBeats ? [1, 0] : [0, 1])
  }

  static func source(of ranker: LinearRanker) -> String {
    let weights = ranker.weights
    return [
      SwiftSource.constant("phase", Array(weights.dropLast())),
      "  static let phaseBias: Float = \(Float(weights.last ?? 0))",
    ].joined(separator: "\n\n")
  }
}
