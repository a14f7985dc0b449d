import Glibc

/// The deviation of a track's tuning from 440 Hz.
struct PeakTuning {
  /// -50 to 50.
  var cents = 0.0
  /// How well the peaks fit one tuning: 0 for noise, 1 for one note.
  var coherence = 0.0

  private static let notes = 50.2...90.3  // 150 to 1 500 Hz

  /// The circular mean of the peaks' distances from the nearest note, weighted by the roots of
  /// their magnitudes.
  init(of peaks: PeakStore) {
    let (circle, lowest) = (PeakStore.unitsPerNote, PeakStore.lowestNote)
    let minimum = Int((PeakTuning.notes.lowerBound - lowest) * Double(circle))
    let maximum = Int((PeakTuning.notes.upperBound - lowest) * Double(circle))
    var weights = [Double](repeating: 0, count: circle)
    var count = 0
    for (number, frame) in peaks.frames.enumerated() {
      let scale = frame.highest.squareRoot() / 256
      for index in peaks.range(ofFrame: number) {
        let pitch = Int(peaks.pitches[index])
        guard pitch > minimum, pitch < maximum else { continue }
        weights[pitch % circle] += Double(scale * Float(peaks.fractions[index]).squareRoot())
        count += 1
      }
    }
    let total = weights.reduce(0, +)
    guard count >= 10, total > 0 else { return }
    var (real, imaginary) = (0.0, 0.0)
    for (index, weight) in weights.enumerated() {
      let angle = 2 * Double.pi * Double(index) / Double(circle)
      real += weight * cos(angle)
      imaginary += weight * sin(angle)
    }
    cents = atan2(imaginary, real) / (2 * Double.pi) * 100
    coherence = (real * real + imaginary * imaginary).squareRoot() / total
  }
}
