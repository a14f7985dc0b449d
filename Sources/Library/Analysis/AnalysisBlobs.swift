import FoundationEssentials
internal import Music

/// A histogram of loudness as a blob: its first bin with anything in it, and the counts from there.
enum LoudnessBlob {
  /// At most this many bytes are looked at.
  private static let longest = 8_192

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

  /// Empty for what is none.
  static func histogram(_ data: Data?) -> LoudnessHistogram {
    guard let data, data.count <= longest else { return LoudnessHistogram() }
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

/// Beats as a blob: tenths of milliseconds, each as its difference from where the two before it
/// lead.
enum BeatsBlob {
  private static let ticks = 10_000.0
  /// Nothing is longer than a week.
  private static let latest = 604_800.0
  private static let longest = BeatGrid.mostBeats * 10

  static func data(_ beats: [Double]) -> Data {
    var packed = PackedNumbers()
    var (last, step): (Int64, Int64) = (0, 0)
    for beat in beats.prefix(BeatGrid.mostBeats) where abs(beat) < latest {
      let place = Int64((beat * ticks).rounded())
      packed.add(signed: place - last - step)
      (last, step) = (place, place - last)
    }
    return Data(packed.bytes)
  }

  /// Nil for what is no such blob.
  static func beats(_ data: Data) -> [Double]? {
    guard data.count <= longest else { return nil }
    var numbers = UnpackedNumbers(data)
    var beats: [Double] = []
    var (last, step): (Int64, Int64) = (0, 0)
    while !numbers.isAtEnd, beats.count < BeatGrid.mostBeats {
      guard let difference = numbers.nextSigned() else { return nil }
      step = step &+ difference
      let place = last &+ step
      guard place.magnitude < UInt64(latest * ticks), beats.isEmpty || place > last else {
        return nil
      }
      beats.append(Double(place) / ticks)
      last = place
    }
    return beats
  }
}
