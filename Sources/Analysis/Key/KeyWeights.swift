/// What was learnt from music whose keys are known: how much each share speaks for a key.
///
/// Multinomial logistic regression over features of 960 rendered tracks (`KeyFeatures`), pulled
/// towards what the first half of them gave. See docs/analysis.md.
enum KeyWeights {
  /// For a major key: tones of all, of the bass, roots of major triads, of minor ones, each
  /// from the tonic upwards.
  static let major: [Float] = [
    2.1696, -0.9387, -0.4800, -1.2592, 0.6799, 0.3381,
    -1.1516, 1.2669, -0.6194, -0.2778, -1.6869, 0.3460,
    1.9498, -0.4242, -0.0670, -0.6754, -0.4249, -0.1012,
    -0.2416, 0.2432, -0.3295, 0.4052, -0.1560, -0.6333,
    7.5548, -0.3528, -2.9754, -2.0753, -1.7667, 4.2238,
    -0.5440, 3.2664, -1.1272, -0.0038, -2.8257, -1.2610,
    1.3572, -0.5473, 1.0383, -0.4480, 1.5947, 0.3995,
    -0.5288, -1.8683, -0.7685, 1.6685, -1.3872, -0.4598,
  ]

  /// For a minor key: tones of all, of the bass, roots of major triads, of minor ones, each
  /// from the tonic upwards.
  static let minor: [Float] = [
    2.1957, -1.4818, -0.0544, 0.1536, -0.7719, -0.7721,
    -0.3669, 1.5190, 0.8833, -0.4448, 0.4585, 0.2949,
    1.3621, -0.4340, -0.4990, -1.1699, -0.8346, -0.1638,
    0.0920, 0.1872, 0.9962, 0.3360, 0.7831, -0.2005,
    2.8447, -2.0824, -2.1253, -0.3057, -1.2162, -1.3626,
    -1.7991, 0.8172, 1.8717, -0.6432, 2.7253, -0.8375,
    8.8483, 0.0372, -1.3020, -1.0134, -1.4789, 1.8850,
    -0.8533, -0.7831, 0.1050, -2.5238, -2.3066, -0.6646,
  ]

  /// How much more often keys are minor than their tones say.
  static let minorBias: Float = 0.4679
}
