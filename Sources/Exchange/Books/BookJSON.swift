import JSON
import Music

/// `metadata.json` of Audiobookshelf: its members at the top, or in `metadata` as before 2.4.
///
/// Members of a wrong type count as missing.
enum BookJSON {
  private static let mostElements = 200

  static func read(_ bytes: [UInt8]) throws(DocumentProblem) -> BookDocument {
    let root = try JSONReader.read(bytes)
    guard case .object = root.value else {
      throw DocumentProblem(line: 1, reason: "not a description of a book")
    }
    let nested = root["metadata"]
    func member(_ name: String) -> JSONNode? { root[name] ?? nested?[name] }
    func line(_ name: String) -> String? {
      member(name).flatMap(text).flatMap { FactText.line($0) }
    }
    var facts = BookFileFacts()
    facts.title = line("title")
    facts.subtitle = line("subtitle")
    facts.authors = names(member("authors") ?? member("authorName") ?? member("author"))
    facts.narrators = names(member("narrators") ?? member("narratorName") ?? member("narrator"))
    facts.series = series(member("series") ?? member("seriesName"))
    facts.genres = FactText.lines(texts(member("genres")))
    facts.description = member("description").flatMap(text).flatMap { FactText.description($0) }
    facts.publisher = line("publisher")
    facts.language = line("language")
    facts.date = date(year: line("publishedYear"), day: line("publishedDate"))
    return BookDocument(facts: facts, chapters: chapters(member("chapters")))
  }

  /// The full date, unless it is of another year: that of an edition.
  private static func date(year: String?, day: String?) -> String? {
    guard let year = year.flatMap({ FactText.date($0) }) else {
      return day.flatMap { FactText.date($0) }
    }
    return day.flatMap { $0.hasPrefix(year) ? FactText.date($0) : nil } ?? year
  }

  private static func text(_ node: JSONNode) -> String? {
    switch node.value {
    case .text(let text): text
    // Years are sometimes numbers.
    case .number(let number): Int(exactly: number).map { String($0) }
    case .null, .bool, .array, .object: nil
    }
  }

  /// Texts, or the names of objects.
  private static func texts(_ node: JSONNode?) -> [String] {
    guard case .array(let elements)? = node?.value else { return [] }
    return elements.prefix(mostElements).compactMap { text($0) ?? $0["name"].flatMap(text) }
  }

  /// Elements of an array are one name each; a text may hold several.
  private static func names(_ node: JSONNode?) -> [String] {
    guard let node else { return [] }
    if let text = text(node) { return BookNames.names(in: text) }
    return FactText.lines(texts(node))
  }

  private static func series(_ node: JSONNode?) -> [BookSeries] {
    guard let node else { return [] }
    if let text = text(node) {
      return BookSeries.unique(
        text.prefix(4_000).split(separator: ",").compactMap { BookSeries(String($0)) })
    }
    guard case .array(let elements) = node.value else { return [] }
    return BookSeries.unique(
      elements.prefix(mostElements).compactMap { element in
        if let text = text(element) { return BookSeries(text) }
        guard let name = element["name"].flatMap(text).flatMap({ FactText.line($0) }) else {
          return nil
        }
        let sequence = element["sequence"].flatMap(Self.sequence)
        return BookSeries(name: name, sequence: sequence)
      })
  }

  private static func sequence(_ node: JSONNode) -> String? {
    if case .number(let number) = node.value, number.isFinite {
      return BookSeries.sequence("\(number)")
    }
    return text(node).flatMap { FactText.line($0, longest: 20) }
  }

  private static func chapters(_ node: JSONNode?) -> StatedChapters {
    var chapters = StatedChapters()
    guard case .array(let elements)? = node?.value else { return chapters }
    for element in elements {
      guard !chapters.isFull else { break }
      chapters.add(
        element["title"].flatMap(text) ?? "", start: element["start"].flatMap(time),
        end: element["end"].flatMap(time))
    }
    return chapters
  }

  private static func time(_ node: JSONNode) -> Duration? {
    switch node.value {
    case .number(let seconds): StatedChapters.time(seconds: seconds)
    case .text(let text): Double(text.prefix(40)).flatMap { StatedChapters.time(seconds: $0) }
    case .null, .bool, .array, .object: nil
    }
  }
}
