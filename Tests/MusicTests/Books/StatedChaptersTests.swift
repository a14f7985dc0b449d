import Music
import Testing

@Suite("Stated chapters")
struct StatedChaptersTests {
  private func chapters(
    _ stated: [(String, Int, Int?)], within seconds: Int? = nil
  ) -> [BookChapter] {
    var all = StatedChapters()
    for (title, start, end) in stated {
      all.add(title, start: .seconds(start), end: end.map { .seconds($0) })
    }
    return all.chapters(within: seconds.map { .seconds($0) })
  }

  private func chapter(_ title: String, _ start: Int, _ end: Int) -> BookChapter {
    BookChapter(title: title, start: .seconds(start), end: .seconds(end))
  }

  @Test("chapters without ends last until the next, and the last until the end of the file")
  func ends() {
    #expect(
      chapters([("A", 0, nil), ("B", 5, nil)], within: 9) == [
        chapter("A", 0, 5), chapter("B", 5, 9),
      ]
    )
    #expect(chapters([("A", 0, nil), ("B", 5, nil)]).last == chapter("B", 5, 5))
    #expect(chapters([("A", 0, nil)], within: 0) == [chapter("A", 0, 0)])
  }

  @Test("chapters that overlap, run backwards or lie beyond the end become ones in order")
  func disorder() {
    #expect(
      chapters([("C", 20, 90), ("A", 0, 15), ("B", 10, 30), ("D", 40, 50)], within: 30) == [
        chapter("A", 0, 10), chapter("B", 10, 20), chapter("C", 20, 30),
      ])
    // An end in front of the start, an empty chapter.
    #expect(
      chapters([("A", 3, 1), ("B", 7, 7), ("C", 8, 10)], within: 10) == [
        chapter("A", 3, 7), chapter("B", 7, 8), chapter("C", 8, 10),
      ])
    #expect(chapters([("A", 10, 11)], within: 10) == [])
  }

  @Test("a gap that the file states stays")
  func gaps() {
    #expect(
      chapters([("A", 0, 3), ("B", 5, 6)], within: 9) == [chapter("A", 0, 3), chapter("B", 5, 6)])
  }

  @Test("of chapters that start together the innermost counts, under a title")
  func nested() {
    let expected = [chapter("1", 0, 5), chapter("2", 5, 10)]
    #expect(chapters([("Part", 0, 10), ("1", 0, 5), ("2", 5, 10)], within: 10) == expected)
    #expect(chapters([("1", 0, 5), ("2", 5, 10), ("Part", 0, 10)], within: 10) == expected)
    #expect(chapters([("Part", 0, 10), ("", 0, 5)], within: 10) == [chapter("Part", 0, 5)])
    #expect(chapters([("A", 0, nil), ("B", 0, nil)], within: 10) == [chapter("B", 0, 10)])
  }

  @Test("impossible times are left out, and a little before the beginning is the beginning")
  func impossible() {
    var stated = StatedChapters()
    for time in [.nan, .infinity, -.infinity, -5, 1e12, 1e300] as [Double] {
      stated.add("No", start: StatedChapters.time(seconds: time))
    }
    #expect(stated.isEmpty)
    stated.add("Start", start: StatedChapters.time(seconds: -0.023), end: .seconds(-1))
    stated.add("1.5 s", start: StatedChapters.time(seconds: 1.5), end: .seconds(Int64.max))
    #expect(
      stated.chapters(within: .seconds(2)) == [
        BookChapter(title: "Start", start: .zero, end: .milliseconds(1_500)),
        BookChapter(title: "1.5 s", start: .milliseconds(1_500), end: .seconds(2)),
      ])
    #expect(StatedChapters.time(.max, scale: 1) == nil && StatedChapters.time(1, scale: 0) == nil)
    #expect(
      StatedChapters.time(.min, scale: -1) == nil && StatedChapters.time(.min, scale: 1) == nil)
    #expect(StatedChapters.time(.max, scale: .max) == .seconds(1))
    #expect(StatedChapters.time(-.max, scale: .max) == .seconds(-1))
    #expect(StatedChapters.time(66_150, scale: 44_100) == .milliseconds(1_500))
  }

  @Test("no more chapters are kept than a book can have, and titles are cut and cleaned")
  func bounds() throws {
    var stated = StatedChapters()
    let title = String(repeating: "e\u{301}", count: 4_000)
    for index in 0..<6_000 { stated.add(title, start: .seconds(6_000 - index)) }
    let chapters = stated.chapters(within: .seconds(7_000))
    #expect(chapters.count == 5_000)
    #expect(chapters.allSatisfy { $0.title.unicodeScalars.count == 1_000 })
    #expect(zip(chapters, chapters.dropFirst()).allSatisfy { $0.end == $1.start })
    var other = StatedChapters()
    other.add(" a\u{202E}b\u{1B}[31m\n\tc\u{0}", start: .zero)
    #expect(other.chapters(within: nil).first?.title == "ab\u{FFFD}[31m c\u{FFFD}")
  }

  @Test("the only file of a cue sheet counts, or else the one that is named")
  func sheets() throws {
    func sheet(_ names: [String]) throws -> CueSheet {
      let text = names.enumerated().map { index, name in
        """
        FILE "\(name)" MP3
        TRACK \(2 * index + 1) AUDIO
        TITLE "\(name) one"
        INDEX 01 00:00:00
        TRACK \(2 * index + 2) AUDIO
        INDEX 00 00:09:00
        INDEX 01 01:10:15
        """
      }
      return try CueSheet(bytes: Array(text.joined(separator: "\n").utf8))
    }
    let path = FilePath("/books/Two.mp3")
    func starts(_ names: [String]) throws -> [Duration] {
      try sheet(names).statedChapters(for: path).chapters(within: .seconds(100)).map(\.start)
    }
    #expect(try starts(["old.wav"]) == [.zero, .seconds(70) + .milliseconds(200)])
    #expect(try starts(["C:\\x\\ONE.wav", "C:\\x\\TWO.wav"]).count == 2)
    #expect(try starts(["one.wav", "three.wav"]) == [])
  }
}
