import Screen
import Testing

@Suite struct TextWidthTests {
  @Test(
    "text takes the columns that terminals give it",
    arguments: [
      ("plain", 5), ("", 0), ("中文", 4), ("ｆｕｌｌ", 8), ("e\u{301}te\u{301}", 3), ("한글", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2),
      ("❤️", 1), ("1️⃣", 1), ("a\u{200B}b", 2), ("\u{FEFF}x", 1), ("soft\u{AD}hyphen", 10),
      ("…", 1), ("─│┌▁█●▸", 7), ("ไทยน้ำ", 5), ("\u{3000}", 2), ("🏳️‍🌈", 1), ("☺", 1), ("½§", 2),
    ])
  func columns(text: String, columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
    #expect(TextWidth.pieces(of: text).reduce(0) { $0 + $1.columns } == columns)
  }

  @Test(
    "what could move the cursor or turn the direction never reaches a cell",
    arguments: [
      ("\u{1B}[31m", "·[31m"), ("a\nb\tc\r", "a·b·c·"), ("\u{7F}\u{85}\u{9B}0m", "···0m"),
      ("\u{202E}abc\u{2069}", "abc"), ("\u{2028}x", "·x"), ("\u{E000}", "\u{FFFD}"),
      ("\u{10FFFF}", "\u{FFFD}"), ("\u{301}x", "\u{FFFD}x"), ("\n\u{301}x", "·x"),
      ("a\u{A0}b", "a b"), ("🇩🇪", "DE"), ("👩‍👩‍👧", "👩"), ("👍🏽!", "👍!"),
    ])
  func cleans(text: String, shown: String) {
    #expect(TextWidth.pieces(of: text).map(\.cluster.text).joined() == shown)
  }

  @Test("a pile of marks is cut to what a cell holds")
  func boundsMarks() {
    let pieces = TextWidth.pieces(of: "z" + String(repeating: "\u{336}", count: 10_000) + "x")
    #expect(pieces.map(\.columns) == [1, 1])
    #expect(Array(pieces[0].cluster).count == 5)
  }

  @Test("every scalar gives clean pieces of one or two columns")
  func everyScalar() {
    var wrong: [Unicode.Scalar] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for piece in TextWidth.pieces(of: "a" + String(scalar)).dropFirst() {
        let isClean = piece.cluster.allSatisfy {
          switch $0.properties.generalCategory {
          case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
          default: true
          }
        }
        if !isClean || !(1...2).contains(piece.columns) { wrong.append(scalar) }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("marks join the character before them, as the standard library knows them")
  func marksAgree() {
    var wrong: [Unicode.Scalar] = []
    for value in UInt32(0x300)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major < 15
      else { continue }
      let isMark = [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
      if isMark, TextWidth.columns(of: "a" + String(scalar)) != 1 { wrong.append(scalar) }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "a long text is cut at the right place with one ellipsis",
    arguments: [
      ("abcdef", 6, TextWidth.Kept.start, "abcdef"), ("abcdef", 5, .start, "abcd…"),
      ("abcdef", 5, .end, "…cdef"), ("abcdef", 5, .middle, "ab…ef"), ("abcdef", 1, .start, "…"),
      ("abcdef", 0, .start, ""), ("abc def", 5, .start, "abc…"), ("中文字", 5, .start, "中文…"),
      ("中文字", 4, .start, "中…"), ("ab中", 3, .start, "ab…"), ("中文字", 4, .end, "…字"),
      ("a\nb", 3, .start, "a·b"), ("abcdef", -3, .end, ""),
    ])
  func truncates(text: String, columns: Int, keep: TextWidth.Kept, result: String) {
    #expect(TextWidth.truncated(text, to: columns, keep: keep) == result)
    #expect(TextWidth.columns(of: result) <= max(0, columns))
  }

  @Test("padded text takes exactly its columns")
  func pads() {
    #expect("ab".padded(to: 5) == "   ab")
    #expect("中文字".padded(to: 7) == " 中文字")
    #expect("中文字".padded(to: 4) == "中文字")
  }

  @Test("a text of megabytes is only read as far as it is shown")
  func readsNoFurther() {
    let long = String(repeating: "é", count: 4_000_000)
    let clock = ContinuousClock()
    let time = clock.measure {
      for _ in 0..<1000 { _ = TextWidth.truncated(long, to: 20) }
    }
    #expect(time < .seconds(2))
  }
}
