import Foundation

/// A long sound in which blocks are located, to the sample, by cross-correlation.
struct SoundSearch {
  let samples: [Float]
  private let transformed: ComplexSignal
  private let length: Int
  /// Energy of all samples before each.
  private let energy: [Double]

  init(in samples: [Float]) {
    self.samples = samples
    var length = 1
    while length < samples.count { length *= 2 }
    self.length = length
    var signal = ComplexSignal(samples[...], length: length)
    signal.transform()
    transformed = signal
    var sum = 0.0
    energy =
      [0]
      + samples.map {
        sum += Double($0) * Double($0)
        return sum
      }
  }

  /// Best match of a block, and its correlation: 1 is equal but for loudness.
  func find(_ piece: ArraySlice<Float>) -> (start: Int, likeness: Double) {
    var signal = ComplexSignal(piece, length: length)
    signal.transform()
    signal.correlate(with: transformed)
    // Inverse transform by the conjugate.
    for index in signal.imaginary.indices { signal.imaginary[index] = -signal.imaginary[index] }
    signal.transform()
    let own = piece.reduce(0.0) { $0 + Double($1) * Double($1) }
    var best = (start: 0, likeness: -1.0)
    for start in 0..<max(1, samples.count - piece.count) {
      let there = energy[start + piece.count] - energy[start]
      let product = signal.real[start] / Double(length)
      let likeness = product / (own * max(there, own * 1e-3)).squareRoot()
      if likeness > best.likeness { best = (start, likeness) }
    }
    return best
  }
}
