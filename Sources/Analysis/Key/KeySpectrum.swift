import Glibc
internal import Media
package import Music

/// Collects the spectral peaks of a track for its key, in one pass.
///
/// Frames of 1.5 s, 0.37 s apart. The peaks are kept to the end, since only all of them together
/// determine the tuning. Confined to one thread.
package final class KeySpectrum {
  /// The input rate, 44 100 / 8.
  package static let rate = 5_512.5
  static let frameLength = 8192
  static let hop = 2048
  /// Three seconds; fewer samples have no key.
  static let minimumSamples = Int(3 * rate)
  /// Three hours; longer tracks are judged by their first three.
  package static let maximumLength = 3.0 * 3600
  /// The frequency range of peaks, Hz.
  static let lowest = 40.0
  static let highest = 2_100.0

  private let transform = RealTransform(length: frameLength)
  private let window: [Float]
  private var waiting: [Float]
  private var filled: Int
  private var power: [Float]
  private var strongest: [SpectralPeak] = []
  private var peaks = PeakStore()
  private let maximumFrames: Int
  private var samples = 0
  private var isFinished = false
  private var lastInput: Float = 0
  private var lastOutput: Float = 0

  /// - Parameter longest: seconds from the beginning that are analysed.
  package init(longest: Double = KeySpectrum.maximumLength) {
    maximumFrames = Int(longest * KeySpectrum.rate) / KeySpectrum.hop
    let length = KeySpectrum.frameLength
    window = (0..<length).map { index in
      Float(0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(length - 1)))
    }
    waiting = [Float](repeating: 0, count: length)
    filled = length / 2
    power = [Float](repeating: 0, count: KeySpectrum.bins.upperBound + 16)
  }

  /// Consumes samples of one channel at `rate`.
  package func consume(_ samples: UnsafeBufferPointer<Float>) {
    guard !isFinished else { return }
    if self.samples == 0, let first = samples.first, first.isFinite { lastInput = first }
    self.samples += samples.count
    var index = 0
    while index < samples.count {
      let count = min(samples.count - index, waiting.count - filled)
      for offset in 0..<count { waiting[filled + offset] = withoutOffset(samples[index + offset]) }
      index += count
      fill(by: count)
    }
  }

  /// The key of all consumed samples; nil if there is none.
  package func finish() -> KeyEstimate? { features().flatMap(KeyEstimator.estimate) }

  /// The features for the key; nil for less than three seconds and for silence.
  package func features() -> KeyFeatures? {
    if !isFinished {
      isFinished = true
      var missing = KeySpectrum.frameLength / 2
      while missing > 0 {
        let count = min(missing, waiting.count - filled)
        for offset in 0..<count { waiting[filled + offset] = 0 }
        missing -= count
        fill(by: count)
      }
    }
    guard samples >= KeySpectrum.minimumSamples else { return nil }
    return KeyFeatures(of: peaks)
  }

  /// A high-pass filter of 10 Hz: a DC offset that begins and ends would ring in every band.
  private func withoutOffset(_ sample: Float) -> Float {
    // A single NaN would spread to the end.
    let input = sample.isFinite ? sample : 0
    lastOutput = input - lastInput + 0.9886 * lastOutput
    lastInput = input
    return lastOutput
  }

  private func fill(by count: Int) {
    filled += count
    guard filled == waiting.count else { return }
    addFrame()
    let kept = KeySpectrum.frameLength - KeySpectrum.hop
    waiting.withUnsafeMutableBufferPointer { waiting in
      guard let start = waiting.baseAddress else { return }
      start.update(from: start + KeySpectrum.hop, count: kept)
    }
    filled = kept
  }

  private func addFrame() {
    guard let transform, peaks.frames.count < maximumFrames else { return }
    let input = transform.input
    waiting.withUnsafeBufferPointer { waiting in
      window.withUnsafeBufferPointer { window in
        for index in 0..<KeySpectrum.frameLength { input[index] = waiting[index] * window[index] }
      }
    }
    transform.forward()
    strongest.removeAll(keepingCapacity: true)
    power.withUnsafeMutableBufferPointer { power in
      KeySpectrum.measure(transform.output, into: power)
      KeySpectrum.findPeaks(in: power, into: &strongest)
    }
    peaks.addFrame(&strongest)
  }

  /// The bins of the frequency range.
  static let bins: Range<Int> = {
    let width = rate / Double(frameLength)
    return Int(lowest / width)..<Int(highest / width)
  }()

  /// The power spectrum up to the highest bin.
  private static func measure(
    _ spectrum: UnsafeMutableBufferPointer<Float>, into power: UnsafeMutableBufferPointer<Float>
  ) {
    guard let from = spectrum.baseAddress, let into = power.baseAddress else { return }
    let source = UnsafeRawPointer(from)
    let target = UnsafeMutableRawPointer(into)
    for bin in stride(from: bins.lowerBound & ~7, to: bins.upperBound + 1, by: 8) {
      let pairs = source.loadUnaligned(fromByteOffset: bin * 8, as: SIMD16<Float>.self)
      let squares = pairs * pairs
      target.storeBytes(
        of: squares.evenHalf + squares.oddHalf, toByteOffset: bin * 4, as: SIMD8<Float>.self)
    }
  }

  /// Local maxima above a twentieth of the highest: lower ones are noise and side lobes, and make
  /// keys less certain.
  private static func findPeaks(
    in power: UnsafeMutableBufferPointer<Float>, into peaks: inout [SpectralPeak]
  ) {
    var maximum: Float = 0
    for bin in bins { maximum = max(maximum, power[bin]) }
    // -126 dB of full scale: the noise of 32-bit floats is not music.
    let floor = max(maximum * 0.0025, 1e-6)
    var bin = bins.lowerBound
    while bin < bins.upperBound {
      let middle = power[bin]
      if middle > floor, middle > power[bin - 1], middle >= power[bin + 1] {
        peaks.append(SpectralPeak(bin: bin, left: power[bin - 1], middle, right: power[bin + 1]))
      }
      bin += 1
    }
  }
}
