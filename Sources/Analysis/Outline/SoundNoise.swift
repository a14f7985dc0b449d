/// The noise of a recording, as tape hiss and the surface of a record are: steady, and the same
/// before the music and behind it.
///
/// Whatever dies away or fades is none, however soft it is, and neither is what stands at one end
/// only.
struct SoundNoise {
  /// Windows at each end that have to be noise, a fifth of a second.
  private static let stretch = EdgeMeter.windows / 5
  /// No noise is taken to be louder than this, -36 dBFS: what is, is music.
  private static let loudest: Float = 0.015_85
  /// By what the two ends may differ, and the halves of each: 4 and 3 dB.
  private static let maximumBetweenEnds: Float = 1.6
  private static let maximumBetweenHalves: Float = 1.4
  /// By what nine of ten windows may be above or below the middle one, 5 dB.
  private static let maximumSpread: Float = 1.8

  /// Linear: what is louder is no noise.
  let limit: Float

  /// Nil where there is none.
  ///
  /// - Parameters:
  ///   - peaks: the highest absolute sample of each 5 ms.
  ///   - offset: what silence stands at.
  init?(_ peaks: [Float], offset: Float) {
    guard peaks.count >= 5 * Self.stretch,
      let start = Self.level(peaks.prefix(Self.stretch), offset),
      let end = Self.level(peaks.suffix(Self.stretch), offset),
      max(start, end) <= Self.maximumBetweenEnds * min(start, end)
    else { return nil }
    // It is there all the time: what is softer than noise for long shows that it was music.
    let softer = peaks.count { $0 - offset < min(start, end) / 2 }
    guard softer <= peaks.count / 100 else { return nil }
    limit = 2 * max(start, end)
  }

  /// What a stretch of noise is loud; nil for anything else.
  private static func level(_ peaks: ArraySlice<Float>, _ offset: Float) -> Float? {
    let sorted = peaks.sorted().map { $0 - offset }
    let level = sorted[sorted.count / 2]
    guard level > 0, level <= loudest, sorted[sorted.count * 9 / 10] <= maximumSpread * level,
      sorted[sorted.count / 10] * maximumSpread >= level
    else { return nil }
    let half = peaks.count / 2
    let (early, late) = (median(peaks.prefix(half), offset), median(peaks.suffix(half), offset))
    return max(early, late) <= maximumBetweenHalves * min(early, late) ? level : nil
  }

  private static func median(_ peaks: ArraySlice<Float>, _ offset: Float) -> Float {
    peaks.sorted()[peaks.count / 2] - offset
  }
}
