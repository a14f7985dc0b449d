import Foundation
import Glibc
import Music
import Testing

@testable import Media

/// Fields of containers with numbers that overflow, in files that are otherwise intact.
///
/// TRITONE_FUZZ_ROUNDS asks for more than the few rounds of every run, TRITONE_SEED for others.
@Suite("Fuzzed fields of files")
struct FuzzFileTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  static let formats: [FuzzFormat] = FuzzFormat.all

  @Test("no number in a file traps, and none makes memory grow without bound", arguments: formats)
  func extremes(_ format: FuzzFormat) async {
    // In a process of its own, for an exact memory measurement.
    await #expect(processExitsWith: .success) { [name = format.name as String] in
      // because it is the name of one of the formats
      try Self.send(FuzzFormat.all.first { $0.name == name }!)
    }
  }

  private static func send(_ format: FuzzFormat) throws {
    let folder = MediaFolder()
    let whole = try format.make(in: folder)
    let bench = FuzzBench(folder: folder)
    // The intact file decodes, or the mutants would prove nothing.
    let isDecoded = bench.run(format.name, whole, isWriting: true).isDecoded
    #expect(isDecoded || format.kind == .ape, "\(format.name)")
    let before = FuzzBench.memory()
    var random = SeededGenerator(seed: UInt64(Self.setting("TRITONE_SEED") ?? 20_26))
    var heard = 0
    let rounds = Self.setting("TRITONE_FUZZ_ROUNDS") ?? 16
    for round in 0..<rounds {
      var bytes = whole
      for _ in 0..<(round % 3 == 2 ? 3 : 1) { format.mutate(&bytes, using: &random) }
      let result = bench.run(format.name, bytes, isWriting: round % 8 == 0)
      if result.isDecoded { heard += 1 }
    }
    #expect(heard > 0 || format.kind == .ape, "fields of the frames leave most of a file whole")
    #expect(FuzzBench.memory() - before < 256 << 10, "kilobytes more than before")
  }
}

/// A container, and the offsets of its numbers.
struct FuzzFormat: Sendable, CustomTestStringConvertible {
  var name: String
  var arguments: [String]
  var kind = Kind.plain
  var testDescription: String { name }

  enum Kind: Sendable { case plain, ogg, flac, vbri, ape }

  static let all = [
    FuzzFormat(name: "a.wav", arguments: []),
    FuzzFormat(name: "rf64.wav", arguments: ["-rf64", "always"]),
    FuzzFormat(name: "a.w64", arguments: []),
    FuzzFormat(name: "a.aiff", arguments: ["-write_id3v2", "1"]),
    FuzzFormat(name: "a.caf", arguments: []),
    FuzzFormat(name: "a.flac", arguments: [], kind: .flac),
    FuzzFormat(name: "tagged.flac", arguments: [], kind: .flac),
    FuzzFormat(name: "a.ogg", arguments: [], kind: .ogg),
    FuzzFormat(name: "a.opus", arguments: ["-ar", "48000"], kind: .ogg),
    FuzzFormat(name: "flac.ogg", arguments: ["-c:a", "flac"], kind: .ogg),
    FuzzFormat(name: "a.m4a", arguments: ["-movflags", "+faststart"]),
    FuzzFormat(name: "alac.m4a", arguments: ["-c:a", "alac", "-movflags", "+faststart"]),
    FuzzFormat(name: "fragments.m4a", arguments: ["-movflags", "+frag_keyframe+empty_moov"]),
    FuzzFormat(name: "xing.mp3", arguments: ["-q:a", "4", "-write_id3v1", "1"]),
    FuzzFormat(name: "vbri.mp3", arguments: ["-q:a", "4", "-id3v2_version", "0"], kind: .vbri),
    FuzzFormat(name: "a.aac", arguments: ["-write_id3v2", "1"]),
    FuzzFormat(name: "a.wv", arguments: []), FuzzFormat(name: "a.tta", arguments: []),
    FuzzFormat(name: "a.mka", arguments: ["-c:a", "libvorbis"]),
    FuzzFormat(name: "a.wma", arguments: []),
    FuzzFormat(name: "a.ape", arguments: [], kind: .ape),
  ]

  func make(in folder: MediaFolder) throws -> [UInt8] {
    if kind == .ape { return Self.monkeys }
    var bytes = try folder.bytes(
      try folder.encode(
        "whole-" + name, arguments,
        tags: [
          "title": "Title", "album": "Album", "track": "3/12", "REPLAYGAIN_TRACK_GAIN": "-6 dB",
        ]))
    if name == "tagged.flac" {
      bytes = TagBytes.id3([TagBytes.frame("TIT2", TagBytes.text("A"))], padding: 2000) + bytes
    }
    if kind == .vbri,
      let frame = bytes.firstRange(of: Array("Xing".utf8))
        ?? bytes.firstRange(of: Array("Info".utf8))
    {
      // Fraunhofer's header starts 32 bytes after the frame's: version, delay, quality, bytes,
      // frames.
      let start = max(0, frame.lowerBound - 36)
      let header =
        Array("VBRI".utf8) + [0, 1, 9, 0x20, 0, 75] + TagBytes.big(bytes.count) + TagBytes.big(78)
        + [UInt8](repeating: 0, count: 40)
      bytes.replaceSubrange(start + 36..<start + 36 + header.count, with: header)
    }
    return bytes
  }

  /// Monkey's Audio of version 3.99, "extra high", for which no encoder is at hand: the headers are
  /// intact and lead to noise.
  private static let monkeys: [UInt8] = {
    let frames = 2
    let header =
      TagBytes.little(4_000, 2) + TagBytes.little(0, 2) + TagBytes.little(73_728)
      + TagBytes.little(14_472) + TagBytes.little(frames) + TagBytes.little(16, 2)
      + TagBytes.little(2, 2) + TagBytes.little(44_100)
    let sound = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7_919 >> 5) }
    let start = 52 + header.count + frames * 4
    let table = TagBytes.little(start) + TagBytes.little(start + 10_000)
    let descriptor =
      Array("MAC ".utf8) + TagBytes.little(3_990, 2) + TagBytes.little(0, 2) + TagBytes.little(52)
      + TagBytes.little(header.count) + TagBytes.little(frames * 4) + TagBytes.little(0)
      + TagBytes.little(sound.count) + TagBytes.little(0) + TagBytes.little(0)
      + [UInt8](repeating: 7, count: 16)
    return descriptor + header + table + sound + TagBytes.ape([("Title", Array("Title".utf8))])
  }()

  /// The extremes of 8-byte numbers; both ends of each are extremes of shorter ones.
  private static let extremes: [UInt64] = [
    0, 1, 2, 0x7F, 0x80, 0xFFFF, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, 1 << 32, 1 << 43, 1 << 44 - 1,
    1 << 44, 9_223_372_036_855, 10_000_000_000_000, 1 << 61, 1 << 62, 1 << 63 - 1, 1 << 63,
    .max - 1, .max, 0x7F7F_7F7F_7F7F_7F7F, 0x8080_8080_8080_8080,
  ]

  /// Writes an extreme number into a field, and corrects the checksums.
  func mutate(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    // because there are extremes, there is a random one
    let number = Self.extremes.randomElement(using: &random)!
    let width = [2, 4, 4, 8, 8].randomElement(using: &random) ?? 4
    let field = (0..<width).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    let value = Bool.random(using: &random) ? field : field.reversed()
    func put(_ offset: Int) {
      guard offset >= 0, offset + width <= bytes.count else { return }
      bytes.replaceSubrange(offset..<offset + width, with: value)
    }
    switch kind {
    case .ogg:
      let pages = Checksums.oggPages(bytes)
      guard
        let page =
          (Bool.random(using: &random) ? pages.last : pages.prefix(4).randomElement(using: &random))
      else { return }
      // The granule position, serial and page number, or the page's contents.
      let offset = Bool.random(using: &random) ? 6 : Int.random(in: 6..<90, using: &random)
      put(page.lowerBound + offset)
      // The page by its new segment lengths.
      if let mended = Checksums.oggPages(bytes).first(where: { $0.lowerBound == page.lowerBound }) {
        Checksums.correctOgg(&bytes, page: mended)
      }
    case .flac where Bool.random(using: &random):
      guard let (frame, header) = Checksums.flacFrames(bytes, most: 4).randomElement(using: &random)
      else { return }
      let offset = frame.lowerBound + Int.random(in: 2..<max(3, header - 1), using: &random)
      bytes[offset] = field[0]
      Checksums.correctFLAC(&bytes, frame: frame, header: header)
    case .plain, .flac, .vbri, .ape:
      let heads = FuzzHeaders(bytes).places
      if Bool.random(using: &random), let head = heads.randomElement(using: &random) {
        return put(head + Int.random(in: 0..<32, using: &random))
      }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: put(bytes.count - Int.random(in: width...200, using: &random))
      case 1: put(Int.random(in: 0..<bytes.count, using: &random))
      default: put(Int.random(in: 0..<min(700, bytes.count), using: &random))
      }
    }
  }
}

/// Sends a file through every reader.
struct FuzzBench {
  var folder: MediaFolder
  private let reader = TagReader.Memory()

  init(folder: MediaFolder) { self.folder = folder }

  struct Result {
    var isDecoded = false
  }

  /// Peak memory of the process in kilobytes.
  static func memory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss)
  }

  func run(_ name: String, _ bytes: [UInt8], isWriting: Bool) -> Result {
    let file = folder.write("fuzzed-" + name, bytes)
    var result = Result()
    do throws(MediaError) {
      let facts = try TagReader.read(file, with: reader)
      #expect(
        PlausibleRange.rates.contains(facts.audio.sampleRate) || facts.audio.codec.contains("dsd"))
      #expect((facts.audio.duration ?? .zero) >= .zero)
    } catch {
      // An error is as good; the call has to return.
    }
    do throws(MediaError) {
      let index = try SeekIndex.scan(file)
      try listen(to: file, index, &result)
    } catch {
      // An error is as good.
    }
    guard isWriting else { return result }
    do {
      _ = try TagWriter.items(of: file)
      _ = try TagWriter(cancellation: Cancellation()).write(
        WantedTags(rating: Rating(stars: 3), bpm: 101, key: "C"), to: file)
    } catch {
      // An error is as good.
    }
    return result
  }

  private func listen(
    to file: FilePath, _ index: SeekIndex?, _ result: inout Result
  ) throws(MediaError) {
    let decoder = try Decoder(file)
    let resampler = Resampler(rate: 48_000)
    _ = decoder.replayGain
    for offset in [nil, 0, 40_000, 1 << 40, Int64.max, Int64.min] {
      if let offset { try decoder.seek(to: offset) } else if let index { decoder.use(index) }
      var blocks = 0
      while blocks < 12, try decoder.decode(into: resampler) {
        result.isDecoded = true
        resampler.consume(resampler.pendingFrames)
        blocks += 1
      }
      #expect(decoder.position >= 0 && decoder.time >= .zero)
      #expect((decoder.duration ?? .zero) <= .seconds(PlausibleRange.maximumSeconds))
    }
    let planes = ChannelPlanes()
    try decoder.seek(to: 0)
    for _ in 0..<6 where try decoder.decode(into: planes) {}
  }
}
