/// The noise floor of a recording, such as tape hiss or surface noise: steady, and equal before and
/// behind the music.
///
/// Decays and fades are not noise, however soft, and neither is sound at one end only.
struct SoundNoise {
  /// Windows of noise required at each end, a fifth of a second.
  private static let stretch = EdgeMeter.windows / 5
  /// The loudest noise, -36 dBFS; louder sound is music.
  private static let loudest: Float = 0.015_85
  /// The largest difference between the two ends, and between the halves of each: 4 and 3 dB.
  private static let maximumBetweenEnds: Float = 1.6
  private static let maximumBetweenHalves: Float = 1.4
  /// The deviation from the median allowed for nine of ten windows, 5 dB.
  private static let maximumSpread: Float = 1.8

  /// The noise's upper bound, linear.
  let limit: Float

  /// Nil without noise.
  ///
  /// - Parameters:
  ///   - peaks: the highest absolute sample of each 5 ms.
  /// - offset: the DC offset.
  init?(_ peaks: [Float], offset: Float) {
    guard peaks.count >= 5 * Self.stretch,
      let start = Self.level(peaks.prefix(Self.stretch), offset),
      let end = Self.level(peaks.suffix(Self.stretch), offset),
      max(start, end) <= Self.maximumBetweenEnds * min(start, end)
    else { return nil }
    // Noise never stops: long softer stretches mean that it was music.
    let softer = peaks.count { $0 - offset < min(start, end) / 2 }
    guard softer <= peaks.count / 100 else { return nil }
    limit = 2 * max(start, end)
  }

  /// The level of a stretch of noise; nil for other sound.
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
