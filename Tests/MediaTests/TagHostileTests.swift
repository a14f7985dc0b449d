import Foundation
import Music
import Testing

@testable import Media

@Suite("Writing tags into hostile files")
struct TagHostileTests {
  private let wanted = WantedTags(rating: Rating(stars: 3), bpm: 101, key: "C")

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("a damaged file is written whole or left as it is", arguments: WritableFormat.all)
  func mutants(_ format: WritableFormat) throws {
    let folder = MediaFolder()
    let whole = try folder.bytes(try folder.make(format))
    var generator = SeededGenerator(seed: 7)
    var written = 0
    for round in 0..<60 {
      var mutant = whole
      // At either end, where the tags are.
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let reach = min(whole.count, round % 2 == 0 ? 200 : 4_000)
        let offset = Int.random(in: 0..<reach, using: &generator)
        let isFront = round % 3 != 0
        mutant[isFront ? offset : whole.count - 1 - offset] = UInt8.random(
          in: 0...255, using: &generator)
      }
      if round % 10 == 9 { mutant.removeLast(Int.random(in: 1..<whole.count, using: &generator)) }
      let file = folder.write("mutant." + format.name, mutant)
      do {
        let outcome = try TagWriter(cancellation: Cancellation()).write(wanted, to: file)
        #expect(outcome.stamps != nil)
        written += 1
      } catch {
        #expect(try folder.bytes(file) == mutant)
      }
      #expect(try folder.leftovers.isEmpty)
    }
    // Some mutants are written, or the test would prove nothing.
    #expect(written > 0)
  }

  @Test("boxes nested a million deep are refused")
  func nesting() throws {
    let folder = MediaFolder()
    let movie = try folder.bytes(try folder.make(.named("a.m4a")))
    let depth = 1_000_000
    var nest: [UInt8] = []
    nest.reserveCapacity(depth * 8)
    for level in 0..<depth {
      nest += ID3Document.plainBytes((depth - level) * 8) + bytes("moof")
    }
    let file = folder.write("deep.m4a", movie + nest)
    let before = try folder.bytes(file)
    #expect(throws: TagWriteError.self) {
      try TagWriter(cancellation: Cancellation()).write(wanted, to: file)
    }
    #expect(try folder.bytes(file) == before)
  }

  // MARK: ID3

  /// A tag of a version with frames of given contents.
  private func tag(
    _ version: UInt8, _ frames: [(String, [UInt8])], flags: UInt8 = 0, padding: Int = 0
  ) -> [UInt8] {
    var body: [UInt8] = []
    for (id, content) in frames {
      let size =
        version == 4
        ? ID3Document.syncSafeBytes(content.count) : ID3Document.plainBytes(content.count)
      body += bytes(id) + size + [0, 0] + content
    }
    body += [UInt8](repeating: 0, count: padding)
    return bytes("ID3") + [version, 0, flags] + ID3Document.syncSafeBytes(body.count) + body
  }

  @Test(
    "frames that nobody knows stay byte for byte, and so do the version and what is at the end",
    arguments: [UInt8(3), 4])
  func frames(_ version: UInt8) throws {
    let folder = MediaFolder()
    let sound = try folder.bytes(try folder.make(.named("bare.mp3")))
    let popularity = bytes("somebody@example.org") + [0, 13, 0, 0, 0, 42]
    let kept: [(String, [UInt8])] = [
      ("TDAT", [0] + bytes("0102")), ("RVAD", [3, 16, 0, 1, 0, 2]), ("TXXX", [0] + bytes("A\0b")),
      ("PRIV", bytes("owner") + [0, 0xFF, 0, 0xFF, 0xE0]), ("ZZZ9", [1, 2, 3]),
      ("APIC", [0] + bytes("image/png") + [0, 3, 0] + [UInt8](repeating: 9, count: 300)),
    ]
    let end = bytes("TAG") + [UInt8](repeating: 32, count: 125)
    let file = folder.write(
      "a.mp3", tag(version, kept + [("POPM", popularity)], padding: 700) + sound + end)
    let size = try folder.bytes(file).count
    _ = try TagWriter(cancellation: Cancellation()).write(wanted, to: file)
    let after = try folder.bytes(file)
    #expect(after.count == size, "the padding is used")
    #expect(after[3] == version)
    #expect(after.suffix(sound.count + 128).elementsEqual(sound + end))
    let document = try ID3Document(after)
    let before = try ID3Document(tag(version, kept))
    #expect(Array(document.frames.prefix(kept.count)) == before.frames)
    let frame = try #require(document.frames.first { $0.id == "POPM" })
    #expect(
      frame.bytes.suffix(26).elementsEqual(bytes("somebody@example.org") + [0, 128, 0, 0, 0, 42]))
    #expect(document.frames.filter { $0.id == "POPM" }.count == 1)
  }

  enum Damage: String, CaseIterable {
    case oldVersion, frameTooLong, noFrame, rubbishInPadding, extendedHeaderTooLong

    var tag: [UInt8] {
      let text =
        switch self {
        case .oldVersion: "ID3\u{2}\0\0\0\0\0\u{14}TT2\0\0\u{2}\0aabcdefghijkl"
        case .frameTooLong: "ID3\u{3}\0\0\0\0\0\u{14}TIT2\0\0\u{7F}\u{7F}\0\0abcdefghij"
        case .noFrame: "ID3\u{3}\0\0\0\0\0\u{14}tit2\0\0\0\u{1}\0\0abcdefghij"
        case .rubbishInPadding: "ID3\u{4}\0\0\0\0\0\u{14}\0abcdefghijklmnopqrs"
        case .extendedHeaderTooLong: "ID3\u{3}\0\u{40}\0\0\0\u{14}zzzzabcdefghijklmnop"
        }
      return Array(text.utf8)
    }
  }

  @Test("ID3 tags that cannot be taken apart are left as they are", arguments: Damage.allCases)
  func damagedTags(_ damage: Damage) throws {
    let tag = damage.tag
    let folder = MediaFolder()
    let sound = try folder.bytes(try folder.make(.named("bare.mp3")))
    let file = folder.write("a.mp3", tag + sound)
    let error = #expect(throws: TagWriteError.self) {
      try TagWriter(cancellation: Cancellation()).write(wanted, to: file)
    }
    switch error {
    case .unclear, .unsupported: break
    default: Issue.record("\(String(describing: error))")
    }
    #expect(try folder.bytes(file) == tag + sound)
  }

  @Test("texts of every encoding are read as what they say")
  func encodings() {
    let wide: [UInt8] = [1, 0xFF, 0xFE, 0x41, 0, 0x6D, 0x26, 0, 0, 0xFF, 0xFE, 0x42, 0, 0, 0]
    #expect(ID3Text.texts(wide) == ["A\u{266D}", "B"])
    #expect(ID3Text.texts([2, 0, 0x41, 0x26, 0x6D]) == ["A\u{266D}"])
    #expect(ID3Text.texts([0, 0x41, 0xE9, 0]) == ["A\u{E9}"])
    #expect(ID3Text.texts([3, 0x41, 0xC3, 0xA9]) == ["A\u{E9}"])
    for version in [UInt8(3), 4] {
      #expect(ID3Text.texts(ID3Text.content(["x", "A\u{266D}"], version)) == ["x", "A\u{266D}"])
    }
  }
}
