import Analysis
import Music
import MusicCorpus

/// The 24 keys as candidates, with the true one.
enum KeyExamples {
  private static let width = KeyFeatures.count

  /// - Returns: nil for tracks without a key, and for silence.
  static func example(of track: CorpusTrack, in corpus: Corpus) throws -> RankedExample? {
    guard track.hasKey,
      let features = try TrainingSound.harmony(of: corpus.path(of: track))
    else { return nil }
    let right = track.key.semitone + (track.key.isMajor ? 0 : 12)
    let kinships = (0..<24).compactMap { KeyEstimator.key(number: $0) }.map {
      KeyScore.kinship(of: $0, to: track.key).rawValue
    }
    return RankedExample(
      genre: track.genre, corpus: corpus.folder,
      features: (0..<24).map { row(of: features, key: $0) },
      truth: (0..<24).map { $0 == right ? 1 : 0 }, worth: kinships)
  }

  /// Evidence for one key in the half of its mode, and a 1 for minor.
  private static func row(of features: KeyFeatures, key: Int) -> [Float] {
    let evidence = features.evidence(forKey: key)
    let nothing = [Float](repeating: 0, count: width)
    return key < 12 ? evidence + nothing + [0] : nothing + evidence + [1]
  }

  static func source(of ranker: LinearRanker) -> String {
    let weights = ranker.weights
    return [
      SwiftSource.constant("major", Array(weights[0..<width])),
      SwiftSource.constant("minor", Array(weights[width..<(2 * width)])),
      "  static let minorBias: Float = \(Float(weights[2 * width]))",
    ].joined(separator: "\n\n")
  }
}
