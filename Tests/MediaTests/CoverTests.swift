import AudioServing
import Foundation
import Media
import Music
import Testing

/// Pictures in files: decoding audio ignores their contents.
@Suite("Covers")
struct CoverTests {
  /// A picture of 8,000 x 8,000: some 250 kB, and 192 MB when it is decoded.
  private static let side = 8000
  private static let decoded = side * side * 3

  private func file(_ name: String, in fixture: DecoderFixture) async throws {
    try await fixture.makeSource(seconds: 2)
    try await fixture.ffmpeg(
      "-f", "lavfi", "-i", "color=red:s=\(Self.side)x\(Self.side),format=rgb24", "-frames:v", "1",
      "cover.png")
    try await fixture.ffmpeg(
      "-i", "source.wav", "-i", "cover.png", "-map", "0", "-map", "1", "-c:v", "copy",
      "-disposition:v", "attached_pic", name)
  }

  /// Peak memory of the process in bytes while `body` runs, beyond its memory before.
  private static func growth(_ body: () throws -> Void) throws -> Int {
    func kilobytes(_ name: String) throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name) })
      return try #require(Int(line.filter(\.isNumber)))
    }
    // Lets the kernel forget the peak (proc(5)).
    try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    let before = try kilobytes("VmRSS")
    try body()
    return try (kilobytes("VmHWM") - before) * 1024
  }

  @Test(
    "a cover takes no more memory than its bytes, in a file and in a stream",
    arguments: ["a.mp3", "a.flac", "a.m4a"])
  func memory(_ name: String) async throws {
    let fixture = try DecoderFixture()
    try await file(name, in: fixture)
    let plain = name.replacing("a.", with: "b.")
    try await fixture.encode(plain)
    let bytes = try fixture.bytes(of: name)
    let server = try AudioServer { $0.serve(bytes) }
    for source in [.file(fixture.path(name)), server.source(name)] {
      let (whole, small) = (source.text, fixture.path(plain).text)
      // In a process of its own, for an exact memory measurement.
      await #expect(processExitsWith: .success, "\(source.text)") {
        [whole = whole as String, small = small as String] in
        // Libraries loaded once are not counted.
        #expect(try decodeAll(Decoder(FilePath(small)), rate: 44100).count > 44100)
        let address = StreamAddress(whole)
        let source = address.map { MediaSource.stream($0) } ?? .file(FilePath(whole))
        let grown = try Self.growth { _ = try decodeAll(Decoder(source), rate: 44100) }
        #expect(grown < Self.decoded / 2)
      }
    }
    #expect(
      try decodeAll(Decoder(fixture.path(name)), rate: 44100)
        == decodeAll(Decoder(fixture.path(plain)), rate: 44100))
  }

  @Test(
    "the sound beside moving pictures is played, and the pictures are not",
    arguments: ["mkv", "mp4"])
  func video(_ suffix: String) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 3)
    try await fixture.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=320x240:d=3", "-i", "source.wav", "-c:v", "mpeg4", "-c:a",
      "aac", "film.\(suffix)")
    let samples = try decodeAll(Decoder(fixture.path("film.\(suffix)")), rate: 44100)
    #expect(abs(samples.count / 2 - 3 * 44100) < 4096)
    #expect(try TagReader.read(fixture.path("film.\(suffix)")).audio.codec == "aac")
  }

  @Test("a container that no music comes in is not opened, whatever the file is called")
  func container() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 2)
    try await fixture.ffmpeg("-i", "source.wav", "-c:a", "pcm_s16le", "-f", "nut", "song.mp3")
    let path = fixture.path("song.mp3")
    #expect {
      _ = try Decoder(path)
    } throws: { error in
      if case MediaError.noAudio(.file(path), _) = error { true } else { false }
    }
  }
}
