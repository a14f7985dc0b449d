import Music
import Screen

/// The number and the title of a chapter, as they show beside one another. A title that says no
/// more than the number is shown in its place.
struct ChapterName: Equatable {
  /// "Chapter 5", or the title that says so: "Kapitel 05".
  let number: String
  /// Empty where the number says it all.
  let title: String

  /// - Parameters:
  ///   - index: The index of the chapter, of which the number is one more.
  ///   - title: As the file or the server has it.
  init(_ index: Int, title: String) {
    let words = title.split(whereSeparator: \.isWhitespace)
    let digits = words.last.map { String($0).trimmed { ".:".contains($0) } } ?? ""
    let isNumber =
      !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && Int(digits) == index + 1
    switch words.count {
    case 0: (number, self.title) = ("Chapter \(index + 1)", "")
    case 1 where isNumber: (number, self.title) = ("Chapter \(index + 1)", "")
    case 2 where isNumber && ChapterName.words.contains(SortKey.folded(String(words[0]))):
      (number, self.title) = (title, "")
    default: (number, self.title) = ("Chapter \(index + 1)", title)
    }
  }

  /// The word for a chapter in titles, folded.
  private static let words: Set<String> = Set(
    [
      "chapter", "chap.", "ch.", "kapitel", "kap.", "chapitre", "capítulo", "capitolo", "capítol",
      "hoofdstuk", "kapittel", "kapitola", "rozdział", "luku", "fejezet", "bölüm", "глава",
      "розділ", "κεφάλαιο",
    ].map { SortKey.folded($0) })
}

extension ChapterName {
  /// A row of a list: the number in its column and the title, or one text for both.
  func draw(on line: Canvas, number: String, _ face: Face) {
    var line = line
    guard !title.isEmpty else { return _ = line.put(self.number, face) }
    line.write(number + "  ", .dimmed)
    line.put(title, face)
  }
}

extension Book {
  func name(ofChapter index: Int) -> ChapterName? {
    chapters.indices.contains(index) ? ChapterName(index, title: chapters[index].title) : nil
  }

  /// "Chapter 5" where a chapter has no title.
  func title(ofChapter index: Int) -> String {
    name(ofChapter: index).map { $0.title.isEmpty ? $0.number : $0.title } ?? ""
  }
}
