import Analysis
import Music
import MusicCorpus

/// The 24 keys that a track may have, and which of them it has.
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
      genre: track.genre, features: (0..<24).map { row(of: features.values, key: $0) },
      truth: (0..<24).map { $0 == right ? 1 : 0 }, worth: kinships)
  }

  /// What speaks for one key: the shares from its tonic upwards in the half of its mode, and a one
  /// for minor.
  private static func row(of values: [Float], key: Int) -> [Float] {
    var row = [Float](repeating: 0, count: 2 * width + 1)
    for place in 0..<width {
      let (kind, step) = place.quotientAndRemainder(dividingBy: 12)
      row[(key < 12 ? 0 : width) + place] = values[kind * 12 + (step + key) % 12]
    }
    row[2 * width] = key < 12 ? 0 : 1
    return row
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
