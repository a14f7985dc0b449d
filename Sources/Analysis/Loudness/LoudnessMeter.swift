// Loudness after ITU-R BS.1770-4: energies per 100 ms as sound arrives, gates at the end. Confined
// to one thread.
import Glibc
package import Media
package import Music

/// Measures the loudness of sound.
package final class LoudnessMeter {
  /// The weight of a channel.
  ///
  /// As in FFmpeg and libebur128; by the letter of the standard rear channels count 1 in layouts
  /// that also have some at the sides.
  /// count 1 in layouts that also have some at the sides.
  package static func weight(of index: ChannelPosition) -> Double {
    switch index {
    case .front: 1
    case .surround: 1.41
    case .lowFrequency: 0
    }
  }

  /// The weighted mean squares of each tenth of a second.
  package private(set) var energies: [Double] = []

  private let rate: Int
  private let filters: KWeighting
  /// The channels of nonzero weight in pairs; an odd last one is paired with itself and counts
  /// once.
  private let pairs: [(left: Int, right: Int, weights: SIMD2<Double>)]
  private var memories: [KWeighting.Memory]
  private var energy = 0.0
  private var frames = 0
  private var position: Int64 = 0
  private var boundary: Int64

  /// Nil for rates at which it is undefined.
  package init?(rate: Int, weights: [Double]) {
    guard KWeighting.rates.contains(rate) else { return nil }
    self.rate = rate
    filters = KWeighting(rate: rate)
    let counted = weights.indices.filter { weights[$0] > 0 }
    pairs = stride(from: 0, to: counted.count, by: 2).map { index in
      let left = counted[index]
      guard index + 1 < counted.count else { return (left, left, [weights[left], 0]) }
      let right = counted[index + 1]
      return (left, right, [weights[left], weights[right]])
    }
    memories = pairs.map { _ in KWeighting.Memory() }
    boundary = Int64(rate / 10)
  }

  /// Consumes a block of as many planes as there are weights.
  package func consume(_ planes: UnsafeBufferPointer<UnsafePointer<Float>>, frames count: Int) {
    var start = 0
    while start < count {
      let length = min(count - start, Int(boundary - position))
      for (index, pair) in pairs.enumerated() {
        let sums = filters.energy(
          planes[pair.left] + start, planes[pair.right] + start, count: length, &memories[index])
        energy += (sums * pair.weights).sum()
      }
      start += length
      position += Int64(length)
      frames += length
      if position == boundary { closeTenth() }
    }
  }

  private func closeTenth() {
    energies.append(frames > 0 ? energy / Double(frames) : 0)
    (energy, frames) = (0, 0)
    boundary = Int64(energies.count + 1) * Int64(rate) / 10
  }

  /// The loudness of a mean square, LUFS; minus infinity for silence.
  package static func loudness(of energy: Double) -> Double { -0.691 + 10 * log10(energy) }

  /// A linear peak in dB.
  package static func decibels(ofPeak peak: Float) -> Double { 20 * log10(Double(peak)) }

  static func energy(of loudness: Double) -> Double { pow(10, (loudness + 0.691) / 10) }

  /// The loudness of all consumed sound, with a true peak measured elsewhere.
  package func measurement(truePeak: Double?) -> LoudnessMeasurement {
    let blocks = Self.means(of: energies, over: 4)
    var histogram = LoudnessHistogram()
    for block in blocks { histogram.count(Self.loudness(of: block)) }
    return LoudnessMeasurement(
      integrated: Self.gated(blocks), range: Self.range(energies), truePeak: truePeak,
      blocks: histogram)
  }

  /// The moving mean over `count` energies.
  static func means(of energies: [Double], over count: Int) -> [Double] {
    guard energies.count >= count else { return [] }
    return (0...(energies.count - count)).map { start in
      energies[start..<(start + count)].reduce(0, +) / Double(count)
    }
  }

  /// The mean gated at -70 LUFS, then at 10 LU below the remaining mean.
  private static func gated(_ blocks: [Double]) -> Double? {
    let absolute = energy(of: -70)
    let loud = blocks.filter { $0 >= absolute }
    guard !loud.isEmpty else { return nil }
    let relative = loud.reduce(0, +) / Double(loud.count) / 10
    let louder = loud.filter { $0 >= relative }
    return louder.isEmpty ? nil : loudness(of: louder.reduce(0, +) / Double(louder.count))
  }

  /// After EBU Tech 3342: between the 10th and the 95th percentile of three-second loudness, gated
  /// at -70 LUFS and 20 LU below the mean.
  private static func range(_ energies: [Double]) -> Double? {
    let absolute = energy(of: -70)
    let loud = means(of: energies, over: 30).filter { $0 >= absolute }
    guard !loud.isEmpty else { return nil }
    let relative = loud.reduce(0, +) / Double(loud.count) / 100
    let louder = loud.filter { $0 >= relative }.sorted()
    guard let last = louder.indices.last else { return nil }
    func percentile(_ share: Double) -> Double {
      loudness(of: louder[Int((share * Double(last)).rounded())])
    }
    return percentile(0.95) - percentile(0.1)
  }
}
