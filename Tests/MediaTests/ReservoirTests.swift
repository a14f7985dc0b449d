import Foundation
import Media
import Music
import Testing

/// An encoder's settings for an MP3.
struct ReservoirCase: CustomTestStringConvertible {
  var encoder: String
  var rate: Int
  var channels: Int
  var options: [String]
  var testDescription: String {
    "\(encoder) \(rate) Hz \(channels) \(options.joined(separator: " "))"
  }
}

/// MP3 frames begin in the frames before them; a seek decodes no more of those than necessary.
@Suite("Seeking in MP3")
struct ReservoirTests {
  /// Encoded by lame, which uses the bit reservoir as far as possible.
  private static let byLame = [
    (44100, 2, ["-b", "320"]), (44100, 2, ["-b", "32"]), (44100, 1, ["-b", "64"]),
    (44100, 2, ["-V", "0"]), (44100, 2, ["-V", "9"]), (48000, 2, ["--abr", "140"]),
    (32000, 1, ["-b", "40", "--nores"]), (44100, 2, ["-p", "-b", "96"]),
    (22050, 2, ["-b", "160"]), (24000, 1, ["-b", "8"]), (16000, 2, ["-V", "7"]),
    (11025, 1, ["-b", "8"]), (8000, 2, ["-b", "64"]), (8000, 1, ["-V", "9"]),
  ].map { ReservoirCase(encoder: "lame", rate: $0.0, channels: $0.1, options: $0.2) }

  /// Encoded by FFmpeg, as most programs do.
  private static let byFFmpeg = [
    (44100, 2, ["-b:a", "128k"]), (44100, 1, ["-b:a", "64k", "-write_xing", "0"]),
    (48000, 2, ["-q:a", "2"]), (24000, 1, ["-b:a", "24k"]), (12000, 2, ["-b:a", "16k"]),
  ].map { ReservoirCase(encoder: "ffmpeg", rate: $0.0, channels: $0.1, options: $0.2) }

  @Test("gives bit for bit what decoding from the start gives", arguments: byLame + byFFmpeg)
  func exact(_ written: ReservoirCase) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 12, rate: written.rate)
    try await fixture.ffmpeg("-i", "source.wav", "-ac", "\(written.channels)", "in.wav")
    if written.encoder == "lame" {
      let lame = "/usr/bin/lame"
      // Lame may not be installed; FFmpeg's encoder is tested everywhere.
      guard FileManager.default.isExecutableFile(atPath: lame) else { return }
      try await fixture.run(lame, ["--quiet"] + written.options + ["in.wav", "out.mp3"])
    } else {
      try await fixture.ffmpeg(["-i", "in.wav"] + written.options + ["out.mp3"])
    }
    let path = fixture.path("out.mp3")
    for index in [nil, try SeekIndex.scan(path)] {
      let whole = try Decoder(path)
      let rate = whole.rate
      if let index { whole.use(index) }
      let sound = try decodeAll(whole, rate: rate)
      let count = sound.count / 2
      let decoder = try Decoder(path)
      if let index { decoder.use(index) }
      let places = [0, 1, 575, 1152, 2000, count - 1]
      let targets = places + (0..<50).map { _ in Int.random(in: 0..<count) }
      for target in targets {
        try decoder.seek(to: Int64(target))
        #expect(decoder.position == Int64(target))
        let heard = try decodeAll(decoder, rate: rate, limit: 3000)
        let wanted = sound[(target * 2)..<min(sound.count, target * 2 + 6000)]
        #expect(heard.elementsEqual(wanted), "at frame \(target)")
      }
    }
  }
}
