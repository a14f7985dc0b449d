import Music
import Testing

@Suite("Book chapters")
struct BookChapterTests {
  private func chapter(_ title: String, _ start: Int, _ end: Int) -> BookChapter {
    BookChapter(title: title, start: .seconds(start), end: .seconds(end))
  }

  @Test("chapters that overlap, run backwards or lie outside are put in order")
  func order() {
    let chapters = [
      chapter("C", 50, 40), chapter("A", 0, 30), chapter("B", 20, 45), chapter("far", 100, 120),
      chapter("before", -9, -1), chapter("again", 20, 21),
    ]
    #expect(
      BookChapter.normalised(chapters, within: .seconds(100)) == [
        chapter("A", 0, 20), chapter("B", 20, 50), chapter("C", 50, 100),
      ])
    #expect(
      BookChapter.normalised([chapter("", 0, 4), chapter("T", 0, 5)], within: .zero) == [
        chapter("T", 0, 5)
      ])
    #expect(BookChapter.normalised([chapter("A", 3, 1)], within: .zero) == [chapter("A", 3, 3)])
    #expect(BookChapter.normalised([], within: .seconds(9)).isEmpty)
  }

  @Test("whatever chapters come, they end up in order, apart and inside")
  func property() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let total = Int.random(in: 0...50, using: &random)
      let raw = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        chapter(
          "\u{202E}x\n", Int.random(in: -20...70, using: &random),
          Int.random(in: -20...70, using: &random))
      }
      let clean = BookChapter.normalised(raw, within: .seconds(total))
      #expect(
        zip(clean, clean.dropFirst()).allSatisfy { $0.end == $1.start && $0.start < $1.start })
      #expect(clean.allSatisfy { $0.start >= .zero && $0.end >= $0.start && $0.title == "x" })
      #expect(total == 0 || clean.allSatisfy { $0.end <= .seconds(total) })
      #expect(BookChapter.normalised(clean, within: .seconds(total)) == clean)
    }
  }

  @Test("there are at most 5,000, with titles of bounded length")
  func bounds() {
    let many = (0..<7_000).map { chapter(String(repeating: "t", count: 600), $0, $0 + 1) }
    let clean = BookChapter.normalised(many, within: .seconds(7_000))
    #expect(clean.count == 5_000 && clean.allSatisfy { $0.title.count == 500 })
    #expect(BookChapter.cleaned(title: " a\tb\u{7}\u{2066}c ") == "a b\u{FFFD}c")
  }

  @Test("a book without chapters has one for each part")
  func parts() {
    let line = BookTimeline([
      (TrackID(1), .seconds(5)), (TrackID(2), .seconds(7)),
    ])
    let chapters = BookChapter.perPart(line.parts) { "Part \($0 + 1)" }
    #expect(chapters == [chapter("Part 1", 0, 5), chapter("Part 2", 5, 12)])
    #expect(
      BookChapter.shifted([chapter("x", 2, 99)], into: line.parts[1]) == [chapter("x", 7, 12)])
  }

  @Test("next and previous go by the chapters, and back to the start after three seconds")
  func moving() {
    let chapters = [chapter("A", 0, 20), chapter("B", 20, 50), chapter("C", 50, 100)]
    #expect(chapters.index(at: .seconds(20)) == 1)
    #expect(chapters.chapter(at: .seconds(500))?.title == "C")
    #expect(chapters.index(at: .seconds(-1)) == nil)
    #expect(chapters.next(after: .seconds(20)) == .seconds(50))
    #expect(chapters.next(after: .seconds(50)) == nil)
    #expect(chapters.previous(before: .seconds(24)) == .seconds(20))
    #expect(chapters.previous(before: .seconds(23)) == .zero)
    #expect(chapters.previous(before: .seconds(1)) == .zero)
    #expect([BookChapter]().next(after: .zero) == nil)
    #expect([BookChapter]().previous(before: .seconds(9)) == .zero)
  }
}
