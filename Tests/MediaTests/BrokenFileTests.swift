import Foundation
import Glibc
import Media
import Music
import Testing

@Suite("Broken files")
struct BrokenFileTests {
  /// The error of opening and decoding a file, with a limit on processor time.
  private func fault(_ path: FilePath) -> MediaError? {
    let start = processorTime()
    defer { #expect(processorTime() - start < .seconds(1)) }
    do throws(MediaError) {
      let decoder = try Decoder(path)
      let resampler = Resampler(rate: 44100)
      while try decoder.decode(into: resampler) { resampler.consume(resampler.pendingFrames) }
      return nil
    } catch { return error }
  }

  @Test("a missing file is unreadable")
  func missing() async throws {
    let fixture = try DecoderFixture()
    let path = fixture.path("nothing.flac")
    #expect(fault(path) == .unreadable(path, code: ENOENT))
    #expect(fault(path)?.reason == "no such file")
  }

  @Test("a folder and a pipe are no files, and do not block")
  func notFiles() async throws {
    let fixture = try DecoderFixture()
    let folder = FilePath(fixture.folder.path)
    #expect(fault(folder) == .notAFile(folder))
    let pipe = fixture.path("pipe.mp3")
    #expect(mkfifo(pipe.text, 0o600) == 0)
    #expect(fault(pipe) == .notAFile(pipe))
  }

  @Test("an empty file is called empty")
  func empty() async throws {
    let fixture = try DecoderFixture()
    try fixture.write("empty.mp3", [])
    #expect(fault(fixture.path("empty.mp3")) == .empty(fixture.path("empty.mp3")))
  }

  @Test("a playlist in disguise opens none of the files that it names")
  func disguise() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 1)
    try await fixture.encode("song.wav")
    let song = fixture.path("song.wav")
    #expect(fault(song) == nil)
    let list = """
      #EXTM3U
      #EXT-X-TARGETDURATION:10
      #EXTINF:10,
      \(song.text)
      #EXT-X-ENDLIST
      """
    for name in ["list.mp3", "list.m3u8"] {
      try fixture.write(name, Array(list.utf8))
      #expect(fault(fixture.path(name)) != nil)
    }
  }

  @Test(
    "random bytes, zeros and text are not audio", arguments: ["mp3", "flac", "wav", "m4a", "ogg"])
  func noise(_ suffix: String) async throws {
    let fixture = try DecoderFixture()
    let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/urandom"))
    let random = Array(try source.read(upToCount: 1_000_000) ?? Data())
    let contents = [
      random, [UInt8](repeating: 0, count: 1_000_000),
      Array(String(repeating: "hello world\n", count: 10_000).utf8),
    ]
    for (index, bytes) in contents.enumerated() {
      let name = "noise\(index).\(suffix)"
      try fixture.write(name, bytes)
      switch fault(fixture.path(name)) {
      case .noAudio, .undecodable: break
      case let other: Issue.record("\(name): \(String(describing: other))")
      }
    }
  }

  @Test("a picture is not an audio file")
  func picture() async throws {
    let fixture = try DecoderFixture()
    try await fixture.ffmpeg("-f", "lavfi", "-i", "testsrc=d=0.04", "-frames:v", "1", "picture.png")
    guard case .noAudio = fault(fixture.path("picture.png")) else {
      Issue.record("a picture was opened")
      return
    }
  }

  @Test(
    "a truncated file plays as far as it goes", arguments: ["a.flac", "a.mp3", "a.wav", "a.ogg"])
  func truncated(_ name: String) async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 5)
    try await fixture.encode(name)
    let bytes = try fixture.bytes(of: name)
    try fixture.write("cut-" + name, Array(bytes.prefix(bytes.count * 6 / 10)))
    let samples = try decodeAll(Decoder(fixture.path("cut-" + name)), rate: 44100)
    #expect(samples.count / 2 > 44100 * 2)
    #expect(samples.count / 2 < 44100 * 4)
  }

  @Test("a wrong extension does not matter")
  func wrongExtension() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 1)
    try await fixture.encode("a.flac")
    try fixture.write("lie.mp3", fixture.bytes(of: "a.flac"))
    #expect(try decodeAll(Decoder(fixture.path("lie.mp3")), rate: 44100).count == 88200)
  }

  @Test("damage in the middle is passed over")
  func damage() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 5)
    try await fixture.encode("a.flac")
    var bytes = try fixture.bytes(of: "a.flac")
    for index in (bytes.count / 2)..<(bytes.count / 2 + 20000) { bytes[index] = 0x55 }
    try fixture.write("damaged.flac", bytes)
    #expect(try decodeAll(Decoder(fixture.path("damaged.flac")), rate: 44100).count > 44100 * 2 * 4)
  }
}
