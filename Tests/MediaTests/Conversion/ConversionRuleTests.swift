import Music
import Testing

@Suite("Rules of conversion")
struct ConversionRuleTests {
  private static let lossless = ConversionRule(codec: .opus, bitRate: 160_000)
  private static let all = ConversionRule(codec: .mp3, bitRate: 192_000, losslessOnly: false)
  private static let variable = ConversionRule(codec: .mp3, bitRate: nil, losslessOnly: false)

  private struct Source {
    var codec: String
    var rate = 44_100
    var isLossless = false
    var bitRate: Int?
  }

  private func converts(_ rule: ConversionRule, _ source: Source) -> Bool {
    rule.converts(
      codec: source.codec, sampleRate: source.rate, isLossless: source.isLossless,
      bitRate: source.bitRate)
  }

  @Test("a rule for lossless files leaves lossy ones alone, unless their rate is above 48 kHz")
  func losslessOnly() {
    #expect(converts(Self.lossless, Source(codec: "flac", isLossless: true)))
    #expect(!converts(Self.lossless, Source(codec: "mp3", bitRate: 320_000)))
    #expect(!converts(Self.lossless, Source(codec: "vorbis", rate: 48_000)))
    #expect(converts(Self.lossless, Source(codec: "vorbis", rate: 96_000)))
    #expect(!converts(Self.lossless, Source(codec: "", rate: 0)))
  }

  @Test("a rule for all files leaves those alone that the codec has made with as few bits")
  func everything() {
    #expect(converts(Self.all, Source(codec: "flac", isLossless: true)))
    #expect(converts(Self.all, Source(codec: "aac", bitRate: 96_000)))
    #expect(!converts(Self.all, Source(codec: "mp3", bitRate: 192_000)))
    #expect(!converts(Self.all, Source(codec: "mp3", bitRate: 128_000)))
    #expect(!converts(Self.all, Source(codec: "mp3")))
    #expect(converts(Self.all, Source(codec: "mp3", bitRate: 320_000)))
    #expect(!converts(Self.variable, Source(codec: "mp3", bitRate: 320_000)))
  }

  @Test("a bit rate that no encoder has becomes one that it has")
  func bitRates() {
    #expect(ConversionRule(codec: .opus, bitRate: nil).encodedBitRate == 160_000)
    #expect(ConversionRule(codec: .aac, bitRate: nil).encodedBitRate == 256_000)
    #expect(ConversionRule(codec: .mp3, bitRate: nil).encodedBitRate == nil)
    #expect(ConversionRule(codec: .opus, bitRate: -1).encodedBitRate == 6_000)
    #expect(ConversionRule(codec: .mp3, bitRate: .max).encodedBitRate == 320_000)
  }

  @Test("a forecast is an upper bound until a ratio is measured")
  func forecast() {
    let minute = Duration.seconds(60)
    #expect(Self.lossless.nominalSize(duration: minute) == 1_200_000)
    #expect(Self.lossless.forecast(duration: minute) == 1_260_000 + 512 << 10)
    #expect(Self.lossless.forecast(duration: minute, ratio: 0.7) == 882_000)
    #expect(Self.variable.nominalSize(duration: minute) == 2_400_000)
    #expect(Self.lossless.forecast(duration: .zero) == 512 << 10)
    #expect(Self.lossless.forecast(duration: .seconds(-3), ratio: 0.5) == 0)
    #expect(Self.lossless.forecast(duration: minute, ratio: .nan) == 1_260_000 + 512 << 10)
  }
}
