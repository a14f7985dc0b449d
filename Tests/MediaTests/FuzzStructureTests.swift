import Foundation
import Music
import Testing

@testable import Media

/// Files whose boxes, chunks and blocks are arranged as no program writes them.
///
/// TRITONE_FUZZ_ROUNDS asks for more than the few rounds of every run, TRITONE_SEED for others.
@Suite("Fuzzed structures of files")
struct FuzzStructureTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  private static var random: SeededGenerator {
    SeededGenerator(seed: UInt64(setting("TRITONE_SEED") ?? 20_26))
  }

  private static let video = [
    "-f", "lavfi", "-i", "testsrc=s=16x16:r=100", "-t", "2", "-c:v", "mpeg4", "-g", "3",
  ]
  static let formats: [(name: String, arguments: [String])] = [
    ("last.mp4", video + ["-map", "1:v", "-map", "0:a"]),
    ("first.mp4", video + ["-map", "1:v", "-map", "0:a", "-movflags", "+faststart"]),
    ("two.m4a", ["-map", "0:a", "-map", "0:a"]), ("alac.m4a", ["-c:a", "alac"]),
    ("fragments.mp4", ["-movflags", "+frag_keyframe+empty_moov"]),
    ("a.wav", []), ("a.aiff", ["-write_id3v2", "1"]), ("a.flac", []),
  ]

  private static func whole(_ name: String, in folder: MediaFolder) throws -> FuzzTree {
    let arguments = formats.first { $0.name == name }?.arguments ?? []
    let file = try folder.encode(
      "whole-" + name, arguments, tags: ["title": "Title", "album": "Album", "track": "3/12"])
    return FuzzTree(try folder.bytes(file))
  }

  @Test(
    "the order of boxes and chunks changes nothing of what a file says",
    arguments: ["last.mp4", "first.mp4", "alac.m4a", "a.wav", "a.aiff"])
  func orders(_ name: String) throws {
    let folder = MediaFolder()
    let tree = try Self.whole(name, in: folder)
    let bytes = try folder.bytes(folder.path.appending("whole-" + name))
    #expect(tree.bytes == bytes, "what is put together is what was taken apart")
    let facts = try TagReader.read(folder.write(name, tree.bytes))
    #expect(facts.tags.title == "Title" && facts.audio.duration != nil)
    var random = Self.random
    for _ in 0..<min(200, Self.setting("TRITONE_FUZZ_ROUNDS") ?? 12) {
      let other = try TagReader.read(folder.write(name, tree.shuffled(using: &random).bytes))
      #expect(other.tags == facts.tags && other.audio == facts.audio)
    }
  }

  @Test("no structure of a file traps, hangs or makes memory grow", arguments: formats.map(\.name))
  func structures(_ name: String) async {
    // In a process of its own, for an exact memory measurement.
    await #expect(processExitsWith: .success) { [name = name as String] in
      let folder = MediaFolder()
      let whole = try Self.whole(name, in: folder)
      let bench = FuzzBench(folder: folder)
      #expect(bench.run(name, whole.bytes, isWriting: true).isDecoded)
      let before = FuzzBench.memory()
      var random = Self.random
      for round in 0..<(Self.setting("TRITONE_FUZZ_ROUNDS") ?? 12) {
        var tree = whole
        for _ in 0..<Int.random(in: 1...4, using: &random) { tree.mutate(using: &random) }
        _ = bench.run(name, tree.bytes, isWriting: round % 4 == 0)
      }
      #expect(FuzzBench.memory() - before < 256 << 10, "kilobytes more than before")
    }
  }
}
