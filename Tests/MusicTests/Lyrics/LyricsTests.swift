import Music
import Testing

@Suite("Lyrics")
struct LyricsTests {
  private func lyrics(_ text: String) throws -> Lyrics {
    try #require(Lyrics(bytes: Array(text.utf8)))
  }

  private func line(_ milliseconds: Int, _ text: String, _ words: (Int, String)...) -> Lyrics.Line {
    Lyrics.Line(
      start: .milliseconds(milliseconds), text: text,
      words: words.map { Lyrics.Word(delay: .milliseconds($0), text: $1) })
  }

  // MARK: Timestamps

  @Test(
    "a timestamp has many forms",
    arguments: [
      ("01:02", 62_000), ("01:02.3", 62_300), ("01:02.34", 62_340), ("01:02.345", 62_345),
      ("01:02:34", 62_340), ("1:2.3", 62_300), ("125:00.00", 7_500_000),
      ("01:02:03.45", 3_723_450), ("01:02.3456", 62_345), ("00:75.00", 75_000),
      ("1440:00", 86_400_000),
    ])
  func timestamps(_ text: String, _ milliseconds: Int) throws {
    let found = try lyrics("[\(text)] Words")
    let start = try #require(found.lines.first?.start)
    #expect(found.lines.count == 1 && found.lines[0].text == "Words")
    #expect(start >= .milliseconds(milliseconds) && start < .milliseconds(milliseconds + 1))
  }

  @Test(
    "other brackets are text",
    arguments: [
      "[Chorus]", "[Chorus: all]", "[1]", "[01:]", "[:01]", "[01:02.]", "[01:02", "[-1:02]",
      "[01.02]", "[01:02:03:04]", "[01:02.3.4]", "[1234567:00]", "[01:100]", "[ 01:02]", "[a:b]",
      "<01>", "[ti Title]",
    ])
  func notTimestamps(_ text: String) throws {
    #expect(try lyrics(text) == Lyrics(lines: [Lyrics.Line(text: text)]))
    #expect(try lyrics("[00:01]" + text).lines == [line(1_000, text)])
  }

  @Test("a line with several timestamps is heard several times, and lines are in their order")
  func repeated() throws {
    let found = try lyrics("[00:30]Verse\n[01:20.5] [00:10.00]Refrain\n[00:10]Kehrreim")
    #expect(
      found.lines == [
        line(10_000, "Refrain"), line(10_000, "Kehrreim"), line(30_000, "Verse"),
        line(80_500, "Refrain"),
      ])
  }

  @Test("breaks are kept, text without a timestamp continues the line before")
  func untimed() throws {
    let found = try lyrics("Artist\n\n[00:01][00:05]One\n more\n\n[00:03]\n[00:04]  \n")
    #expect(
      found.lines == [
        line(0, "Artist"), line(1_000, "One"), line(1_000, "more"), line(3_000, ""),
        line(4_000, ""), line(5_000, "One"), line(5_000, "more"),
      ])
  }

  @Test("words have times of their own, in angle brackets and in square ones")
  func words() throws {
    let wanted = line(10_000, "Hello big world", (0, "Hello "), (500, "big "), (900, "world"))
    for text in [
      "[00:10.00]<00:10.00>Hello <00:10.50>big <00:10.90>world",
      "[00:10.00] <00:10.00> Hello <00:10.50> big <00:10.90> world ",
      "[00:10.00]Hello [00:10.50]big [00:10.90]world",
      "[00:10.00][00:10.00]Hello [00:10.50]big [00:10.90]world",
      "<00:10.00>Hello <00:10.50>big <00:10.90>world",
    ] {
      #expect(try lyrics(text).lines == [wanted], "\(text)")
    }
    #expect(
      try lyrics("[00:10]Strang<00:11>ers <00:10.5>in<00:12>").lines == [
        line(10_000, "Strangers in", (0, "Strang"), (1_000, "ers "), (1_000, "in"), (2_000, ""))
      ])
    let both = try lyrics("[00:10][00:20]<00:10.50>Oh <00:11>yes").lines
    #expect(
      both == [
        line(10_000, "Oh yes", (500, "Oh "), (1_000, "yes")),
        line(20_000, "Oh yes", (500, "Oh "), (1_000, "yes")),
      ])
    #expect(try lyrics("[00:10]<00:10>One\n[00:12]<00:12><00:13>").lines[0].words.isEmpty)
    #expect(try lyrics("[00:10]x\n[00:12]<00:12><00:13>").lines[1] == line(12_000, ""))
  }

  // MARK: ID tags

  @Test("ID tags are kept, in any case, and the offset moves all lines")
  func tags() throws {
    let text = "[TI: Song [Live] ]\n[Ar:Me]\n[length:3:07]\n[#:note]\n[#] other\n[#]\n[ve:]\n"
    let found = try lyrics(text + "[00:10]a\n[00:00.3]b\n[Offset:+500]")
    #expect(
      found.tags == [
        Lyrics.Tag(name: "ti", value: "Song [Live]"), Lyrics.Tag(name: "ar", value: "Me"),
        Lyrics.Tag(name: "length", value: "3:07"), Lyrics.Tag(name: "#", value: "note"),
        Lyrics.Tag(name: "#", value: "other"),
      ])
    #expect(found.lines == [line(0, "b"), line(9_500, "a")])
    for (offset, start) in [
      ("-500", 10_500), ("250", 9_750), (" -1 ", 10_001), ("x", 10_000), ("1.5", 10_000),
      ("99999999999999999999", 10_000), ("86400001", 10_000), ("-86400000", 86_400_000),
      ("86400000", 0),
    ] {
      #expect(try lyrics("[offset:\(offset)]\n[00:10]a").lines == [line(start, "a")], "\(offset)")
    }
  }

  // MARK: Text

  @Test("plain text keeps its paragraphs")
  func plain() throws {
    let found = try lyrics("\n\n One \nTwo\n\n \n\nThree [00:10] four\n\n")
    #expect(!found.isSynced)
    #expect(found.lines.map(\.text) == ["One", "Two", "", "Three [00:10] four"])
    #expect(found.lines.allSatisfy { $0.start == nil && $0.words.isEmpty })
  }

  @Test("every encoding and every kind of line end is read")
  func encodings() throws {
    let text = "[ti:Müll]\r\n[00:01.00]Kühl\r\n\r\n[00:02.00]über\r\n"
    let little = Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let expected = try lyrics(text)
    #expect(expected.lines == [line(1_000, "Kühl"), line(2_000, "über")])
    #expect(expected.tags.map(\.value) == ["Müll"])
    for bytes in [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big,
      text.unicodeScalars.map { UInt8($0.value) },
      Array(text.replacing("\r\n", with: "\n").utf8),
      Array(text.replacing("\r\n", with: "\r").utf8),
    ] {
      #expect(Lyrics(bytes: bytes) == expected)
    }
    #expect(Lyrics(bytes: [0x93, 0x41, 0x94])?.lines.map(\.text) == ["“A”"])
    #expect(try lyrics("a\r\n\r\nb").lines.map(\.text) == ["a", "", "b"])
    #expect(try lyrics("a\r\nb\rc\nd").lines.map(\.text) == ["a", "b", "c", "d"])
  }

  @Test("control characters are replaced as in tags")
  func controls() throws {
    let found = try lyrics("[ti:a\u{1B}b]\n[00:01]a\u{1B}[2J\tb\u{9B}c\u{2028}d<00:02>\u{7}e")
    #expect(found.lines[0].text == "a\u{FFFD}[2J b\u{FFFD}c d\u{FFFD}e")
    #expect(found.lines[0].words.map(\.text) == ["a\u{FFFD}[2J b\u{FFFD}c d", "\u{FFFD}e"])
    #expect(found.tags[0].value == "a\u{FFFD}b")
  }

  @Test("nothing is found in what is no text, and where there are no words")
  func nothing() {
    let binary = [UInt8](0...255) + [0]
    for bytes in [
      [], Array("\n \n".utf8), Array("[ti:Title]\n[by:me]".utf8), Array("[00:01]\n[00:02] ".utf8),
      Array("[99:99:99.99]late".utf8), binary, [0xFF, 0xFE, 0x41],
      [UInt8](repeating: 0x41, count: Lyrics.maximumBytes + 1),
    ] {
      #expect(Lyrics(bytes: bytes) == nil)
    }
  }

  // MARK: Bounds

  @Test("lines, texts, words and tags beyond the limits are dropped")
  func bounds() throws {
    let stamps = (0..<200).map { "[\($0):00]" }.joined()
    let many = try lyrics((0..<100).map { stamps + "\($0)\n" }.joined())
    #expect(many.lines.count == Lyrics.maximumLines)
    #expect(many.lines.map(\.text).contains("49") && !many.lines.map(\.text).contains("50"))
    let continued = try lyrics("[00:01][00:02]a" + String(repeating: "\nx", count: 6_000))
    #expect(continued.lines.count == Lyrics.maximumLines)
    let plain = try lyrics(String(repeating: "x\n", count: 12_000))
    #expect(plain.lines.count == Lyrics.maximumLines)
    let long = String(repeating: "é", count: 3_000)
    #expect(try lyrics("[00:01]" + long).lines[0].text == long.prefix(2_000))
    #expect(try lyrics(long).lines[0].text == long.prefix(2_000))
    #expect(try lyrics("[ti:\(long)]\nx").tags[0].value == long.prefix(2_000))
    let marked = try lyrics("[00:01]" + String(repeating: "<00:02>ab", count: 3_000)).lines[0]
    #expect(marked.words.count == 1_000 && marked.text.count == 2_000)
    #expect(marked.words.map(\.text).joined() == marked.text)
    let rests = try lyrics("[00:01]a" + String(repeating: "<00:02>", count: 3_000)).lines[0]
    #expect(rests.words.count == Lyrics.maximumText)
    #expect(try lyrics(String(repeating: "[ti:a]\n", count: 300) + "x").tags.count == 100)
    let late = try lyrics("[1440:00.01]late\nlater\n[1440:00][1500:00]in time<1500:00>end").lines
    #expect(late == [line(86_400_000, "in timeend", (0, "in time"), (0, "end"))])
  }

  @Test(
    "brackets by the thousand are text, or end with the limits",
    arguments: ["[", "<", "[0", "[00:00", "[00:00]"])
  func brackets(_ piece: String) {
    let text = "[00:01]a" + String(repeating: piece, count: 30_000 / piece.utf8.count)
    #expect(Lyrics(bytes: Array(text.utf8))?.lines.first?.text.hasPrefix("a") == true)
    let bare = String(repeating: piece, count: 30_000 / piece.utf8.count) + "a"
    #expect(Lyrics(bytes: Array(bare.utf8)) != nil)
  }

  // MARK: Positions

  @Test("the line heard at a time is the last one that began, with all that began with it")
  func heardLines() throws {
    let found = try lyrics("[00:01]a\n[00:02]b\n[00:02]c\n[00:04]\n[00:05]d")
    let wanted: [(Int, Range<Int>?)] = [
      (0, nil), (999, nil), (1_000, 0..<1), (1_999, 0..<1), (2_000, 1..<3), (3_999, 1..<3),
      (4_500, 3..<4), (5_000, 4..<5), (90_000_000, 4..<5),
    ]
    for (time, range) in wanted {
      #expect(found.lines(at: .milliseconds(time)) == range, "\(time)")
    }
    #expect(try lyrics("a\nb").lines(at: .seconds(5)) == nil)
    #expect(Lyrics(lines: []).lines(at: .seconds(5)) == nil)
  }

  @Test("the search finds what a walk finds", arguments: UInt64(0)..<20)
  func search(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let starts = (0..<Int.random(in: 1...40, using: &random))
      .map { _ in Int.random(in: 0...60, using: &random) }.sorted()
    let lyrics = Lyrics(lines: starts.map { line($0 * 1_000, "x") })
    for time in -1...61 {
      let last = starts.last { $0 <= time }
      let wanted = last.map { last in
        (starts.firstIndex(of: last) ?? -1)..<((starts.lastIndex(of: last) ?? -1) + 1)
      }
      #expect(lyrics.lines(at: .seconds(time)) == wanted)
    }
  }

  @Test("the word heard is the last one that began in its line")
  func heardWords() {
    let words = line(10_000, "a b c", (0, "a "), (500, "b "), (500, "c"))
    let wanted: [(Int, Int?)] = [
      (9_999, nil), (10_000, 0), (10_499, 0), (10_500, 2), (99_000, 2),
    ]
    for (time, word) in wanted {
      #expect(words.word(at: .milliseconds(time)) == word, "\(time)")
    }
    #expect(line(10_000, "a").word(at: .seconds(20)) == nil)
    #expect(Lyrics.Line(text: "a").word(at: .seconds(20)) == nil)
  }
}
