internal import Media

/// How alike the onset curves of a track are to themselves, and to each other, so many frames later.
///
/// By Fourier transforms, of a long track in equal sections whose correlations are added, so that
/// time grows with the track and memory does not.
struct OnsetCorrelation {
  /// Eight beats at the slowest tempo that combs look at, and some.
  static let lags = Int(OnsetSpectrum.framesPerSecond * 60 / 45 * 8) + 8
  private static let longestTransform = 1 << 16
  /// Groups that are compared with each other: low and high-middle, low and high, middle and high-middle.
  private static let pairs = [(0, 2), (0, 3), (1, 2)]

  /// Of the four groups and of their sum with themselves, 1 at lag 0.
  private(set) var own: [[Float]]
  /// Of the pairs.
  private(set) var crossed: [[Float]]

  /// Nil where there is no memory for the transforms.
  init?(of curves: [[Float]]) {
    let count = curves[0].count
    let room = Self.longestTransform - Self.lags
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

  /// The transforms and what was summed so far.
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

    /// Both directions of time count alike: the real part of the cross spectrum is taken.
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

/// A correlation between its lags.
func interpolated(_ values: [Float], at lag: Double) -> Float {
  let whole = Int(lag)
  let part = Float(lag - Double(whole))
  guard whole >= 0, whole + 1 < values.count else { return 0 }
  return values[whole] * (1 - part) + values[whole + 1] * part
}

/// How well a period and its multiples fit a correlation: the mean at 1 to `teeth` periods.
func comb(_ values: [Float], period: Double, teeth: Int) -> Float {
  var sum: Float = 0
  for tooth in 1...teeth { sum += interpolated(values, at: period * Double(tooth)) }
  return sum / Float(teeth)
}
