extension ConversionRule {
  /// The highest sampling rate of a converted file in Hz; files above it are always converted.
  package static let maximumSampleRate = 48_000

  /// Bits per second that the encoder is asked for, within its range; nil for variable quality.
  package var encodedBitRate: Int? {
    switch codec {
    case .opus: Self.clamped(bitRate ?? 160_000, to: 6_000...510_000)
    case .mp3: bitRate.map { Self.clamped($0, to: 32_000...320_000) }
    case .aac: Self.clamped(bitRate ?? 256_000, to: 32_000...320_000)
    }
  }

  /// Whether a file is converted; others are copied as they are.
  ///
  /// - Parameters:
  ///   - source: FFmpeg's name of the file's codec.
  ///   - sampleRate: in Hz, 0 for unknown.
  ///   - bitRate: of the file, in bits per second; nil for unknown.
  package func converts(
    codec source: String, sampleRate: Int, isLossless: Bool, bitRate: Int? = nil
  ) -> Bool {
    if sampleRate > Self.maximumSampleRate || isLossless { return true }
    if losslessOnly { return false }
    guard source == codec.rawValue else { return true }
    // Encoders miss the rate by some percent, and another generation would only lose sound.
    guard let bitRate, let encodedBitRate else { return false }
    return bitRate > encodedBitRate / 4 * 5
  }

  private static func clamped(_ number: Int, to range: ClosedRange<Int>) -> Int {
    min(range.upperBound, max(range.lowerBound, number))
  }
}
