package import Music

/// A waveform in several resolutions: for any width, a column of the screen reads a few bins.
///
/// Built once, outside of the interface. Copies share their storage and are compared by its
/// identity, so that comparing states costs nothing.
package struct WaveformLevels: Equatable, Sendable {
  /// The values of one drawn column.
  struct Stroke: Equatable {
    /// 0 to 1, where 1 is the level of the track's loud parts.
    var height: Float
    /// The shares below 150 Hz, and from there to 3 kHz.
    var bass: Float
    var middle: Float
  }

  private struct Bin: BitwiseCopyable {
    var peak: UInt8
    var rms: UInt8
    var bass: UInt8
    var middle: UInt8
    var treble: UInt8
  }

  private final class Storage: Sendable {
    let levels: [[Bin]]
    /// Bins per second of the first level.
    let rate: Double
    let peakScale: Float
    let rmsScale: Float
    let weights: (bass: Float, middle: Float, treble: Float)

    init(_ bins: [Bin], rate: Double) {
      var levels = [bins]
      while let last = levels.last, last.count > 64 {
        levels.append(WaveformLevels.gathered(last))
      }
      self.levels = levels
      self.rate = rate
      // About a tenth of a second: a click must not make everything else small.
      let coarse = levels[min(2, levels.count - 1)]
      peakScale = 1 / WaveformLevels.loud(coarse.map(\.peak))
      rmsScale = 1 / WaveformLevels.loud(coarse.map(\.rms))
      func weight(_ band: KeyPath<Bin, UInt8>) -> Float {
        let sum = coarse.reduce(0) { $0 + Int($1[keyPath: band]) }
        let mean = max(1, Float(sum) / Float(max(1, coarse.count)))
        // Treble is always weaker than bass: each band is relative to its mean in the track.
        return 1 / (mean * mean * mean).squareRoot().squareRoot()
      }
      weights = (weight(\.bass), weight(\.middle), weight(\.treble))
    }
  }

  /// Bins of a level per bin of the next.
  private static let step = 4

  private let storage: Storage

  /// Nil for an empty waveform.
  package init?(_ waveform: Waveform) {
    guard !waveform.columns.isEmpty, (0.001...100_000).contains(waveform.rate) else { return nil }
    storage = Storage(
      waveform.columns.prefix(Waveform.maximumColumns).map {
        Bin(
          peak: UInt8(min(127, max($0.low.magnitude, $0.high.magnitude))), rms: $0.rms,
          bass: $0.bass, middle: $0.middle, treble: $0.treble)
      }, rate: waveform.rate)
  }

  package static func == (left: WaveformLevels, right: WaveformLevels) -> Bool {
    left.storage === right.storage
  }

  /// The time that it covers.
  var length: Duration { .seconds(Double(storage.levels[0].count) / storage.rate) }

  /// The strokes of consecutive ranges; nil outside of the file.
  ///
  /// - Parameters:
  ///   - start: the start of the first range, seconds of the file.
  ///   - length: seconds of each range.
  func strokes(from start: Double, each length: Double, count: Int) -> [Stroke?] {
    guard start.isFinite, length.isFinite, length > 0, count > 0 else {
      return Array(repeating: nil, count: max(0, count))
    }
    let width = length * storage.rate
    var (level, size) = (0, 1.0)
    let step = Double(WaveformLevels.step)
    while level + 1 < storage.levels.count, size * step * step <= width {
      (level, size) = (level + 1, size * step)
    }
    let bins = storage.levels[level]
    func index(_ column: Int) -> Int {
      let position = (start + Double(column) * length) * storage.rate / size
      return Int(max(-1, min(Double(bins.count), position)).rounded(.down))
    }
    return (0..<count).map { column in
      let (first, next) = (index(column), index(column + 1))
      let range = first..<max(first + 1, next)
      return stroke(bins[range.clamped(to: 0..<bins.count)])
    }
  }

  private func stroke(_ bins: ArraySlice<Bin>) -> Stroke? {
    guard !bins.isEmpty else { return nil }
    var peak: UInt8 = 0
    var (square, bass, middle, treble) = (0, 0, 0, 0)
    for bin in bins {
      peak = max(peak, bin.peak)
      square += Int(bin.rms) * Int(bin.rms)
      bass += Int(bin.bass)
      middle += Int(bin.middle)
      treble += Int(bin.treble)
    }
    let rms = (Float(square) / Float(bins.count)).squareRoot()
    let height = 0.7 * rms * storage.rmsScale + 0.3 * Float(peak) * storage.peakScale
    let weighted = (
      Float(bass) * storage.weights.bass, Float(middle) * storage.weights.middle,
      Float(treble) * storage.weights.treble
    )
    let sum = weighted.0 + weighted.1 + weighted.2
    guard sum > 0 else { return Stroke(height: min(1, height), bass: 0, middle: 1) }
    return Stroke(height: min(1, height), bass: weighted.0 / sum, middle: weighted.1 / sum)
  }

  private static func gathered(_ bins: [Bin]) -> [Bin] {
    stride(from: 0, to: bins.count, by: step).map { start in
      let part = bins[start..<min(start + step, bins.count)]
      func mean(_ band: KeyPath<Bin, UInt8>) -> UInt8 {
        UInt8((part.reduce(0) { $0 + Int($1[keyPath: band]) } + part.count / 2) / part.count)
      }
      let square = part.reduce(0) { $0 + Int($1.rms) * Int($1.rms) }
      return Bin(
        peak: part.reduce(0) { max($0, $1.peak) },
        rms: UInt8(min(255, (Float(square) / Float(part.count)).squareRoot().rounded())),
        bass: mean(\.bass), middle: mean(\.middle), treble: mean(\.treble))
    }
  }

  /// The 98th percentile, at least 1.
  private static func loud(_ values: [UInt8]) -> Float {
    var counts = [Int](repeating: 0, count: 256)
    for value in values { counts[Int(value)] += 1 }
    var rest = values.count / 50
    for value in stride(from: 255, to: 0, by: -1) {
      rest -= counts[value]
      if rest < 0 { return Float(value) }
    }
    return 1
  }
}
