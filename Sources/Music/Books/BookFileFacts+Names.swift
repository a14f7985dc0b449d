extension BookFileFacts {
  private static let mostParts = 20

  /// What the name of a file or folder says: "Author - Title", "Series 2 - Title",
  /// "Author - Series, Book 2 - Title", "1994 - Title {Narrator}".
  package init(name: String) {
    self.init()
    var text = FactText.line(name.replacing("_", with: " ")) ?? ""
    takeBraces(from: &text)
    takeYear(from: &text)
    var parts = text.split(separator: " - ", maxSplits: Self.mostParts).map { $0.trimmed() }
      .filter { !$0.isEmpty }
    var hasPrefix = false
    while parts.count > 1, let first = parts.first {
      if take(first) {
        hasPrefix = true
      } else if authors.isEmpty, !hasPrefix {
        authors = BookNames.names(in: first)
      } else {
        break
      }
      parts.removeFirst()
    }
    guard let title = parts.first else { return }
    self.title = title
    subtitle = parts.count > 1 ? parts.dropFirst().joined(separator: " - ") : nil
  }

  /// Takes a part in front of the title that is a year, a number or a series.
  private mutating func take(_ part: String) -> Bool {
    if Self.isYear(part) {
      date = date ?? part
      return true
    }
    if let series = BookSeries(numbered: part, isBare: true) {
      self.series.append(series)
      return true
    }
    // A number without the name of a series: "2", "Book 2", "Vol. 2".
    let words = part.split(separator: " ")
    return words.count <= 2 && words.last.flatMap { BookSeries.sequence($0) } != nil
  }

  /// "{Narrator}", as Audiobookshelf has it, and "[ASIN]", which is not used.
  private mutating func takeBraces(from text: inout String) {
    if let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") {
      narrators = BookNames.names(in: String(text[text.index(after: open)..<close]))
      text.removeSubrange(open...close)
    }
    if text.hasSuffix("]"), let open = text.lastIndex(of: "["), open > text.startIndex {
      text = String(text[..<open])
    }
    text = text.trimmed()
  }

  /// "Title (1994)".
  private mutating func takeYear(from text: inout String) {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex else {
      return
    }
    let inside = String(text[text.index(after: open)...].dropLast())
    guard Self.isYear(inside) else { return }
    date = inside
    text = text[..<open].trimmed()
  }

  private static func isYear(_ text: String) -> Bool {
    text.utf8.count == 4 && Int(text).map { (1_400...2_100).contains($0) } ?? false
  }
}
