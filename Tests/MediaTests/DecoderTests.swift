import Foundation
import Media
import Music
import Testing

struct DecodedFormat: Sendable, CustomTestStringConvertible {
  var name: String
  var options: [String]
  /// Frames by which a file may be longer or shorter than its source.
  var slack = 0
  var rate = 44100
  var testDescription: String { name }
}

@Suite("Decoder")
struct DecoderTests {
  static let formats = [
    DecodedFormat(name: "a.wav", options: ["-c:a", "pcm_s16le"]),
    DecodedFormat(name: "b.wav", options: ["-c:a", "pcm_s24le"]),
    DecodedFormat(name: "a.flac", options: ["-c:a", "flac"]),
    DecodedFormat(name: "alac.m4a", options: ["-c:a", "alac"]),
    DecodedFormat(name: "a.wv", options: ["-c:a", "wavpack"]),
    DecodedFormat(name: "a.aiff", options: []),
    DecodedFormat(name: "a.ogg", options: ["-c:a", "libvorbis"]),
    DecodedFormat(name: "a.opus", options: ["-c:a", "libopus"], rate: 48000),
    // FFmpeg's MP3 writer cannot store more than a frame of padding.
    DecodedFormat(name: "a.mp3", options: ["-c:a", "libmp3lame"], slack: 11),
    // The edit list has a resolution of milliseconds.
    DecodedFormat(name: "aac.m4a", options: ["-c:a", "aac"], slack: 44),
  ]

  @Test("gives the frames that went in, as the ffmpeg command decodes them", arguments: formats)
  func wholeFile(_ format: DecodedFormat) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 3.0123, rate: format.rate)
    try await fixture.encode(format.name, format.options)
    let decoder = try Decoder(fixture.path(format.name))
    #expect(decoder.rate == format.rate)
    let ours = try decodeAll(decoder, rate: format.rate)
    let frames = try await fixture.reference("source.wav").count / 2
    #expect(abs(ours.count / 2 - frames) <= format.slack)
    #expect(largestDifference(ours, try await fixture.reference(format.name)) < 1e-6)
  }

  @Test(
    "seeks to the frame that was asked for",
    arguments: [
      DecodedFormat(name: "a.wav", options: []), DecodedFormat(name: "a.flac", options: []),
      DecodedFormat(name: "a.wv", options: []),
      DecodedFormat(name: "alac.m4a", options: ["-c:a", "alac"]),
      DecodedFormat(name: "a.mp3", options: ["-c:a", "libmp3lame"]),
      DecodedFormat(name: "vbr.mp3", options: ["-c:a", "libmp3lame", "-q:a", "3"]),
      DecodedFormat(name: "a.ogg", options: ["-c:a", "libvorbis"]),
    ])
  func exactSeek(_ format: DecodedFormat) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 8)
    try await fixture.encode(format.name, format.options)
    let whole = try decodeAll(Decoder(fixture.path(format.name)), rate: 44100)
    let decoder = try Decoder(fixture.path(format.name))
    var chance = SystemRandomNumberGenerator()
    let targets =
      [0, 1, whole.count / 2 - 1]
      + (0..<40).map { _ in
        Int.random(in: 0..<(whole.count / 2), using: &chance)
      }
    for target in targets {
      try decoder.seek(to: Int64(target))
      #expect(decoder.position == Int64(target))
      let heard = try decodeAll(decoder, rate: 44100, limit: 500)
      let wanted = Array(whole[(target * 2)..<min(whole.count, target * 2 + heard.count)])
      #expect(heard == wanted, "at frame \(target)")
    }
  }

  @Test("seeking behind the end leaves nothing to decode")
  func seekBehindEnd() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 1)
    let decoder = try Decoder(fixture.path("source.wav"))
    try decoder.seek(to: 10_000_000)
    #expect(try decodeAll(decoder, rate: 44100).isEmpty)
    try decoder.seek(to: 44000)
    #expect(try decodeAll(decoder, rate: 44100).count == 200)
  }

  @Test("one resampler over two files gives what it gives over both in one")
  func seamlessResampling() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 2)
    try await fixture.ffmpeg("-i", "source.wav", "-af", "atrim=end_sample=40007", "one.wav")
    try await fixture.ffmpeg("-i", "source.wav", "-af", "atrim=start_sample=40007", "two.wav")
    let whole = try decodeAll(Decoder(fixture.path("source.wav")), rate: 48000)
    let resampler = Resampler(rate: 48000)
    var joined: [Float] = []
    for name in ["one.wav", "two.wav"] {
      let decoder = try Decoder(fixture.path(name))
      while try decoder.decode(into: resampler) {
        joined += resampler.pending
        resampler.consume(resampler.pendingFrames)
      }
    }
    resampler.finish()
    joined += resampler.pending
    #expect(joined.count == whole.count)
    #expect(whole.count / 2 == 96000)
    #expect(largestDifference(joined, whole) < 1e-6)
  }

  @Test("one channel comes out on both sides at its own level")
  func mono() async throws {
    let fixture = try DecoderFixture()
    try await fixture.ffmpeg(
      "-f", "lavfi", "-i", "aevalsrc=0.5:s=44100:d=0.2", "-c:a", "pcm_f32le", "mono.wav")
    let samples = try decodeAll(Decoder(fixture.path("mono.wav")), rate: 44100)
    #expect(samples.count == 2 * 8820)
    #expect(samples.allSatisfy { abs($0 - 0.5) < 1e-6 })
  }

  @Test("is done with a cancelled file at once")
  func cancellation() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 1)
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: MediaError.cancelled) {
      try Decoder(fixture.path("source.wav"), cancellation: cancellation)
    }
  }
}
