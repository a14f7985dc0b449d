import Foundation
import Glibc
import Music
import Synchronization
import Testing

@testable import Playback

/// Damaged or changing files, played between two intact ones.
@Suite("Damaged files in playing")
struct DamagedItemTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var name: String
    var options: [String] = []
    /// Seconds heard, out of three.
    var heard: ClosedRange<Double>
    var change: @Sendable ([UInt8]) -> [UInt8]

    init(
      _ what: String, _ name: String, _ heard: ClosedRange<Double>, options: [String] = [],
      _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
      testDescription = "\(what) \(name)"
      (self.name, self.options, self.heard, self.change) = (name, options, heard, change)
    }
  }

  private static let names = ["b.flac", "b.mp3", "b.ogg", "b.opus", "b.wav"]

  private static func flipped(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<15 {
      bytes[.random(in: 12_000..<bytes.count, using: &generator)] ^= 0x5A
    }
    return bytes
  }

  private static func garbage(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 10)
    return (0..<count).map { _ in .random(in: 0...255, using: &generator) }
  }

  private static let damages =
    names.map { Damage("truncated", $0, 0.8...2.4) { Array($0.prefix($0.count * 6 / 10)) } }
    + [
      Damage("flipped", "b.flac", 0.5...3.5, flipped),
      Damage("flipped", "b.mp3", 1.5...3.5, flipped),
      Damage("flipped", "b.ogg", 0...3.5, flipped),
      Damage("garbage before", "b.mp3", 2.8...3.3) { garbage(60_000) + $0 },
      Damage("garbage within", "b.mp3", 2...5) {
        $0.prefix($0.count / 2) + garbage(40_000) + $0.suffix($0.count / 2)
      },
      Damage("not numbers in", "b.wav", 2.99...3.01, options: ["-c:a", "pcm_f32le"]) { bytes in
        var bytes = bytes
        let bad: [Float] = [.nan, .infinity, -.infinity, 1e30, -3, .leastNonzeroMagnitude]
        for position in 0..<600 {
          withUnsafeBytes(of: bad[position % bad.count]) {
            bytes.replaceSubrange((80_000 + 4 * position)..<(80_004 + 4 * position), with: $0)
          }
        }
        return bytes
      },
      Damage("nothing but its header of", "b.flac", 0...0) { Array($0.prefix(42)) },
      Damage("index cut off from", "b.m4a", 0...0) { Array($0.prefix($0.count / 2)) },
    ]

  /// Plays a file between two items of coded sound that have to be intact; returns its seconds.
  private func play(_ path: FilePath, _ rendering: Rendering) async throws -> Double {
    let (before, after) = (
      try await rendering.sound.item(1, 0..<9_001),
      try await rendering.sound.item(3, 700_000..<709_001)
    )
    let heard = try await rendering.play([before, rendering.sound.item(2, at: path), after])
    #expect(heard.count >= 18_002)
    #expect(heard.allSatisfy { abs($0.x) <= 1 && abs($0.y) <= 1 })
    let isWhole = Array(heard.prefix(9_001)).numbers == Array(0..<9_001).map { $0 }
    #expect(isWhole)
    let isNextWhole = Array(heard.suffix(9_001)).numbers == Array(700_000..<709_001).map { $0 }
    #expect(isNextWhole)
    #expect(rendering.log.finished.first == before.id && rendering.log.finished.last == after.id)
    return Double(heard.count - 18_002) / 44100
  }

  @Test("is played as far as it goes, and the next one is whole", arguments: damages)
  func damaged(_ damage: Damage) async throws {
    let rendering = try Rendering()
    let sound = rendering.sound
    let wave = try sound.wave(9, rising(132_300, rate: 44100))
    try await sound.encode(damage.name, from: wave, damage.options)
    try sound.write(damage.name, damage.change(sound.bytes(of: damage.name)))
    let heard = try await play(sound.path(damage.name), rendering)
    #expect(damage.heard.contains(heard), "\(heard) s")
  }

  @Test("sounds of different rates joined to one file are all heard", arguments: ["ogg", "mp3"])
  func joined(_ format: String) async throws {
    let rendering = try Rendering()
    let sound = rendering.sound
    let codec = ["-c:a", format == "ogg" ? "libvorbis" : "libmp3lame"]
    let wave = try sound.wave(9, rising(66_150, rate: 44100))
    try await sound.encode("x.\(format)", from: wave, codec)
    try await sound.encode("y.\(format)", from: wave, codec + ["-ac", "1", "-ar", "32000"])
    try sound.write("z.\(format)", sound.bytes(of: "x.\(format)") + sound.bytes(of: "y.\(format)"))
    let heard = try await play(sound.path("z.\(format)"), rendering)
    #expect(abs(heard - 3) < 0.2, "\(heard) s")
  }

  @Test("of two sounds in one file one is heard")
  func twoStreams() async throws {
    let rendering = try Rendering()
    let sound = rendering.sound
    let wave = try sound.wave(9, rising(66_150, rate: 44100))
    try await sound.encode(
      "two.m4a", from: wave,
      ["-filter_complex", "[0]aresample=48000[b]", "-map", "0:a", "-map", "[b]", "-c:a", "aac"])
    let heard = try await play(sound.path("two.m4a"), rendering)
    #expect(abs(heard - 1.5) < 0.1, "\(heard) s")
  }

  /// Acts once, at the first read of a file at an offset or beyond.
  private final class Moment: Sendable {
    private let isOver = Atomic<Bool>(false)
    func reading(
      _ path: FilePath, from offset: Int, _ act: @escaping @Sendable () -> Void
    ) -> FileAccess {
      var status = stat()
      stat(path.text, &status)
      let file = status.st_ino
      return FileAccess(reading: { descriptor, buffer, count, position in
        var status = stat()
        if position > offset, fstat(descriptor, &status) == 0, status.st_ino == file,
          !self.isOver.exchange(true, ordering: .relaxed)
        {
          act()
        }
        return pread(descriptor, buffer, count, position)
      })
    }
  }

  enum Change: CaseIterable { case grown, cut, replaced, removed }

  @Test(
    "that grows, is cut, replaced or removed while it plays does no harm",
    arguments: ["flac", "mp3", "wav"], Change.allCases)
  func changing(_ format: String, _ change: Change) async throws {
    let maker = try CodedSound()
    let wave = try maker.wave(9, rising(220_500, rate: 44100))
    try await maker.encode("c.\(format)", from: wave)
    let bytes = try maker.bytes(of: "c.\(format)")
    let path = maker.path("c.\(format)")
    let access = Moment().reading(path, from: bytes.count / 4) {
      switch change {
      case .grown:
        let file = FileHandle(forWritingAtPath: path.text)
        file?.seekToEndOfFile()
        file?.write(Data(bytes))
      case .cut: truncate(path.text, off_t(bytes.count / 2))
      case .replaced:
        _ = FileManager.default.createFile(
          atPath: path.text + ".new", contents: Data(repeating: 0x55, count: 1000))
        rename(path.text + ".new", path.text)
      case .removed: unlink(path.text)
      }
    }
    let heard = try await play(path, Rendering(access))
    switch change {
    case .grown: #expect((4.9...10.2).contains(heard), "\(heard) s")
    case .cut: #expect((1...5).contains(heard), "\(heard) s")
    // An open file keeps its contents, whatever takes its name.
    case .replaced, .removed: #expect(abs(heard - 5) < 0.1, "\(heard) s")
    }
  }
}
