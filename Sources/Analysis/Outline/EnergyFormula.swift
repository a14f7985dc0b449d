import Glibc
package import Music

extension EnergyMeasurement {
  /// The energy of a track: rises with loudness, density, brightness and tempo.
  ///
  /// Each part is scaled by its usual deviation among tracks, so that all count by their weight:
  /// loudness from -12 LUFS in steps of 4 LU, onsets from 5 a second in steps of 2.5, the level
  /// above 3 kHz against that below 150 Hz from -12 dB in steps of 8, tempo from 120 BPM in steps
  /// of 0.4 octaves; a track without a tempo is neither fast nor slow. There is no ground truth:
  /// the energy serves to compare tracks of one library.
  ///
  /// - Parameters:
  ///   - loudness: integrated, LUFS.
  ///   - onsetRate: onsets a second above the bass.
  ///   - tilt: dB.
  ///   - bpm: beats a minute.
  package init(loudness: Double, onsetRate: Double, tilt: Double, bpm: Double?) {
    let pace = bpm.map { log2(max(1, $0) / 120) / 0.4 } ?? 0
    self.init(
      value: 0.4 * (loudness + 12) / 4 + 0.3 * (onsetRate - 5) / 2.5 + 0.15 * (tilt + 12) / 8
        + 0.15 * pace)
  }

  /// The level above 3 kHz relative to that below 150 Hz in dB, within 40 dB; nil for silence.
  package static func tilt(of bands: [SIMD3<Float>]) -> Double? {
    let sum = bands.reduce(SIMD3<Double>.zero) { $0 + SIMD3<Double>($1) }
    guard sum.x > 0 || sum.z > 0, sum.x.isFinite, sum.z.isFinite else { return nil }
    return min(max(20 * log10(sum.z / sum.x), -40), 40)
  }
}
