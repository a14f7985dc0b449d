internal import Music

/// The settings of an encoder for one file, by a rule.
struct SoundEncoding: Equatable {
  let format: AudioFileWriter.Format
  let bitRate: BitRate
  /// Hz.
  let sampleRate: Int
  let isMono: Bool

  /// - Parameters:
  ///   - sampleRate: of the source, in Hz.
  ///   - channels: of the source; more than two are mixed down.
  init(_ rule: ConversionRule, sampleRate: Int, channels: Int) {
    format = Self.format(of: rule)
    let isMono = channels == 1
    self.isMono = isMono
    // One channel needs half of the bits.
    bitRate =
      rule.encodedBitRate.map { .average(isMono ? max(8_000, $0 / 2) : $0) } ?? .quality(0)
    switch rule.codec {
    case .opus: self.sampleRate = ConversionRule.maximumSampleRate
    case .mp3, .aac:
      self.sampleRate =
        Self.rates.first { $0 >= sampleRate } ?? ConversionRule.maximumSampleRate
    }
  }

  static func format(of rule: ConversionRule) -> AudioFileWriter.Format {
    switch rule.codec {
    case .opus: .opus
    case .mp3: .mp3
    case .aac: .aac
    }
  }

  /// Sampling rates of MP3, all of which AAC has too.
  private static let rates = [
    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
  ]
}
