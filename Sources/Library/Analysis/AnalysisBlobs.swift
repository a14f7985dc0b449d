import FoundationEssentials
internal import Music

/// A loudness histogram as a blob: its first bin that is not empty, and the counts from there.
enum LoudnessBlob {
  /// Bytes of a blob that are read.
  private static let maximumLength = 8_192

  static func data(_ histogram: LoudnessHistogram) -> Data? {
    let counts = histogram.counts
    guard let first = counts.firstIndex(where: { $0 > 0 }),
      let last = counts.lastIndex(where: { $0 > 0 })
    else { return nil }
    var packed = PackedNumbers()
    packed.add(UInt64(first))
    for count in counts[first...last] { packed.add(UInt64(count)) }
    return Data(packed.bytes)
  }

  /// Empty for an invalid blob.
  static func histogram(_ data: Data?) -> LoudnessHistogram {
    guard let data, data.count <= maximumLength else { return LoudnessHistogram() }
    var (numbers, histogram) = (UnpackedNumbers(data), LoudnessHistogram())
    guard let first = numbers.next(), first < UInt64(LoudnessHistogram.bins) else {
      return histogram
    }
    var bin = Int(first)
    while !numbers.isAtEnd, bin < LoudnessHistogram.bins {
      guard let count = numbers.next() else { return LoudnessHistogram() }
      histogram.counts[bin] = UInt32(clamping: count)
      bin += 1
    }
    return histogram
  }
}

/// Beats as a blob: tenths of milliseconds, each as its difference from a linear prediction by the
/// two before it.
enum BeatsBlob {
  private static let ticks = 10_000.0
  /// Nothing is longer than a week.
  private static let latest = 604_800.0
  private static let maximumLength = BeatGrid.maximumBeats * 10

  static func data(_ beats: [Double]) -> Data {
    var packed = PackedNumbers()
    var (last, step): (Int64, Int64) = (0, 0)
    for beat in beats.prefix(BeatGrid.maximumBeats) where abs(beat) < latest {
      let index = Int64((beat * ticks).rounded())
      packed.add(signed: index - last - step)
      (last, step) = (index, index - last)
    }
    return Data(packed.bytes)
  }

  /// Nil for an invalid blob.
  static func beats(_ data: Data) -> [Double]? {
    guard data.count <= maximumLength else { return nil }
    var numbers = UnpackedNumbers(data)
    var beats: [Double] = []
    var (last, step): (Int64, Int64) = (0, 0)
    while !numbers.isAtEnd, beats.count < BeatGrid.maximumBeats {
      guard let difference = numbers.nextSigned() else { return nil }
      step = step &+ difference
      let index = last &+ step
      guard index.magnitude < UInt64(latest * ticks), beats.isEmpty || index > last else {
        return nil
      }
      beats.append(Double(index) / ticks)
      last = index
    }
    return beats
  }
}
