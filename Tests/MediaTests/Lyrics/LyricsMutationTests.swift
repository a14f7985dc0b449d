import Glibc
import Music
import Testing

@testable import Media

@Suite("Mutated tags with lyrics")
struct LyricsMutationTests {
  private static func tag(version: Int, flags: UInt8) -> [UInt8] {
    let language = Array("eng".utf8)
    let names = version == 2 ? ["SLT", "ULT"] : ["SYLT", "USLT"]
    var entries: [UInt8] = []
    for (index, text) in ["\nStrang", "ers", " in", "\nEx", "changing"].enumerated() {
      entries += TagBytes.text(text, encoding: 1).dropFirst() + [0, 0] + TagBytes.big(index * 700)
    }
    let synced = [1] + language + [2, 1, 0xFF, 0xFE, 0, 0] + entries
    let unsynced = [3] + language + Array("\0[00:01.00]<00:01>Öne <00:02>two\n[00:03]three".utf8)
    return TagBytes.id3(
      [
        TagBytes.frame(names[0], synced, version: version),
        TagBytes.frame(names[1], unsynced, version: version),
      ], version: version, flags: flags, padding: 40)
  }

  private static let wholes: [[UInt8]] = {
    let sound = [0xFF, 0xFB] + [UInt8](repeating: 0, count: 64)
    let id3 = [(2, 0), (3, 0x80), (3, 0), (4, 0x80), (4, 0)].map { version, flags in
      tag(version: version, flags: UInt8(flags)) + sound
    }
    let ape = sound + TagBytes.ape([("Lyrics", Array("[00:01]One\nTwo\n[00:02]Three".utf8))])
    return id3 + [ape]
  }()

  @Test("no mutation of a tag brings the search down or exceeds its limits")
  func mutations() throws {
    let folder = MediaFolder()
    let descriptor = open(folder.write("bytes", []).text, O_RDWR)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let file = HeaderFile()
    func lyrics(_ bytes: [UInt8]) -> Lyrics? {
      #expect(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
      file.use(descriptor, size: Int64(bytes.count))
      return EmbeddedLyrics.read(file)
    }
    for whole in Self.wholes { #expect(lyrics(whole)?.isSynced == true) }
    var random = SeededGenerator(seed: 20_26)
    var (read, synced) = (0, 0)
    for round in 0..<5_000 {
      let whole = Self.wholes[round % Self.wholes.count]
      let other = Self.wholes[Int.random(in: 0..<Self.wholes.count, using: &random)]
      let mutant = Mutation.mutated(whole, with: other, using: &random)
      guard let lyrics = lyrics(mutant) else { continue }
      read += 1
      if lyrics.isSynced { synced += 1 }
      #expect(lyrics.lines.count <= mutant.count)
      let starts = lyrics.lines.compactMap(\.start)
      #expect(starts.isEmpty || starts.count == lyrics.lines.count)
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(starts.allSatisfy { (.zero...Lyrics.maximumTime).contains($0) })
    }
    // Some mutants have lyrics, or the test would prove nothing.
    #expect(read > 1_000 && synced > 500)
  }
}
