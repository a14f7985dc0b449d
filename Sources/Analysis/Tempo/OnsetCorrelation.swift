internal import Media

/// The autocorrelations of a track's onset curves, and cross-correlations between them.
///
/// By Fourier transforms, of a long track in equal sections whose correlations are summed: time
/// grows with the track, memory does not.
struct OnsetCorrelation {
  /// Eight beats at the slowest tempo of the combs, and a margin.
  static let lags = Int(OnsetSpectrum.framesPerSecond * 60 / 45 * 8) + 8
  private static let maximumTransform = 1 << 16
  /// Cross-correlated groups: low and high-middle, low and high, middle and high-middle.
  private static let pairs = [(0, 2), (0, 3), (1, 2)]

  /// Autocorrelations of the four groups and of their sum, 1 at lag 0.
  private(set) var own: [[Float]]
  /// Cross-correlations of the pairs.
  private(set) var crossed: [[Float]]

  /// Nil if there is no memory for the transforms.
  init?(of curves: [[Float]]) {
    let count = curves[0].count
    let room = Self.maximumTransform - Self.lags
    let sections = max(1, (count + room - 1) / room)
    let sectionLength = (count + sections - 1) / sections
    var length = 1024
    while length < sectionLength + Self.lags { length *= 2 }
    guard let forward = RealTransform(length: length),
      let inverse = RealTransform(length: length, isInverse: true)
    else { return nil }
    var work = Work(forward: forward, inverse: inverse)
    for section in 0..<sections {
      let start = section * sectionLength
      work.add(curves, range: start..<min(count, start + sectionLength))
    }

    // Fewer frames overlap at longer lags.
    let whole = Double(sectionLength)
    let unbiased = (0..<Self.lags).map { whole / max(whole - Double($0), whole * 0.2) }
    let energies = work.own.map { $0[0] + 1e-9 * Double(length) }
    own = zip(work.own, energies).map { sums, energy in
      zip(sums, unbiased).map { Float($0 * $1 / energy) }
    }
    crossed = zip(work.crossed, Self.pairs).map { sums, pair in
      let energy = (energies[pair.0] * energies[pair.1]).squareRoot()
      return zip(sums, unbiased).map { Float($0 * $1 / energy) }
    }
  }

  /// The transforms and running sums.
  private struct Work {
    let forward: RealTransform
    let inverse: RealTransform
    var own = [[Double]](repeating: [Double](repeating: 0, count: lags), count: 5)
    var crossed = [[Double]](repeating: [Double](repeating: 0, count: lags), count: pairs.count)

    mutating func add(_ curves: [[Float]], range: Range<Int>) {
      guard !range.isEmpty else { return }
      let spectra = curves.map { spectrum(of: $0[range]) }
      var sum = spectra[0]
      for spectrum in spectra.dropFirst() {
        for index in sum.indices { sum[index] += spectrum[index] }
      }
      for (index, spectrum) in (spectra + [sum]).enumerated() {
        addCorrelation(of: spectrum, with: spectrum, to: &own[index])
      }
      for (index, pair) in pairs.enumerated() {
        addCorrelation(of: spectra[pair.0], with: spectra[pair.1], to: &crossed[index])
      }
    }

    private func spectrum(of curve: ArraySlice<Float>) -> [Float] {
      let mean = Float(curve.reduce(0.0) { $0 + Double($1) } / Double(curve.count))
      let input = forward.input
      input.update(repeating: 0)
      for (index, value) in curve.enumerated() { input[index] = value - mean }
      forward.forward()
      return Array(forward.output)
    }

    /// Symmetric in time: the real part of the cross spectrum.
    private func addCorrelation(
      of first: [Float], with second: [Float], to sums: inout [Double]
    ) {
      let output = inverse.output
      var index = 0
      while index < output.count {
        output[index] = first[index] * second[index] + first[index + 1] * second[index + 1]
        output[index + 1] = 0
        index += 2
      }
      inverse.inverse()
      for lag in sums.indices { sums[lag] += Double(inverse.input[lag]) }
    }
  }
}

/// A correlation at a fractional lag.
func interpolated(_ values: [Float], at lag: Double) -> Float {
  let whole = Int(lag)
  let part = Float(lag - Double(whole))
  guard whole >= 0, whole + 1 < values.count else { return 0 }
  return values[whole] * (1 - part) + values[whole + 1] * part
}

/// The mean of a correlation at 1 to `teeth` periods.
func comb(_ values: [Float], period: Double, teeth: Int) -> Float {
  var sum: Float = 0
  for tooth in 1...teeth { sum += interpolated(values, at: period * Double(tooth)) }
  return sum / Float(teeth)
}
