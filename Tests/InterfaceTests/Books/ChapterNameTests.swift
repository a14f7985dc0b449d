import Music
import Screen
import Testing

@testable import Interface

@Suite("Names of chapters")
struct ChapterNameTests {
  private static let samples: [(Int, String, String)] = [
    (0, "", "Chapter 1"), (0, "Chapter 1", "Chapter 1"), (4, "Kapitel 05", "Kapitel 05"),
    (4, "CHAPTER 5.", "CHAPTER 5."), (4, "005", "Chapter 5"), (4, " 5. ", "Chapter 5"),
    (4, "Chapter 6", "Chapter 5  Chapter 6"), (12, "Apollo 13", "Chapter 13  Apollo 13"),
    (0, "99999999999999999999", "Chapter 1  99999999999999999999"),
    (4, "Chapter Five", "Chapter 5  Chapter Five"), (4, "The 5", "Chapter 5  The 5"),
    (4, "...", "Chapter 5  ..."),
    (4, "IV. What the Keeper Heard", "Chapter 5  IV. What the Keeper Heard"),
  ]

  @Test("a title that is only the number shows once", arguments: samples)
  func names(index: Int, title: String, text: String) {
    var book = BookSamples.book()
    book.chapters = (0..<20).map {
      BookChapter(
        title: $0 == index ? title : "C", start: .seconds($0), end: .seconds($0 + 1))
    }
    #expect(BookText.chapter(index, of: book) == text)
  }

  @Test("so it is in the bars, in the bedroom and in the list of chapters")
  func screens() {
    var book = BookSamples.book(place: .seconds(60))
    for index in book.chapters.indices { book.chapters[index].title = "Chapter \(index + 1)" }
    var stage = Stage.listening(book)
    func isTwice() -> Bool {
      (1...4).contains { number in
        stage.text.contains("Chapter \(number)  Chapter \(number)")
          || stage.text.contains("\(number)  Chapter \(number)")
      }
    }
    #expect(stage.text.contains("Chapter 2") && !isTwice(), "\(stage.text)")
    stage.press("%")
    #expect(stage.text.contains("Chapter 4") && !isTwice(), "\(stage.text)")
    stage.press("Esc")
    stage.run("bedroom")
    #expect(stage.text.contains("Chapter 2") && !isTwice(), "\(stage.text)")
  }
}
