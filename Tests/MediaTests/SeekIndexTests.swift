import Foundation
import Media
import Music
import Testing

@Suite("Seek index")
struct SeekIndexTests {
  static let formats = [
    DecodedFormat(name: "cbr.mp3", options: ["-c:a", "libmp3lame", "-b:a", "128k"]),
    DecodedFormat(name: "vbr.mp3", options: ["-c:a", "libmp3lame", "-q:a", "3"]),
    DecodedFormat(
      name: "bare.mp3", options: ["-c:a", "libmp3lame", "-q:a", "3", "-write_xing", "0"]),
    DecodedFormat(
      name: "low.mp3", options: ["-c:a", "libmp3lame", "-b:a", "32k", "-ar", "22050", "-ac", "1"],
      rate: 22050),
    DecodedFormat(name: "two.mp2", options: ["-c:a", "mp2", "-b:a", "192k"]),
    DecodedFormat(
      name: "raw.aac", options: ["-c:a", "aac", "-b:a", "128k", "-aac_pns", "0", "-f", "adts"]),
  ]

  @Test("after scanning, every seek is exact and so is the duration", arguments: formats)
  func exactSeek(_ format: DecodedFormat) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 20)
    try await fixture.encode(format.name, format.options)
    try seekEverywhere(fixture.path(format.name), rate: format.rate)
  }

  @Test("a large picture in front does not matter", arguments: ["a.mp3", "bare.mp3"])
  func picture(_ name: String) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 10)
    try await fixture.ffmpeg(
      "-f", "lavfi", "-i", "nullsrc=s=320x240,geq=random(1)*255:128:128", "-frames:v", "1",
      "noise.png")
    try await fixture.ffmpeg(
      "-i", "source.wav", "-i", "noise.png", "-map", "0", "-map", "1", "-c:a", "libmp3lame",
      "-c:v", "copy", "-disposition:v", "attached_pic", "-write_xing", name == "a.mp3" ? "1" : "0",
      name)
    #expect(try fixture.bytes(of: name).count > 200_000)
    try seekEverywhere(fixture.path(name), rate: 44100)
  }

  @Test("tags behind and between the frames are passed over")
  func tags() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 10)
    try await fixture.encode(
      "a.mp3", ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"])
    let sound = try fixture.bytes(of: "a.mp3")
    let ape = Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xA0]
    let apeTag = ape + [UInt8](repeating: 0, count: 8 + 0x400)
    let old = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    try fixture.write("tagged.mp3", sound + apeTag + old)
    try seekEverywhere(fixture.path("tagged.mp3"), rate: 44100)
    let plain = try #require(try SeekIndex.scan(fixture.path("a.mp3")))
    let frame = 417 * 30  // not a frame's start: the tag lies within one
    let id3 = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0x20, 0] + [UInt8](repeating: 0, count: 0x1000)
    try fixture.write("spliced.mp3", Array(sound[..<frame]) + id3 + sound[frame...])
    let spliced = try #require(try SeekIndex.scan(fixture.path("spliced.mp3")))
    #expect((plain.frameCount - 2...plain.frameCount).contains(spliced.frameCount))
  }

  @Test(
    "a header that lies about the number of frames does not change what is heard where",
    arguments: [0, 100, 1_000_000])
  func lyingHeader(_ count: Int) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 10)
    try await fixture.encode("a.mp3", ["-c:a", "libmp3lame", "-q:a", "3", "-id3v2_version", "0"])
    var bytes = try fixture.bytes(of: "a.mp3")
    let mark = try #require(bytes.firstRange(of: Array("Xing".utf8)))
    for index in 0..<4 {
      bytes[mark.upperBound + 4 + index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * index))
    }
    try fixture.write("lying.mp3", bytes)
    try seekEverywhere(fixture.path("lying.mp3"), rate: 44100)
    if count == 0 {
      // Without the byte count FFmpeg plays the header's frame too.
      for index in 0..<4 { bytes[mark.upperBound + 8 + index] = 0 }
      try fixture.write("lying.mp3", bytes)
      try seekEverywhere(fixture.path("lying.mp3"), rate: 44100)
    }
  }

  @Test("a file cut off anywhere is as long as what can be decoded of it")
  func truncated() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 5)
    for (name, options) in [
      ("a.mp3", ["-c:a", "libmp3lame", "-write_xing", "0"]), ("a.aac", ["-c:a", "aac"]),
      ("b.mp3", ["-c:a", "libmp3lame"]),
    ] {
      try await fixture.encode(name, options)
      let bytes = try fixture.bytes(of: name)
      for length in stride(from: 20_000, to: 20_450, by: 14) {
        try fixture.write("cut-" + name, Array(bytes.prefix(length)))
        let path = fixture.path("cut-" + name)
        let decoder = try Decoder(path)
        #expect(decoder.use(try #require(try SeekIndex.scan(path))))
        let frames = try decodeAll(decoder, rate: 44100).count / 2
        #expect(frames == frameCount(decoder, 44100), "\(name) at \(length)")
      }
    }
  }

  @Test("garbage in front is not heard and shifts nothing", arguments: ["mp3", "aac"])
  func garbage(_ suffix: String) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 10)
    try await fixture.encode(
      "a." + suffix,
      ["-b:a", "128k"] + (suffix == "aac" ? ["-aac_pns", "0"] : ["-id3v2_version", "0"]))
    let clean = try decodeAll(Decoder(fixture.path("a." + suffix)), rate: 44100)
    let random = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/urandom"))
    for size in [1, 1000, 300_000] {
      // Zeros last, or a chance header could reach into the first frame.
      let garbage = Array(try random.read(upToCount: size) ?? Data()) + [0, 0, 0, 0]
      try fixture.write("b." + suffix, garbage + fixture.bytes(of: "a." + suffix))
      let path = fixture.path("b." + suffix)
      #expect(try decodeAll(Decoder(path), rate: 44100) == clean)
      try seekEverywhere(path, rate: 44100)
    }
  }

  @Test("damage in the middle leaves the places behind it where the index has them")
  func damage() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 20)
    // Without a header, whose end of the file would not be valid any more.
    try await fixture.encode("a.mp3", ["-b:a", "128k", "-write_xing", "0"])
    var bytes = try fixture.bytes(of: "a.mp3")
    let random = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/urandom"))
    let middle = bytes.count / 2
    bytes.insert(contentsOf: try random.read(upToCount: 100_000) ?? Data(), at: middle)
    try fixture.write("b.mp3", bytes)
    let path = fixture.path("b.mp3")
    let index = try #require(try SeekIndex.scan(path))
    let decoder = try Decoder(path)
    #expect(decoder.use(index))
    // The sound behind the garbage is as far from the end as in the clean file.
    let clean = try decodeAll(Decoder(fixture.path("a.mp3")), rate: 44100)
    let total = Int((index.duration.seconds * 44100).rounded())
    for fromEnd in stride(from: 2000, to: 44100 * 9, by: 30011) {
      try decoder.seek(to: Int64(total - fromEnd))
      let heard = try decodeAll(decoder, rate: 44100, limit: 500)
      #expect(place(of: heard, in: clean) == clean.count / 2 - fromEnd, "\(fromEnd) from the end")
    }
    // Playing through the damage corrects the position right after it.
    let through = try Decoder(path)
    #expect(through.use(index))
    _ = try decodeAll(through, rate: 44100)
    #expect(abs(Int(through.position) - total) <= 44100 / 20)
  }

  @Test("other formats have no index, and no index is taken for another file")
  func refusal() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 2)
    for name in ["a.flac", "a.ogg", "a.m4a", "a.mp3", "b.mp3"] { try await fixture.encode(name) }
    for name in ["source.wav", "a.flac", "a.ogg", "a.m4a"] {
      #expect(try SeekIndex.scan(fixture.path(name)) == nil)
    }
    let index = try #require(try SeekIndex.scan(fixture.path("a.mp3")))
    #expect(try Decoder(fixture.path("b.mp3")).use(index) == false)
    #expect(try Decoder(fixture.path("a.flac")).use(index) == false)
  }

  @Test("random bytes, zeros and lying tags give no index and take no time")
  func hostile() async throws {
    let fixture = try DecoderFixture()
    let random = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/urandom"))
    let huge = Array("ID3".utf8) + [3, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
    for bytes in [
      Array(try random.read(upToCount: 3_000_000) ?? Data()),
      [UInt8](repeating: 0, count: 3_000_000),
      [UInt8](repeating: 0xFF, count: 3_000_000), huge, [0xFF], [0xFF, 0xFB, 0x90, 0x64],
    ] {
      try fixture.write("hostile.mp3", bytes)
      #expect(try SeekIndex.scan(fixture.path("hostile.mp3")) == nil)
    }
  }

  @Test("scanning ends when it is cancelled")
  func cancellation() async throws {
    let fixture = try DecoderFixture()
    try fixture.write("zeros.mp3", [UInt8](repeating: 0, count: 3_000_000))
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: MediaError.cancelled) {
      try SeekIndex.scan(fixture.path("zeros.mp3"), cancellation: cancellation)
    }
  }

  private func frameCount(_ decoder: Decoder, _ rate: Int) -> Int {
    Int(((decoder.duration?.seconds ?? 0) * Double(rate)).rounded())
  }

  /// The frame at which one sound begins exactly in another.
  private func place(of part: [Float], in whole: [Float]) -> Int? {
    whole.withUnsafeBufferPointer { whole in
      part.withUnsafeBufferPointer { part in
        part.isEmpty
          ? nil
          : (0...(whole.count - part.count) / 2).first { start in
            whole[start * 2] == part[0]
              && memcmp(whole.baseAddress! + start * 2, part.baseAddress!, part.count * 4) == 0
          }
      }
    }
  }

  /// Checks that decoding from 40 positions and both ends equals decoding from the start.
  private func seekEverywhere(_ path: FilePath, rate: Int) throws {
    let whole = try decodeAll(Decoder(path), rate: rate)
    let decoder = try Decoder(path)
    let index = try #require(try SeekIndex.scan(path))
    #expect(decoder.use(index))
    #expect(frameCount(decoder, rate) == whole.count / 2)
    #expect(Int((index.duration.seconds * Double(rate)).rounded()) == whole.count / 2)
    // FFmpeg's layer II decoder dithers.
    let tolerance: Float = path.fileExtension == "mp2" ? 1e-4 : 0
    let frames = whole.count / 2
    for target in [0, 1, frames - 1, frames / 2] + (0..<40).map({ _ in .random(in: 0..<frames) }) {
      try decoder.seek(to: Int64(target))
      #expect(decoder.position == Int64(target))
      let heard = try decodeAll(decoder, rate: rate, limit: 500)
      let wanted = Array(whole[(target * 2)..<min(whole.count, target * 2 + 1000)])
      #expect(heard.count == wanted.count, "at frame \(target) of \(frames)")
      #expect(largestDifference(heard, wanted) <= tolerance, "at frame \(target) of \(frames)")
    }
  }
}
