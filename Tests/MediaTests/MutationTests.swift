import Foundation
import Glibc
import Media
import Music
import Testing

@Suite("Mutated files")
struct MutationTests {
  static let formats: [(String, [String])] = [
    ("a.mp3", []), ("b.mp3", ["-id3v2_version", "3", "-write_id3v1", "1"]), ("a.flac", []),
    ("a.ogg", []), ("a.opus", ["-ar", "48000"]), ("a.m4a", []), ("b.m4a", ["-c:a", "alac"]),
    ("a.wav", []), ("a.aiff", ["-write_id3v2", "1"]), ("a.wv", []), ("a.mka", []),
    ("a.aac", ["-write_id3v2", "1"]), ("a.wma", []), ("a.tta", []), ("a.caf", []),
  ]

  /// Mutations per format; TRITONE_MUTATIONS asks for more.
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["TRITONE_MUTATIONS"].flatMap(Int.init) ?? 30
  }

  private static var seed: UInt64 {
    ProcessInfo.processInfo.environment["TRITONE_SEED"].flatMap(UInt64.init) ?? 20_26
  }

  private func memory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss)
  }

  @Test("no mutation of a file brings the reader down, holds it up or makes it grow")
  func mutations() throws {
    let folder = MediaFolder()
    let tags = [
      "title": "Títle 曲", "artist": "An Artist", "album": "An Album", "genre": "House",
      "date": "1997-05-06", "track": "3/12", "disc": "1/2", "compilation": "1",
      "REPLAYGAIN_TRACK_GAIN": "-6.5 dB", "comment": String(repeating: "words ", count: 300),
    ]
    let files = try MutationTests.formats.map { name, arguments in
      (name, try folder.bytes(try folder.encode(name, arguments, tags: tags)))
    }
    let reader = TagReader.Memory()
    var random = SeededGenerator(seed: MutationTests.seed)
    var readable = 0
    for (name, whole) in files {
      _ = try TagReader.read(folder.write("m-" + name, whole), with: reader)
    }
    let before = memory()
    for round in 0..<MutationTests.rounds {
      for (name, whole) in files {
        let other = files[Int.random(in: 0..<files.count, using: &random)].1
        let bytes = Mutation.mutated(whole, with: other, using: &random)
        let file = folder.write("m-" + name, bytes)
        let start = processorTime()
        do throws(MediaError) {
          let facts = try TagReader.read(file, with: reader)
          readable += 1
          #expect(facts.audio.sampleRate > 0 && facts.audio.channels > 0)
          #expect(facts.audio.duration.map { $0 > .zero } ?? true)
          #expect((facts.tags.title?.utf8.count ?? 0) <= 3 * 4_096)
        } catch {
          // An error is as good; the call has to return.
        }
        let spent = processorTime() - start
        #expect(spent < .seconds(8), "\(name) in round \(round) took \(spent)")
      }
    }
    #expect(readable > 0)
    #expect(memory() - before < 128 << 10, "kilobytes more than before")
  }
}

/// Damage to files by time and bad luck.
enum Mutation {
  static func mutated(
    _ whole: [UInt8], with other: [UInt8], using random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      // Mostly in the headers.
      let reach = Bool.random(using: &random) ? min(2_000, bytes.count) : bytes.count
      guard reach > 8 else { return bytes }
      let offset = Int.random(in: 0..<reach, using: &random)
      let length = min(Int.random(in: 1...64, using: &random), bytes.count - offset)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes.removeLast(bytes.count - offset)
      case 1: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: for index in offset..<offset + length { bytes[index] = 0xFF }
      case 3: for index in offset..<offset + length { bytes[index] = 0 }
      case 4:
        for index in offset..<offset + length {
          bytes[index] = .random(in: 0...255, using: &random)
        }
      case 5: bytes.removeSubrange(offset..<offset + length)
      default:
        let from = Int.random(in: 0..<other.count, using: &random)
        let count = min(Int.random(in: 1...3_000, using: &random), other.count - from)
        bytes.insert(contentsOf: other[from..<from + count], at: offset)
      }
    }
    return bytes
  }
}
