import Foundation
import Music
import Testing

@testable import Media

@Suite("What files claim of themselves")
struct FileClaimTests {
  private let folder = MediaFolder()

  /// A file whose last Ogg page ends at the sample `granule`.
  private func ogg(_ name: String, _ arguments: [String], granule: Int64) throws -> FilePath {
    var bytes = try folder.bytes(try folder.encode("whole-" + name, arguments, tags: [:]))
    let page = try #require(Checksums.oggPages(bytes).last)
    bytes.replaceSubrange(
      page.lowerBound + 6..<page.lowerBound + 14,
      with: withUnsafeBytes(of: granule.littleEndian) { Array($0) })
    Checksums.correctOgg(&bytes, page: page)
    return folder.write(name, bytes)
  }

  static let granules: [Int64] = [
    9_223_372_036_854, 9_223_372_036_855, 10_000_000_000_000, 1 << 43, 1 << 44 - 1, 1 << 44,
    1 << 62, .max, .min, .min + 1, -2, -1, 0, 1,
  ]

  @Test("an Ogg may end at any sample that its last page says", arguments: granules)
  func vorbis(_ granule: Int64) throws {
    let file = try ogg("a.ogg", [], granule: granule)
    let facts = try? TagReader.read(file)  // because an error is as good
    if let duration = facts?.audio.duration { #expect(duration <= .seconds(3_600)) }
    try listen(to: file)
  }

  @Test("an Opus may end at any sample that its last page says", arguments: granules)
  func opus(_ granule: Int64) throws {
    let file = try ogg("a.opus", ["-ar", "48000"], granule: granule)
    let facts = try? TagReader.read(file)  // because an error is as good
    if let duration = facts?.audio.duration { #expect(duration <= .seconds(3_600)) }
    try listen(to: file)
  }

  /// Opens a file, asks for everything it counts, and decodes a little at several positions.
  private func listen(to file: FilePath) throws {
    do throws(MediaError) {
      let decoder = try Decoder(file)
      let resampler = Resampler(rate: 48_000)
      for offset in [nil, 0, 44_100, Int64.max] {
        if let offset { try decoder.seek(to: offset) }
        for _ in 0..<20 where try decoder.decode(into: resampler) {
          resampler.consume(resampler.pendingFrames)
        }
        #expect(decoder.position >= 0 && decoder.time >= .zero)
        #expect(decoder.duration ?? .zero <= .seconds(PlausibleRange.maximumSeconds))
      }
    } catch {
      // An error is as good.
    }
  }

  @Test("a duration is what the size of the file can hold, or none")
  func lyingLength() throws {
    var bytes = try folder.bytes(try folder.encode("whole.w64", ["-ar", "8000"], tags: [:]))
    // Wave64: chunks of a 16-byte name and an 8-byte size, which includes both.
    let data = try #require(bytes.firstRange(of: Array("data".utf8) + [0xF3, 0xAC, 0xD3, 0x11]))
    for claimed in [Int64(1) << 62, .max, .min, -1, 1 << 44] {
      bytes.replaceSubrange(
        data.lowerBound + 16..<data.lowerBound + 24,
        with: withUnsafeBytes(of: claimed.littleEndian) { Array($0) })
      try listen(to: folder.write("lie.w64", bytes))
    }
  }

  @Test("a length beyond 2^61 samples is not handed on", arguments: ["a.caf", "a.mka", "a.m4a"])
  func enormous(_ name: String) throws {
    let whole = try folder.bytes(try folder.encode("whole-" + name, [], tags: [:]))
    // Eight-byte fields at offsets throughout the headers, in turn.
    for offset in stride(from: 0, to: min(whole.count - 8, 480), by: 12) {
      var bytes = whole
      bytes.replaceSubrange(offset..<offset + 8, with: [0x3F] + [UInt8](repeating: 0xFF, count: 7))
      try listen(to: folder.write("enormous-" + name, bytes))
    }
  }

  /// A WAV of 8 bits and one channel.
  private func wave(rate: Int, seconds: Int = 1) -> FilePath {
    let sound = [UInt8](repeating: 0x80, count: max(8_192, min(rate, 100_000) * seconds))
    let format =
      TagBytes.little(1, 2) + TagBytes.little(1, 2) + TagBytes.little(rate)
      + TagBytes.little(rate) + TagBytes.little(1, 2) + TagBytes.little(8, 2)
    let body =
      Array("WAVEfmt ".utf8) + TagBytes.little(16) + format + Array("data".utf8)
      + TagBytes.little(sound.count) + sound
    return folder.write(
      "rate\(rate).wav", Array("RIFF".utf8) + TagBytes.little(body.count) + body)
  }

  @Test("a sampling rate that nobody records at is refused", arguments: [1, 2, 999, 100_000_000])
  func sillyRate(_ rate: Int) {
    let file = wave(rate: rate)
    let refusal = MediaError.unplayableRate(.file(file), hertz: rate)
    #expect(throws: refusal) { try Decoder(file) }
    #expect(throws: refusal) { try TagReader.read(file) }
  }

  @Test("low and high sampling rates are played", arguments: [1_000, 4_000, 384_000, 705_600])
  func oddRate(_ rate: Int) throws {
    let file = wave(rate: rate)
    #expect(try TagReader.read(file).audio.sampleRate == rate)
    let samples = try decodeAll(Decoder(file), rate: 48_000)
    #expect(samples.count > 0)
  }

  @Test("a FLAC of which next to nothing is left is refused at its end", arguments: [0.1, 0.4])
  func cutOff(_ seconds: Double) throws {
    let whole = try folder.bytes(
      try folder.encode("whole.flac", ["-af", "apad=whole_dur=40", "-t", "40"], tags: [:]))
    let frames = Checksums.flacFrames(whole, most: 12)
    let frame = try #require(frames.first { _ in true })
    let count = max(1, Int(seconds * 44_100 / 4_608))
    try #require(frames.count > count)
    let end = frames[count].frame.lowerBound + 40
    #expect(frame.frame.lowerBound < end)
    let file = folder.write("cut.flac", Array(whole[..<end]))
    let decoder = try Decoder(file)
    #expect(throws: MediaError.cutOff(.file(file), of: .seconds(40))) {
      _ = try decodeAll(decoder, rate: 44_100)
    }
    #expect(decoder.position > 0, "what is there is heard first")
    #expect(try !decoder.decode(into: Resampler(rate: 44_100)))
    #expect(
      MediaError.cutOff(.file(file), of: .seconds(40)).reason
        == "cut off: next to nothing of its 0:40 is there")
  }

  @Test("a short sound of which all is there ends as any other")
  func shortSound() throws {
    for name in ["a.flac", "a.wav", "a.m4a", "a.wv", "a.aiff"] {
      let file = try folder.encode(name, ["-t", "0.2"], tags: [:])
      #expect(try decodeAll(Decoder(file), rate: 44_100).count >= 2 * 8_820)
    }
  }
}
