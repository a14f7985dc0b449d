// Where sound begins and ends, from the peaks of every 5 ms. Confined to one thread.
package import Music

/// Finds the silence at both ends of a piece of sound, and where it fades.
package final class EdgeMeter {
  /// A second.
  static let windows = 200
  /// Linear: -60 and -48 dBFS.
  private static let threshold: Float = 0.001
  private static let audible: Float = 0.003_981
  /// No noise is taken to be louder than this, -36 dBFS: what is, is music.
  private static let loudestNoise: Float = 0.015_85
  /// Seconds: what ends quicker than this does not fade, it decays.
  private static let shortestFade = 1.0

  private let rate: Int
  /// The highest absolute sample of all channels in each window.
  private var peaks: [Float] = []
  private var peak: Float = 0
  /// Of each channel, to know a constant offset from sound.
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

  /// The edges of what was heard; nil where all of it is silent.
  ///
  /// `tenths` are the energies of each tenth of a second, and `integrated` the loudness in LUFS.
  package func edges(tenths: [Double], integrated: Double?) -> SoundEdges? {
    let whole = peaks.count
    if position > Int64(whole) * Int64(rate) / Int64(Self.windows) { closeWindow() }
    defer { peaks.removeSubrange(whole...) }
    let offset = Float((sums.map { abs($0) }.max() ?? 0) / Double(max(1, position)))
    let quiet = max(Self.threshold, noise() * 2) + offset
    let heard = max(Self.audible + offset, quiet)
    guard let first = peaks.firstIndex(where: { $0 > quiet }),
      let last = peaks.lastIndex(where: { $0 > quiet })
    else { return nil }
    let audibleFirst = peaks.firstIndex { $0 > heard } ?? first
    let audibleLast = peaks.lastIndex { $0 > heard } ?? last
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

  /// The peaks of the quietest half second, or of the quietest hundredth of something short; 0 where
  /// that is too loud to be noise.
  private func noise() -> Float {
    let place = min(peaks.count / 100, Self.windows / 2)
    guard place > 0 else { return 0 }
    // Only what may be noise is sorted.
    let quiet = peaks.filter { $0 <= Self.loudestNoise }.sorted()
    return place < quiet.count ? quiet[place] : 0
  }

  private func fadeOut(_ tenths: [Double], _ integrated: Double?, audibleEnd: Double) -> Double? {
    guard let integrated else { return nil }
    let limit = LoudnessMeter.energy(of: integrated - 10)
    guard let last = tenths.lastIndex(where: { $0 >= limit }) else { return nil }
    let start = Double(last + 1) / 10
    return audibleEnd - start >= Self.shortestFade ? start : nil
  }
}
