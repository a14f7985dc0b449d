import Testing

@testable import Screen

@Suite("Frames")
struct FrameTests {
  /// A generator with the same numbers in every run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static let parts = [
    "a", "Z", " ", "~", "7", "日", "é", "e\u{301}", "\u{301}", "\t", "\u{7F}", "👩\u{200D}🚀", "한",
    "ß",
  ]

  @Test("text of any kind fills the cells that its pieces fill, and leaves no half behind")
  func put() {
    var numbers = Numbers(state: 7)
    for _ in 0..<3_000 {
      var frame = Frame(size: Size(rows: 1, columns: 12))
      var expected = frame
      for _ in 0..<3 {
        // Half of the texts are plain, the others mix in parts that are not.
        let isPlain = Bool.random(using: &numbers)
        let parts = isPlain ? Self.parts.prefix(5) : Self.parts[...]
        let text = (0..<Int.random(in: 0..<9, using: &numbers))
          .map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
        let column = Int.random(in: 0..<12, using: &numbers)
        let limit = Int.random(in: 1..<10, using: &numbers)
        let used = frame.put(
          text, row: 0, column: column, limit: limit, face: .accent, ground: .field)
        var at = column
        let end = min(12, column + limit)
        for piece in TextWidth.pieces(of: text, limit: end - column) {
          guard at + piece.columns <= end else { break }
          expected.put(
            piece.cluster.text, row: 0, column: at, face: .accent, ground: .field)
          at += piece.columns
        }
        #expect(used == at - column && frame == expected, "\(text.debugDescription) at \(column)")
      }
    }
  }

  @Test("whether text is plain is told as far as it is looked at")
  func plain() {
    #expect(TextWidth.plainCount(of: "", limit: 3) == 0)
    #expect(TextWidth.plainCount(of: "abc", limit: 3) == 3)
    #expect(TextWidth.plainCount(of: "abcd", limit: 3) == 3)
    #expect(TextWidth.plainCount(of: "abc\u{301}", limit: 3) == nil)
    #expect(TextWidth.plainCount(of: "abcd日", limit: 3) == 3)
    #expect(TextWidth.plainCount(of: "a\tc", limit: 3) == nil)
    #expect(TextWidth.truncated("abcd", to: 3) == "ab…")
    #expect(TextWidth.truncated("abc", to: 3) == "abc")
    #expect(TextWidth.truncated("abc\u{301}", to: 3) == "abc\u{301}")
  }
}
