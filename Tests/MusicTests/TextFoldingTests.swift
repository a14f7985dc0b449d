import Music
import Testing

@Suite("Folding of texts")
struct TextFoldingTests {
  private func folded(_ bytes: [UInt8], _ folding: inout TextFolding) -> String {
    var folded: [UInt8] = Array("before".utf8)
    bytes.withUnsafeBufferPointer { folding.fold($0, into: &folded) }
    #expect(folded.starts(with: "before".utf8))
    return String(decoding: folded.dropFirst(6), as: UTF8.self)
  }

  @Test("every character by itself folds as it does otherwise")
  func alone() {
    var folding = TextFolding()
    for value in UInt32(0)..<0x1_1000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "x\(Character(scalar))Y"
      let folded = folded(Array(text.utf8), &folding)
      #expect(Array(folded.utf8) == Array(SortKey.folded(text).utf8), "\(String(value, radix: 16))")
    }
  }

  @Test("characters of all scripts side by side fold as they do otherwise", arguments: 0..<4)
  func together(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x2AF, 0x300...0x36F, 0x370...0x58F, 0x591...0x64A, 0x900...0x97F,
      0xE00...0xE7F, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x2000...0x218F, 0x3000...0x30FF,
      0x4E00...0x4FFF, 0xAC00...0xAD00, 0xFE00...0xFE0F, 0xFF01...0xFFA0, 0x1F1E6...0x1F1FF,
      0x1F600...0x1F64F,
    ]
    var folding = TextFolding()
    for _ in 0..<4_000 {
      // Two scripts in most texts, so that many consist of scripts that fold without context.
      let some = [0, Int.random(in: ranges.indices, using: &random)]
      let others = [some[1], Int.random(in: ranges.indices, using: &random)]
      var text = ""
      for position in 0..<Int.random(in: 1...9, using: &random) {
        let index = (position % 2 == 0 ? some : others)[Int.random(in: 0...1, using: &random)]
        let value = UInt32.random(in: ranges[index], using: &random)
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let folded = folded(Array(text.utf8), &folding)
      #expect(
        Array(folded.utf8) == Array(SortKey.folded(text).utf8),
        "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  @Test("bytes that are no text fold as what is put in their places")
  func hostile() {
    var random = SeededGenerator(seed: 5)
    var folding = TextFolding()
    let pieces: [[UInt8]] = [
      [0xC3], [0xC3, 0x89], [0xE0, 0x82, 0xA0], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0xFF],
      [0x41], [0x80], [0xC0, 0x80], [0xE3, 0x81], [0xE3, 0x81, 0x81], [0xC1, 0x81], [0xE2, 0x28],
    ]
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 1...5, using: &random)).flatMap { _ in
        pieces[Int.random(in: pieces.indices, using: &random)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(
        Array(folded(bytes, &folding).utf8) == Array(SortKey.folded(text).utf8), "\(bytes)")
    }
  }
}
