import Foundation
import HTTP
import Media
import Music
import TestServers
import Testing

@testable import Streaming

/// Sound of every kind decoded from a server and from a file, compared sample by sample.
@Suite(
  "Decoding from a server", .serialized,
  .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"))
struct DecodingTests {
  struct Format: Sendable, CustomTestStringConvertible {
    var name: String
    var type = "audio/mpeg"
    var options: [String] = []
    var testDescription: String { name }
  }

  static let formats = [
    Format(name: "a.mp3", options: ["-c:a", "libmp3lame", "-b:a", "320k"]),
    Format(name: "v.mp3", options: ["-c:a", "libmp3lame", "-q:a", "2"]),
    Format(name: "a.m4a", type: "audio/mp4", options: ["-c:a", "aac", "-b:a", "320k"]),
    Format(
      name: "fast.m4a", type: "audio/mp4",
      options: ["-c:a", "aac", "-b:a", "256k", "-movflags", "faststart"]),
    Format(name: "a.flac", type: "audio/flac"),
    Format(name: "a.opus", type: "audio/ogg", options: ["-c:a", "libopus", "-b:a", "256k"]),
    Format(name: "a.ogg", type: "application/ogg", options: ["-c:a", "libvorbis", "-q:a", "8"]),
    Format(name: "a.wav", type: "audio/wav"),
  ]

  let folder = TestFolder()

  func make(
    _ format: Format, seconds: Int = 5, source: String? = nil
  ) async throws -> FilePath {
    let path = folder.path.appending(format.name)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
    process.arguments =
      [
        "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
        source
          ?? "aevalsrc=0.3*sin(2*PI*(200+90*t)*t)+0.1*(random(0)-0.5)|0.3*sin(1900*t)"
          + "+0.1*(random(1)-0.5):s=44100:d=\(seconds)",
      ] + format.options + [path.text]
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    return path
  }

  func remote(
    _ path: FilePath, _ format: Format, _ change: (inout FileServer.Behaviour) -> Void = { _ in }
  ) throws -> Remote {
    let bytes = Array(try Data(contentsOf: URL(filePath: path.text)))
    var remote = Remote(
      try FileServer(bytes) {
        $0.type = format.type
        change(&$0)
      })
    remote.limits.firstBytes = 64 << 10
    return remote
  }

  func decoder(_ remote: Remote) throws -> Decoder {
    try Decoder(.server(Remote.address), remote: remote.sounds.opening)
  }

  func samples(_ decoder: Decoder, limit: Int = .max) throws -> [Float] {
    let resampler = Resampler(rate: decoder.rate)
    var samples: [Float] = []
    while samples.count < limit {
      let isMore = try decoder.decode(into: resampler)
      if !isMore { resampler.finish() }
      samples += resampler.pending
      resampler.consume(resampler.pendingFrames)
      if !isMore { break }
    }
    return Array(samples.prefix(limit))
  }

  @Test("every sample is the file's, through cuts in the middle", arguments: formats)
  func whole(_ format: Format) async throws {
    let path = try await make(format)
    let remote = try remote(path, format) { $0.faults = [.cut(50_000), .cut(20_000), .cut(7)] }
    let decoder = try decoder(remote)
    let file = try Decoder(path)
    #expect(decoder.duration == file.duration && !decoder.isStream && decoder.isSeekable)
    let expected = try samples(file)
    let isSame = try samples(decoder) == expected
    #expect(isSame)
    #expect(expected.count > 44100 * 2 * 4)
  }

  @Test("a seek lands at the same sample as in the file", arguments: formats)
  func seeks(_ format: Format) async throws {
    let path = try await make(format)
    let remote = try remote(path, format)
    let decoder = try decoder(remote)
    let file = try Decoder(path)
    // The bytes of an MP3 of variable bit rate are there first, or its places are estimates.
    if format.name == "v.mp3" { _ = try samples(decoder) }
    for second in [4, 1, 3, 0, 2] {
      let target = Int64(second * decoder.rate + 77)
      try decoder.seek(to: target)
      try file.seek(to: target)
      #expect(decoder.position == file.position)
      let count = decoder.rate / 4
      let isSame = try samples(decoder, limit: count) == samples(file, limit: count)
      #expect(isSame, "at \(second) s")
    }
  }

  @Test("the end of a FLAC comes behind its beginning, before a jump looks at it")
  func border() async throws {
    let bytes = Array("fLaC".utf8) + noise(3_000_000)
    let remote = Remote(try FileServer(bytes) { $0.type = "audio/flac" })
    let sound = try remote.sounds.open(Remote.address)
    #expect(try sound.bytes(0..<1_000) == Array(bytes[0..<1_000]))
    let border = Int64(bytes.count - 150_000)..<Int64(bytes.count)
    while !sound.holds(border) { try await Task.sleep(for: .milliseconds(2)) }
    // Nothing was asked for where a jump would go.
    #expect(!sound.holds(1_500_000..<1_500_001))
    sound.close()
  }

  @Test("a seek in an MP3 whose bytes are not there fetches little, and lands near")
  func estimate() async throws {
    let format = Format(name: "v.mp3", options: ["-c:a", "libmp3lame", "-q:a", "0"])
    let path = try await make(format, seconds: 24)
    let remote = try remote(path, format)
    let decoder = try decoder(remote)
    try decoder.seek(to: Int64(20 * decoder.rate))
    let error = decoder.time - .seconds(20)
    #expect(error < .seconds(1) && error > .seconds(-1))
    _ = try samples(decoder, limit: 1000)
    let starts = remote.server.ranges.map { $0.dropFirst(6).prefix { $0 != "-" } }
    #expect(Set(starts).count <= 5, "\(remote.server.ranges)")
  }

  @Test("transcoded sound without a length plays to its end")
  func transcoded() async throws {
    let format = Format(name: "a.mp3", options: ["-c:a", "libmp3lame", "-b:a", "128k"])
    let path = try await make(format)
    let remote = try remote(path, format) {
      $0.isChunked = true
      $0.hasRanges = false
      $0.etag = nil
    }
    let decoder = try decoder(remote)
    #expect(!decoder.isStream)
    let (played, expected) = (try samples(decoder), try samples(Decoder(path)))
    // Without a length FFmpeg leaves the encoder's padding at the end.
    let isSame = played.prefix(expected.count) == expected[...]
    #expect(isSame)
    #expect(played.count - expected.count < 2 * 2 * 1152)
  }

  @Test("a page in place of the sound has its words")
  func page() async throws {
    let remote = Remote(try FileServer([65]) { $0.faults = [.page] })
    #expect(throws: MediaError.server(Remote.address, .signInAgain)) { try decoder(remote) }
  }

  /// A file that claims to be of any size.
  private final class Claiming: RemoteSound {
    let bytes: [UInt8]
    let size: Int64? = 999_999_999_999_999_999
    let fault: RemoteFault? = nil

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func holds(_ range: Range<Int64>) -> Bool { false }

    func expect(_ range: Range<Int64>, isGuess: Bool) {}

    func fetchBeside(_ ranges: [Range<Int64>]) {}

    func read(
      into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int64,
      cancellation: Cancellation
    ) -> Int {
      guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
      let part = bytes[Int(offset)..<min(bytes.count, Int(offset) + count)]
      part.withUnsafeBytes {
        buffer.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(buffer), byteCount: part.count)
      }
      return part.count
    }

    func close() {}
  }

  @Test("an MP3 of one frame in a file of any size is sought in without a trap")
  func claimedSize() async throws {
    let format = Format(name: "v.mp3", options: ["-c:a", "libmp3lame", "-q:a", "2"])
    var bytes = Array(try Data(contentsOf: URL(filePath: try await make(format).text)))
    let mark = try #require(bytes.firstRange(of: Array("Xing".utf8)))
    // The number of frames, behind the flags.
    bytes.replaceSubrange(mark.upperBound + 4..<mark.upperBound + 8, with: [0, 0, 0, 1])
    let sound = Claiming(bytes)
    let decoder = try Decoder(
      .server(Remote.address), remote: { _, _ throws(MediaError) in sound })
    // Whether it succeeds is the file's affair.
    for second in [1, 60, 10_000_000] { try? decoder.seek(to: Int64(second * decoder.rate)) }
    #expect(decoder.position >= 0)
  }

  @Test("bytes that are no sound are no audio file")
  func noSound() async throws {
    let remote = Remote(try FileServer(noise(100_000)) { $0.type = "application/octet-stream" })
    let error = #expect(throws: MediaError.self) { try decoder(remote) }
    #expect(error?.reason == "not an audio file")
  }

  @Test("without an opener there is no server")
  func noServers() {
    #expect(throws: MediaError.server(Remote.address, .unknownServer)) {
      try Decoder(.server(Remote.address))
    }
  }

  @Test("a lost server ends the sound with its words and not as damage")
  func lost() async throws {
    let format = Format(name: "a.wav", type: "audio/wav")
    let path = try await make(format)
    var remote = try remote(path, format)
    remote.limits.patience = .milliseconds(60)
    remote.limits.aheadInMemory = 256 << 10
    let decoder = try decoder(remote)
    remote.server.change { $0.faults = Array(repeating: .status(500, []), count: 10_000) }
    #expect(throws: MediaError.server(Remote.address, .failed(status: 500))) {
      try samples(decoder)
    }
  }
}
