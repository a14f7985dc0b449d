import CFFmpeg

/// Plausible bounds for the numbers in a file.
enum PlausibleRange {
  /// Hz. The highest is that of DSD1024, of which FFmpeg counts bytes of eight samples; below the
  /// lowest a block of a few kilobytes would become seconds of sound, and gigabytes of samples.
  static let rates = 1_000...6_144_000

  /// Timestamps and frame numbers, either sign: the sum of three does not overflow.
  static let maximumFrames: Int64 = 1 << 61

  /// The longest duration in seconds, thirty years.
  static let maximumSeconds: Int64 = 1_000_000_000

  /// Whether a file of this size can be that long: a second takes at least 64 bytes.
  static func isLength(seconds: Int64, size: Int64) -> Bool { seconds <= size / 64 + 1 }

  /// A timestamp or frame number clamped to the bounds.
  static func bounded(_ number: Int64) -> Int64 { min(max(number, -maximumFrames), maximumFrames) }

  /// A timestamp or frame number in other units, clamped.
  static func rescaled(_ number: Int64, from unit: AVRational, to other: AVRational) -> Int64 {
    let result = av_rescale_q(number, unit, other)
    // FFmpeg's mark of an overflow.
    if result == .min { return number < 0 ? -maximumFrames : maximumFrames }
    return bounded(result)
  }

  /// The bit rate of a file in bits per second; nil if implausible.
  static func bitRate(size: Int64, seconds: Double) -> Int? {
    let rate = Double(size) * 8 / seconds
    return rate > 0 && rate < 1e12 ? Int(rate) : nil
  }
}
