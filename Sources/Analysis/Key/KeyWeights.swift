/// What was learnt from music whose keys are known: how much each share speaks for a key.
///
/// Made by `AnalysisBench train`; see docs/analysis.md.
enum KeyWeights {
  /// For a major key: tones of all, of the bass, roots of major triads, of minor ones, each
  /// from the tonic upwards.
  static let major: [Float] = [
    1.8663, -0.7690, -0.3895, -1.1561, 0.3818, 0.2669,
    -1.0392, 1.0611, -0.4599, -0.2657, -1.1784, 0.2623,
    1.5015, -0.2550, -0.2192, -0.6400, -0.2015, 0.0178,
    -0.0567, 0.2298, -0.0376, 0.1120, -0.1654, -0.5008,
    6.2371, -0.3476, -2.4072, -1.7779, -1.3409, 3.6846,
    -0.6058, 2.8709, -0.8340, -0.2356, -2.2592, -1.2033,
    1.1725, -0.4484, 0.8291, -0.5664, 1.4602, 0.4236,
    -0.4847, -1.4211, -0.9024, 1.5517, -1.1960, -0.5795,
  ]

  /// For a minor key: tones of all, of the bass, roots of major triads, of minor ones, each
  /// from the tonic upwards.
  static let minor: [Float] = [
    1.9974, -1.3036, -0.1122, 0.1591, -0.8398, -0.9358,
    -0.3945, 1.4332, 0.8224, -0.2491, 0.6049, 0.2377,
    1.2295, -0.3943, -0.4919, -0.8502, -0.8678, -0.3649,
    0.1654, 0.2348, 0.8991, 0.1432, 0.6716, -0.1593,
    2.5379, -1.9165, -1.7097, 0.2728, -1.0728, -0.8818,
    -1.2740, 0.0640, 1.5203, -0.3811, 1.8437, -0.7839,
    7.7717, 0.3040, -1.1515, -0.9895, -1.3539, 1.4496,
    -0.5885, -0.7292, -0.0389, -1.9100, -1.8109, -0.7916,
  ]

  /// How much more often keys are minor than their tones say.
  static let minorBias: Float = 0.4830
}
