import Foundation
import Glibc
import Music
import Testing

@testable import Media

@Suite("Mutated audiobooks")
struct BookMutationTests {
  /// Mutations in all; TRITONE_MUTATIONS asks for more.
  private static var rounds: Int {
    max(6_000, ProcessInfo.processInfo.environment["TRITONE_MUTATIONS"].flatMap(Int.init) ?? 0)
  }

  private static var seed: UInt64 {
    ProcessInfo.processInfo.environment["TRITONE_SEED"].flatMap(UInt64.init) ?? 20_26
  }

  private static let wholes: [[UInt8]] = {
    let texts = (0..<20).map { (700, Array("Chapter \($0)".utf8)) }
    let items = [
      BookBytes.item("\u{A9}nrt", "Cy Dee, Eff"), BookBytes.item(":SERIES", "Dune #2"),
      BookBytes.item("\u{A9}mvi", [0, 2], kind: 21), BookBytes.item("ldes", "<p>A &amp; B"),
    ]
    let list = BookBytes.list((0..<20).map { ($0 * 7_000_000, "C\($0)") })
    let empty = TagBytes.big(250) + TagBytes.big(0xFFFF_FFFF) + TagBytes.big(0x1_0000)
    let edits = BookBytes.box(
      "edts", BookBytes.box("elst", TagBytes.big(0) + TagBytes.big(1) + empty))
    let chapters = (0..<20).map {
      BookBytes.chapter("c\($0)", $0 * 700, $0 * 700 + 700, title: "C\($0)")
    }
    let tables = [
      BookBytes.contents("toc", ["part", "c9", "c2"], isTop: true),
      BookBytes.contents("part", ["c1", "toc", "c5"], isTop: false),
    ]
    let sound = [0xFF, 0xFB] + [UInt8](repeating: 0, count: 64)
    let name = TagBytes.frame("TPE1", TagBytes.text("Lee, Ann & Bo Ek"))
    let comments = (0..<20).flatMap { index in
      ["CHAPTER0\(index)=00:00:\(index).5", "CHAPTER0\(index)NAME=C\(index)"]
    }
    let block =
      TagBytes.little(0) + TagBytes.little(comments.count)
      + comments.flatMap { TagBytes.little($0.utf8.count) + Array($0.utf8) }
    let flac =
      Array("fLaC".utf8) + [0x84] + TagBytes.big(block.count, 3) + block
    return [
      BookBytes.file(texts: texts, items: items), BookBytes.file(items: items, list: list),
      BookBytes.file(texts: texts, list: list, edits: edits, isLong: true),
      TagBytes.id3(chapters + tables + [name]) + sound,
      TagBytes.id3(chapters, version: 3, flags: 0x80) + sound, flac,
    ]
  }()

  @Test("no mutation of a file brings the reader down, holds it up or breaks the order of chapters")
  func mutations() throws {
    let folder = MediaFolder()
    let descriptor = open(folder.write("bytes", []).text, O_RDWR)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let file = HeaderFile()
    func chapters(_ bytes: [UInt8]) -> [BookChapter] {
      #expect(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
      file.use(descriptor, size: Int64(bytes.count))
      let (tags, stated) = BookFile.read(file)
      _ = tags.facts(isBook: true)
      return stated.chapters(within: .seconds(3_600))
    }
    for whole in Self.wholes { #expect(!chapters(whole).isEmpty) }
    var random = SeededGenerator(seed: Self.seed)
    var found = 0
    for round in 0..<Self.rounds {
      let whole = Self.wholes[round % Self.wholes.count]
      let other = Self.wholes[Int.random(in: 0..<Self.wholes.count, using: &random)]
      var mutant = Mutation.mutated(whole, with: other, using: &random)
      if round % 10 == 0 { mutant = mutant.map { _ in .random(in: 0...255, using: &random) } }
      let start = processorTime()
      let chapters = chapters(mutant)
      #expect(processorTime() - start < .seconds(2), "round \(round)")
      found += chapters.isEmpty ? 0 : 1
      #expect(chapters.allSatisfy { $0.start >= .zero && $0.start <= $0.end })
      #expect(zip(chapters, chapters.dropFirst()).allSatisfy { $0.end <= $1.start })
      #expect(chapters.last.map { $0.end <= .seconds(3_600) } ?? true)
    }
    #expect(found > 1_000)
  }

  @Test("mutated files of ffmpeg are read or refused")
  func encoded() throws {
    let folder = MediaFolder()
    let files = try ["a.mka", "a.wav", "a.ogg"].map { name in
      (
        name,
        try folder.bytes(
          try folder.encode(name, [], tags: ["NARRATOR": "Cy", "CHAPTER01": "00:00:01"]))
      )
    }
    var random = SeededGenerator(seed: 21)
    for _ in 0..<40 {
      for (name, whole) in files {
        let mutant = Mutation.mutated(whole, with: files[0].1, using: &random)
        // because refusing is as good as reading.
        let facts = try? BookFile.facts(of: folder.write("m-" + name, mutant))
        #expect(facts?.chapters.allSatisfy { $0.start <= $0.end } ?? true)
      }
    }
  }
}
