import CFFmpeg

/// Bounds for the numbers of a file, which may say anything of itself.
enum Believable {
  /// Hz. The highest is that of DSD1024, of which FFmpeg counts bytes of eight samples; below the
  /// lowest a block of a few kilobytes would become seconds of sound, and gigabytes of samples.
  static let rates = 1_000...6_144_000

  /// Stamps and numbers of frames, either way: three of these add up without an overflow.
  static let maximumFrames: Int64 = 1 << 61

  /// Seconds that a player counts with, thirty years.
  static let maximumSeconds: Int64 = 1_000_000_000

  /// Whether a file of this size can be that long: nothing takes less than 64 bytes for a second.
  static func isLength(seconds: Int64, size: Int64) -> Bool { seconds <= size / 64 + 1 }

  /// A stamp or a number of frames within bounds.
  static func bounded(_ number: Int64) -> Int64 { min(max(number, -maximumFrames), maximumFrames) }

  /// A stamp or a number of frames in other units, within bounds.
  static func rescaled(_ number: Int64, from unit: AVRational, to other: AVRational) -> Int64 {
    let result = av_rescale_q(number, unit, other)
    // FFmpeg's word for what does not fit.
    if result == .min { return number < 0 ? -maximumFrames : maximumFrames }
    return bounded(result)
  }

  /// Bits per second of a file; nil where that is more than any has.
  static func bitRate(size: Int64, seconds: Double) -> Int? {
    let rate = Double(size) * 8 / seconds
    return rate > 0 && rate < 1e12 ? Int(rate) : nil
  }
}
