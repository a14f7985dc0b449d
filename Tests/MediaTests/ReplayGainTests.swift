import Foundation
import Media
import Music
import Testing

@Suite("ReplayGain of a file")
struct ReplayGainTests {
  private static let tags = [
    "REPLAYGAIN_TRACK_GAIN=-6.54 dB", "REPLAYGAIN_TRACK_PEAK=0.988123",
    "REPLAYGAIN_ALBUM_GAIN=-7.10 dB", "REPLAYGAIN_ALBUM_PEAK=1.012345",
  ]

  @Test(
    "is read in every format, in either case of letters",
    arguments: ["a.flac", "a.mp3", "a.ogg", "a.wv", "a.opus"], [false, true])
  func read(_ name: String, isLower: Bool) async throws {
    let found = try await gain(name, Self.tags.map { isLower ? $0.lowercased() : $0 })
    let expected = ReplayGain(
      trackGain: -6.54, trackPeak: 0.988123, albumGain: -7.1, albumPeak: 1.012345)
    #expect(found == expected)
  }

  @Test("is read from MP4, where the tags are free")
  func mp4() async throws {
    let found = try await gain("a.m4a", Self.tags, ["-movflags", "use_metadata_tags"])
    #expect(found?.trackGain == -6.54)
    #expect(found?.albumPeak == 1.012345)
  }

  @Test("of Opus counts from another loudness: 5 dB more")
  func opus() async throws {
    let found = try await gain("a.opus", ["R128_TRACK_GAIN=-1690", "R128_ALBUM_GAIN=256"])
    #expect(found == ReplayGain(trackGain: -1690.0 / 256 + 5, albumGain: 6))
    let both = try await gain("a.opus", ["R128_TRACK_GAIN=-1280"] + Self.tags)
    #expect(both?.trackGain == 0)
    #expect(both?.albumGain == -7.1)
  }

  @Test(
    "is nothing where it cannot be true",
    arguments: [
      "nan", "1e9 dB", "1000000000", "-61 dB", "30.01", "loud", "", "inf", "0x10p9", "--1",
    ])
  func hostile(_ value: String) async throws {
    let tags = ["REPLAYGAIN_TRACK_GAIN=\(value)", "REPLAYGAIN_ALBUM_PEAK=\(value)"]
    let found = try await gain("a.flac", tags + ["iTunNORM= 00000A2C 00000B11 000063D6"])
    #expect(found == nil)
  }

  @Test("an absent or meaningless one is nil")
  func absent() async throws {
    #expect(try await gain("a.flac", []) == nil)
    #expect(try await gain("a.flac", ["iTunNORM= 00000A2C 00000B11 000063D6"]) == nil)
    #expect(try await gain("a.flac", ["REPLAYGAIN_TRACK_GAIN=nan dB"]) == nil)
  }

  @Test("the gain in Opus' header is applied by decoding, so nobody applies it again")
  func opusHeader() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 1, rate: 48000)
    try await fixture.encode("a.opus", ["-b:a", "128k"])
    var bytes = try fixture.bytes(of: "a.opus")
    let head = try #require(bytes.firstRange(of: Array("OpusHead".utf8))).lowerBound
    // -6 dB as Q7.8, little-endian, at byte 16 of the header (RFC 7845, section 5.1).
    let gain = UInt16(bitPattern: -6 * 256)
    (bytes[head + 16], bytes[head + 17]) = (UInt8(gain & 0xFF), UInt8(gain >> 8))
    setChecksum(of: &bytes, from: 0, to: head + 19)
    try fixture.write("b.opus", bytes)
    let loud = try decodeAll(Decoder(fixture.path("a.opus")), rate: 48000)
    let decoder = try Decoder(fixture.path("b.opus"))
    #expect(decoder.replayGain == nil)
    let quiet = try decodeAll(decoder, rate: 48000)
    let ratio = power(quiet) / power(loud)
    #expect(abs(10 * log10(ratio) + 6) < 0.1)
  }

  @Test("of LAME's own header is taken where there are no tags")
  func lame() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 1)
    try await fixture.encode("a.mp3", ["-id3v2_version", "0"])
    var bytes = try fixture.bytes(of: "a.mp3")
    // After flags, counts, table and quality: the name, revision, lowpass; then peak and gains.
    let mark = try #require(bytes.firstRange(of: Array("Info".utf8))).lowerBound
    let gains = mark + 8 + 4 + 4 + 100 + 4 + 9 + 1 + 1 + 4
    // Radio gain, set by the encoder, -6.5 dB (LAME tag, Radio Replay Gain).
    (bytes[gains], bytes[gains + 1]) = (0b0010_1110, 65)
    // The header's checksum (CRC-16 with the polynomial 0xA001) over all bytes before it.
    let end = mark + 120 + 34
    var sum: UInt16 = 0
    for byte in bytes[(mark - 36)..<end] {
      sum ^= UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 != 0 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }
    (bytes[end], bytes[end + 1]) = (UInt8(sum >> 8), UInt8(sum & 0xFF))
    try fixture.write("b.mp3", bytes)
    let found = try Decoder(fixture.path("b.mp3")).replayGain
    #expect(found?.trackGain == -6.5)
  }

  private func power(_ samples: [Float]) -> Double { samples.reduce(0) { $0 + Double($1 * $1) } }

  /// Corrects the checksum of an Ogg page (RFC 3533, section 6).
  private func setChecksum(of bytes: inout [UInt8], from start: Int, to end: Int) {
    for offset in 22..<26 { bytes[start + offset] = 0 }
    var sum: UInt32 = 0
    for byte in bytes[start..<end] {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    for offset in 0..<4 { bytes[start + 22 + offset] = UInt8(sum >> UInt32(8 * offset) & 0xFF) }
  }

  private func gain(
    _ name: String, _ tags: [String], _ options: [String] = []
  ) async throws -> ReplayGain? {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 0.2)
    try await fixture.encode(name, tags.flatMap { ["-metadata", $0] } + options)
    return try Decoder(fixture.path(name)).replayGain
  }
}
