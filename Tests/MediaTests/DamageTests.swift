import Foundation
import Glibc
import Media
import Music
import Synchronization
import Testing

@Suite("Damaged and changing files")
struct DamageTests {
  private static let names = [
    "a.mp3", "vbr.mp3", "a.flac", "a.m4a", "a.ogg", "a.opus", "a.wav", "a.aac",
  ]

  /// Ten seconds in one format.
  private func make(_ name: String, seconds: Double = 10) async throws -> DecoderFixture {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: seconds)
    try await fixture.encode(name, name.hasPrefix("vbr") ? ["-q:a", "3"] : [])
    return fixture
  }

  /// The decoded part of a file and the error that ended it; has to take no longer than a minute.
  private func play(
    _ path: FilePath, reading: @escaping FileReading = { pread($0, $1, $2, $3) },
    each: (Decoder) throws -> Void = { _ in }
  ) throws -> (seconds: Double, position: Double, fault: MediaError?, isFinite: Bool) {
    var frames = 0
    var position = 0.0
    var isFinite = true
    let cancellation = Cancellation()
    do {
      try cancellation.limited(to: .seconds(60)) {
        let decoder = try Decoder(path, cancellation: cancellation, reading: reading)
        let resampler = Resampler(rate: 44100)
        while try decoder.decode(into: resampler) {
          isFinite = isFinite && resampler.pending.allSatisfy { $0.isFinite }
          frames += resampler.pendingFrames
          resampler.consume(resampler.pendingFrames)
          position = decoder.time.seconds
          try each(decoder)
        }
      }
    } catch let fault as MediaError {
      #expect(fault != .timedOut(.file(path)))
      return (Double(frames) / 44100, position, fault, isFinite)
    }
    return (Double(frames) / 44100, position, nil, isFinite)
  }

  @Test("flipped bytes cost little of the sound", arguments: names)
  func flipped(_ name: String) async throws {
    let fixture = try await make(name)
    for _ in 0..<3 {
      var bytes = try fixture.bytes(of: name)
      // A page of Ogg holds up to a second, and one wrong byte costs the whole of it.
      let count = name.hasSuffix("ogg") || name.hasSuffix("opus") ? 2 : 40
      for _ in 0..<count { bytes[.random(in: 16000..<bytes.count)] ^= .random(in: 1...255) }
      try fixture.write("b-" + name, bytes)
      let played = try play(fixture.path("b-" + name))
      // MP4 keeps its index at the end, where a flipped byte can cost it all.
      if !name.hasSuffix("m4a") { #expect(played.seconds > 5, "\(played)") }
      #expect(played.seconds < 12)
    }
  }

  @Test("a file that ends early plays as far as it goes", arguments: names)
  func truncated(_ name: String) async throws {
    let fixture = try await make(name)
    let bytes = try fixture.bytes(of: name)
    try fixture.write("b-" + name, Array(bytes.prefix(bytes.count * 6 / 10)))
    let played = try play(fixture.path("b-" + name))
    if name.hasSuffix("m4a") { return #expect(played.fault != nil) }
    #expect((5.0...6.9).contains(played.seconds), "\(played)")
  }

  @Test(
    "zeros in the middle are passed over, and the position is right behind them", arguments: names)
  func zeros(_ name: String) async throws {
    let fixture = try await make(name)
    var bytes = try fixture.bytes(of: name)
    let middle = bytes.count / 2
    let count = bytes.count / 10
    for offset in middle..<(middle + count) { bytes[offset] = 0 }
    try fixture.write("b-" + name, bytes)
    let played = try play(fixture.path("b-" + name))
    #expect(played.seconds > 7.5, "\(played)")
    #expect(played.seconds < 10.5, "\(played)")
    // Raw AAC has no timestamps, so the length of the lost part is unknown.
    if !name.hasSuffix("aac"), !name.hasSuffix("mp3") {
      #expect(abs(played.position - 10) < 0.15, "\(played)")
    }
  }

  @Test("where damage has swallowed sound, the position is that of what is heard")
  func truePosition() async throws {
    for name in ["a.flac", "a.ogg", "a.opus"] {
      let fixture = try await make(name)
      var bytes = try fixture.bytes(of: name)
      bytes.removeSubrange((bytes.count / 3)..<(bytes.count / 2))
      try fixture.write("b-" + name, bytes)
      let whole = try decodeAll(Decoder(fixture.path(name)), rate: 44100)
      let decoder = try Decoder(fixture.path("b-" + name))
      let resampler = Resampler(rate: 44100)
      var heard: [Float] = []
      while decoder.time < .seconds(8), try decoder.decode(into: resampler) {
        heard = Array(resampler.pending)
        resampler.consume(resampler.pendingFrames)
      }
      #expect(decoder.time >= .seconds(8))
      // The last frames decoded are those of the whole file right before the position.
      guard decoder.rate == 44100, heard.count > 200 else { continue }
      let end = Int(decoder.position) * 2
      let wanted = Array(whole[(end - 200)..<end])
      #expect(largestDifference(Array(heard.suffix(200)), wanted) < 1e-4, "\(name)")
    }
  }

  @Test("garbage in the middle and in front is passed over", arguments: names)
  func garbage(_ name: String) async throws {
    let fixture = try await make(name)
    let bytes = try fixture.bytes(of: name)
    let random = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/urandom"))
    let garbage = Array(try random.read(upToCount: 100_000) ?? Data())
    let third = bytes.count / 3
    try fixture.write("b-" + name, Array(bytes[..<third]) + garbage + bytes[third...])
    let played = try play(fixture.path("b-" + name))
    // WAV plays it as sound; MP4 finds nothing behind it where its index says.
    if !name.hasSuffix("m4a"), !name.hasSuffix("wav") {
      #expect((8.0...14.0).contains(played.seconds), "\(played)")
    }
    try fixture.write("c-" + name, garbage + bytes)
    let late = try play(fixture.path("c-" + name))
    if name.hasSuffix("mp3") || name.hasSuffix("aac") {
      #expect((9.9...10.2).contains(late.seconds), "\(late)")
    }
  }

  @Test("sounds joined to one file are all heard, whatever their rates")
  func joined() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 5)
    for (name, codec, rate) in [("x.ogg", "libvorbis", "22050"), ("x.mp3", "libmp3lame", "32000")] {
      try await fixture.encode("a" + name, ["-c:a", codec])
      try await fixture.encode("b" + name, ["-c:a", codec, "-ac", "1", "-ar", rate])
      try fixture.write("c" + name, fixture.bytes(of: "a" + name) + fixture.bytes(of: "b" + name))
      let played = try play(fixture.path("c" + name))
      #expect(abs(played.seconds - 10) < 0.2, "\(name) \(played)")
      // The position counts on, although the second part's timestamps restart.
      #expect(abs(played.position - 10) < 0.2, "\(name) \(played)")
    }
    let index = try #require(try SeekIndex.scan(fixture.path("cx.mp3")))
    #expect(abs(index.duration.seconds - 10) < 0.2)
    let decoder = try Decoder(fixture.path("cx.mp3"))
    #expect(decoder.use(index))
    try decoder.seek(to: 44100 * 8)
    #expect(abs(try decodeAll(decoder, rate: 44100).count / 2 - 44100 * 2) < 44100 / 5)
  }

  @Test("of two sounds in one file one is played, and a large cover costs nothing")
  func streams() async throws {
    let fixture = try await make("a.mp3")
    try await fixture.ffmpeg(
      "-i", "source.wav", "-i", "source.wav", "-filter_complex", "[1]aresample=48000[b]", "-map",
      "0:a", "-map", "[b]", "-c:a", "aac", "two.m4a")
    #expect(abs(try play(fixture.path("two.m4a")).seconds - 10) < 0.1)
    try await fixture.ffmpeg(
      "-f", "lavfi", "-i", "nullsrc=s=3000x3000,geq=random(1)*255:random(2)*255:128", "-frames:v",
      "1", "-c:v", "bmp", "noise.bmp")
    #expect(try fixture.bytes(of: "noise.bmp").count >= 27_000_000)
    for name in ["cover.mp3", "cover.flac"] {
      try await fixture.ffmpeg(
        ["-i", "source.wav", "-i", "noise.bmp", "-map", "0", "-map", "1", "-c:v", "png"]
          + ["-compression_level", "0", "-disposition:v", "attached_pic", name])
      if name == "cover.mp3" { #expect(try fixture.bytes(of: name).count > 20_000_000) }
      #expect(abs(try play(fixture.path(name)).seconds - 10) < 0.1, "\(name)")
    }
  }

  @Test("a file that grows, shrinks or is replaced while it plays does no harm", arguments: names)
  func changing(_ name: String) async throws {
    let fixture = try await make(name)
    let bytes = try fixture.bytes(of: name)
    let path = fixture.path(name)
    for change in ["grow", "shrink", "replace", "remove"] {
      try fixture.write(name, bytes)
      var isDone = false
      let played = try play(
        path,
        each: { decoder in
          guard !isDone, decoder.time > .seconds(1) else { return }
          isDone = true
          switch change {
          case "grow":
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path.text))
            try file.seekToEnd()
            try file.write(contentsOf: Data(bytes))
            try file.close()
          case "shrink": #expect(truncate(path.text, bytes.count / 2) == 0)
          case "replace":
            try fixture.write(name + ".new", [UInt8](repeating: 0x55, count: 1000))
            #expect(rename(path.text + ".new", path.text) == 0)
          default: #expect(unlink(path.text) == 0)
          }
        })
      #expect(isDone)
      #expect(played.seconds > 1)
      // An open file keeps its contents, whatever takes its name.
      if change == "replace" || change == "remove" {
        #expect(abs(played.seconds - 10) < 0.2, "\(change) \(played)")
      }
      #expect(played.seconds < 21, "\(change) \(played)")
    }
  }

  @Test("numbers that are none do not come out")
  func notNumbers() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 1)
    try await fixture.encode("a.wav", ["-c:a", "pcm_f32le"])
    var bytes = try fixture.bytes(of: "a.wav")
    let bad: [Float] = [.nan, .infinity, -.infinity, 1e30, -3, .leastNonzeroMagnitude]
    for (number, value) in bad.enumerated() {
      withUnsafeBytes(of: value) {
        bytes.replaceSubrange((8000 + 4 * number)..<(8004 + 4 * number), with: $0)
      }
    }
    try fixture.write("b.wav", bytes)
    let played = try play(fixture.path("b.wav"))
    #expect(played.isFinite)
    #expect(abs(played.seconds - 1) < 0.01)
  }

  @Test("a drive that is pulled out ends the file with what the drive said", arguments: names)
  func pulledOut(_ name: String) async throws {
    let fixture = try await make(name)
    let limit = try fixture.bytes(of: name).count / 2
    let path = fixture.path(name)
    let isPulled = Switch()
    let failures = Switch()
    let played = try play(
      path,
      reading: { descriptor, buffer, count, offset in
        if isPulled.count.load(ordering: .relaxed) > 0, offset + count > limit {
          failures.count.add(1, ordering: .relaxed)
          errno = EIO
          return -1
        }
        return pread(descriptor, buffer, count, offset)
      }
    ) { decoder in
      if decoder.time > .seconds(1) { isPulled.count.store(1, ordering: .relaxed) }
    }
    #expect(played.fault == .unreadable(path, code: EIO))
    #expect(played.fault?.reason == "the disk reports an error")
    #expect(played.seconds > 1)
    // The first failure ends decoding.
    #expect(failures.count.load(ordering: .relaxed) <= 3)
  }

  @Test("a bad place at the end of a file, which only tags would need, does not matter")
  func badEnd() async throws {
    let fixture = try await make("a.mp3")
    let size = try fixture.bytes(of: "a.mp3").count
    let played = try play(
      fixture.path("a.mp3"),
      reading: { descriptor, buffer, count, offset in
        // FFmpeg looks for a tag here before it reads anything else.
        if offset >= size - 200, offset < size {
          errno = EIO
          return -1
        }
        return pread(descriptor, buffer, count, offset)
      })
    #expect(played.seconds > 9)
  }

  private final class Switch: Sendable { let count = Atomic<Int>(0) }
}
