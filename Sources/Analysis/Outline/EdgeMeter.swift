// The start and end of sound, from the peaks of every 5 ms. Confined to one thread.
package import Music

/// Finds the silence at both ends of a track, and its fade.
package final class EdgeMeter {
  /// Windows per second.
  static let windows = 200
  /// Linear: -60 and -48 dBFS.
  private static let threshold: Float = 0.001
  private static let audible: Float = 0.003_981
  /// In a noisy recording half of this many windows must be loud for an edge, to skip clicks.
  private static let clickReach = 12
  private static let minimumSound = 6
  /// In seconds; a quicker end is a decay, not a fade.
  private static let minimumFade = 1.0

  private let rate: Int
  /// The highest absolute sample of all channels in each window.
  private var peaks: [Float] = []
  private var peak: Float = 0
  /// Sums per channel, to detect a DC offset.
  private var sums: [Double]
  private var position: Int64 = 0
  private var boundary: Int64

  package init(rate: Int, channels: Int) {
    self.rate = rate
    sums = [Double](repeating: 0, count: channels)
    boundary = Int64(rate) / Int64(Self.windows)
  }

  package func consume(_ planes: UnsafeBufferPointer<UnsafePointer<Float>>, frames count: Int) {
    var start = 0
    while start < count {
      let length = min(count - start, Int(boundary - position))
      for plane in planes { peak = max(peak, (plane + start).highest(length)) }
      start += length
      position += Int64(length)
      if position == boundary { closeWindow() }
    }
    for (channel, plane) in planes.enumerated() { sums[channel] += plane.sum(count) }
  }

  private func closeWindow() {
    peaks.append(peak)
    peak = 0
    boundary = Int64(peaks.count + 1) * Int64(rate) / Int64(Self.windows)
  }

  /// The edges of the consumed sound; nil if all of it is silent.
  ///
  /// `tenths` are the energies of each tenth of a second, and `integrated` the loudness in LUFS.
  package func edges(tenths: [Double], integrated: Double?) -> SoundEdges? {
    let whole = peaks.count
    if position > Int64(whole) * Int64(rate) / Int64(Self.windows) { closeWindow() }
    defer { peaks.removeSubrange(whole...) }
    let offset = constantOffset
    let noise = SoundNoise(peaks, offset: offset)
    let quiet = max(Self.threshold, noise?.limit ?? 0) + offset
    let heard = max(Self.audible + offset, quiet)
    guard let first = edge(above: quiet, noise, fromEnd: false),
      let last = edge(above: quiet, noise, fromEnd: true)
    else { return nil }
    let audibleFirst = edge(above: heard, noise, fromEnd: false) ?? first
    let audibleLast = edge(above: heard, noise, fromEnd: true) ?? last
    let audibleEnd = seconds(endOf: audibleLast)
    return SoundEdges(
      start: .seconds(seconds(endOf: first - 1)), end: .seconds(seconds(endOf: last)),
      audibleStart: .seconds(seconds(endOf: audibleFirst - 1)), audibleEnd: .seconds(audibleEnd),
      fadeOut: fadeOut(tenths, integrated, audibleEnd: audibleEnd).map { .seconds($0) })
  }

  private func seconds(endOf window: Int) -> Double {
    let frame = Int64(window + 1) * Int64(rate) / Int64(Self.windows)
    return Double(min(frame, position)) / Double(rate)
  }

  /// The DC offset, if it is large enough to be taken for sound. The mean alone does not tell: many
  /// basses swing further to one side than to the other.
  private var constantOffset: Float {
    let mean = Float((sums.map { abs($0) }.max() ?? 0) / Double(max(1, position)))
    let offset = min(mean, peaks.min() ?? 0)
    return offset >= Self.threshold / 2 ? offset : 0
  }

  /// The first or last window of sound; in noise, isolated windows such as clicks of a record are
  /// skipped.
  private func edge(above limit: Float, _ noise: SoundNoise?, fromEnd: Bool) -> Int? {
    let step = fromEnd ? -1 : 1
    let places = stride(
      from: fromEnd ? peaks.count - 1 : 0, to: fromEnd ? -1 : peaks.count, by: step)
    return places.first { index in
      guard peaks[index] > limit else { return false }
      guard noise != nil else { return true }
      let other = min(max(0, index + step * (Self.clickReach - 1)), peaks.count - 1)
      let near = peaks[min(index, other)...max(index, other)]
      return near.count { $0 > limit } >= Self.minimumSound
    }
  }

  private func fadeOut(_ tenths: [Double], _ integrated: Double?, audibleEnd: Double) -> Double? {
    guard let integrated else { return nil }
    let limit = LoudnessMeter.energy(of: integrated - 10)
    guard let last = tenths.lastIndex(where: { $0 >= limit }) else { return nil }
    let start = Double(last + 1) / 10
    return audibleEnd - start >= Self.minimumFade ? start : nil
  }
}
