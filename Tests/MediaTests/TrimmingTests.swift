import Foundation
import Media
import Music
import Testing

@Suite("What belongs to the encoder is not played")
struct TrimmingTests {
  private static let formats = [
    DecodedFormat(name: "a.flac", options: []), DecodedFormat(name: "a.wav", options: []),
    DecodedFormat(name: "alac.m4a", options: ["-c:a", "alac"]),
    DecodedFormat(name: "a.ogg", options: ["-c:a", "libvorbis"]),
    DecodedFormat(name: "a.opus", options: [], rate: 48000),
    DecodedFormat(name: "a.mp3", options: ["-c:a", "libmp3lame"], slack: 11),
    DecodedFormat(name: "aac.m4a", options: ["-c:a", "aac"], slack: 44),
  ]

  @Test(
    "a file is as long as its sound, at odd lengths too", arguments: formats,
    [1.0, 2.000_158, 3.011_973, 4.000_023])
  func lengths(_ format: DecodedFormat, seconds: Double) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: seconds, rate: format.rate)
    try await fixture.encode(format.name, format.options)
    let source = try await fixture.reference("source.wav")
    let heard = try decodeAll(Decoder(fixture.path(format.name)), rate: format.rate)
    #expect(abs(heard.count - source.count) / 2 <= format.slack)
    // The decoded sound is the source from its first frame on.
    #expect(shift(of: heard, against: source) == 0)
  }

  @Test("MP3 with nothing but iTunes' tag is trimmed by it", arguments: ["COMM", "TXXX"])
  func mp3(_ frame: String) async throws {
    for frames in [88_200, 100_001] {
      let fixture = try DecoderFixture()
      try await fixture.makeSource(seconds: Double(frames) / 44100)
      try await fixture.encode(
        "a.mp3", ["-write_xing", "0", "-id3v2_version", "0", "-write_id3v1", "0"])
      let source = try await fixture.reference("source.wav")
      let index = try #require(try SeekIndex.scan(fixture.path("a.mp3")))
      // LAME's encoder delay, and the remainder of the last frame.
      let delay = 1105 - 529
      let padding = Int(index.frameCount) * 1152 - delay - source.count / 2
      let text =
        " 00000000 \(hex(delay, 8)) \(hex(padding, 8)) \(hex(source.count / 2, 16)) 00000000"
      try fixture.write("b.mp3", tag(frame, text) + fixture.bytes(of: "a.mp3"))
      let decoder = try Decoder(fixture.path("b.mp3"))
      #expect(decoder.position == 0)
      #expect(decoder.duration == .seconds(Double(source.count / 2) / 44100))
      let heard = try decodeAll(decoder, rate: 44100)
      #expect(heard.count == source.count)
      #expect(shift(of: heard, against: source) == 0)
      let again = try Decoder(fixture.path("b.mp3"))
      #expect(again.use(try #require(try SeekIndex.scan(fixture.path("b.mp3")))))
      for target in [0, 1, 30_000, source.count / 2 - 100] {
        for decoder in [decoder, again] {
          try decoder.seek(to: Int64(target))
          let part = try decodeAll(decoder, rate: 44100, limit: 100)
          #expect(part == Array(heard[(target * 2)..<(target * 2 + 200)]))
        }
      }
    }
  }

  @Test("iTunes' tag does not trim again what LAME's header trims, nor does a false one anything")
  func oneOwner() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 2)
    try await fixture.encode("a.mp3", ["-id3v2_version", "0"])
    try await fixture.encode("c.mp3", ["-id3v2_version", "0", "-write_xing", "0"])
    let good = " 00000000 00000240 00000300 0000000000015888 00000000"
    let (a, c) = (try fixture.bytes(of: "a.mp3"), try fixture.bytes(of: "c.mp3"))
    let plain = try decodeAll(Decoder(fixture.path("a.mp3")), rate: 44100)
    try fixture.write("b.mp3", tag("COMM", good) + a)
    #expect(try decodeAll(Decoder(fixture.path("b.mp3")), rate: 44100) == plain)
    let bare = try decodeAll(Decoder(fixture.path("c.mp3")), rate: 44100)
    for text in [
      "", "x", " 00000000 FFFFFFFF 00000300 0000000000015888", " 0 0 0 0",
      " 00000000 00000240 00000300 -000000000015888", " 00000000 00000240",
    ] {
      try fixture.write("b.mp3", tag("COMM", text) + c)
      #expect(try decodeAll(Decoder(fixture.path("b.mp3")), rate: 44100) == bare, "\(text)")
    }
  }

  @Test("M4A with iTunes' tag is exactly as long as it says")
  func m4a() async throws {
    for frames in [44_100, 70_001, 100_003] {
      let fixture = try DecoderFixture()
      try await fixture.makeSource(seconds: Double(frames) / 44100)
      let source = try await fixture.reference("source.wav")
      let text = " 00000000 00000400 00000300 \(hex(source.count / 2, 16)) 00000000"
      try await fixture.encode(
        "a.m4a",
        ["-c:a", "aac", "-movflags", "use_metadata_tags", "-metadata", "iTunSMPB=\(text)"])
      let heard = try decodeAll(Decoder(fixture.path("a.m4a")), rate: 44100)
      #expect(heard.count == source.count)
      #expect(shift(of: heard, against: source) == 0)
    }
  }

  private func hex(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// An ID3v2.3 tag with one frame that is named "iTunSMPB".
  private func tag(_ frame: String, _ text: String) -> [UInt8] {
    let language = frame == "COMM" ? "eng" : ""
    let content = [0] + Array((language + "iTunSMPB").utf8) + [0] + Array(text.utf8)
    let count = content.count
    let size = [UInt8(0), 0, UInt8(count >> 8), UInt8(count & 0xFF)]
    let whole = count + 10
    return Array("ID3".utf8) + [3, 0, 0, 0, 0, UInt8(whole >> 7), UInt8(whole & 0x7F)]
      + Array(frame.utf8) + size + [0, 0] + content
  }

  /// The lag of one sound behind another in frames, at their greatest similarity.
  private func shift(of heard: [Float], against source: [Float]) -> Int {
    let start = 20_000
    let length = 400
    func difference(_ shift: Int) -> Float {
      (0..<length).reduce(0) { sum, frame in
        let step = heard[(start + shift + frame) * 2] - source[(start + frame) * 2]
        return sum + step * step
      }
    }
    return (-1200...1200).min { difference($0) < difference($1) } ?? .max
  }
}
