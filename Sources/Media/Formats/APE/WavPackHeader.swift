import Music

/// The first block of WavPack (its file format, version 5) and the tags behind the last.
enum WavPackHeader {
  private static let rates = [
    6_000, 8_000, 9_600, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000,
    88_200, 96_000, 192_000,
  ]

  /// Nil for DSD, for more than two channels and for unknown lengths.
  static func read(_ file: HeaderFile) -> HeaderFacts? {
    guard let block = file.bytes(at: 0, 32) else { return nil }
    let flags = block.little(24, 4)
    let samples = block.little(12, 4)
    let rate = flags >> 23 & 15
    // One block for all channels, with a known rate and number of samples.
    guard flags & 0x1800 == 0x1800, flags & 0x8000_0000 == 0, rate < rates.count,
      samples != 0xFFFF_FFFF, block[10] == 0, block.little(16, 4) == 0
    else { return nil }
    var facts = HeaderFacts()
    facts.audio.codec = "wavpack"
    facts.audio.container = "wv"
    facts.audio.sampleRate = rates[rate]
    facts.audio.channels = flags & 4 != 0 ? 1 : 2
    let bits = (flags & 3 + 1) * 8 - flags >> 13 & 31
    facts.audio.bitDepth = flags & 8 == 0 && bits > 0 ? bits : nil
    let end = TrailingTags(file, into: &facts.tags).audioEnd
    facts.setDuration(samples: Int64(samples + Int(block[11]) << 32 - Int(block[11])))
    facts.audioHash = file.hash(from: 0, to: end)
    return facts
  }
}
