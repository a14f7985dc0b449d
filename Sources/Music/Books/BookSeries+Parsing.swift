extension BookSeries {
  private static let numberWords: Set<String> = [
    "book", "bk", "vol", "volume", "part", "no", "nr", "number", "band", "buch", "teil", "tome",
    "livre", "libro", "episode",
  ]
  private static let separators: Set<Character> = [" ", ",", ":", "-", "(", "[", "\u{2013}"]

  /// A series as Audiobookshelf writes it: "Name #2", or a name alone.
  package init?(_ text: String) {
    guard let line = FactText.line(text) else { return nil }
    if let gap = line.range(ofLast: " #"), let sequence = Self.sequence(line[gap.upperBound...]),
      let name = FactText.line(line[..<gap.lowerBound])
    {
      self.init(name: name, sequence: sequence)
    } else {
      self.init(name: line)
    }
  }

  /// A series with a number: "Name, Book 2", "Name #2"; nil without one.
  ///
  /// - Parameter isBare: whether a number alone will do: "Name 2".
  package init?(numbered text: String, isBare: Bool = false) {
    guard let line = FactText.line(text) else { return nil }
    let closed = line.hasSuffix(")") || line.hasSuffix("]") ? line.dropLast() : line[...]
    guard let gap = closed.lastIndex(where: { $0 == " " || $0 == "#" }),
      let sequence = Self.sequence(closed[closed.index(after: gap)...])
    else { return nil }
    var name = closed[..<gap].trimmed { Self.separators.contains($0) }
    let word = name.split(separator: " ").last.map { $0.trimmed { ",.([".contains($0) } } ?? ""
    if Self.numberWords.contains(word.lowercased()) {
      name = String(name.dropLast(word.count + (name.hasSuffix(".") ? 1 : 0)))
    } else if closed[gap] != "#", !isBare {
      return nil
    }
    name = name.trimmed { Self.separators.contains($0) }
    guard !name.isEmpty else { return nil }
    self.init(name: name, sequence: sequence)
  }

  /// The series of several texts, each name once.
  package static func unique(_ series: [BookSeries]) -> [BookSeries] {
    var names: Set<String> = []
    return Array(series.filter { names.insert($0.name.lowercased()).inserted }.prefix(20))
  }

  /// A number in a series: "2", "1.5", "1-3", "2a"; nil for another text.
  package static func sequence(_ text: some StringProtocol) -> String? {
    let text = text.trimmed()
    guard let first = text.utf8.first, (48...57).contains(first), text.utf8.count <= 10,
      text.utf8.allSatisfy({
        (48...57).contains($0) || $0 == 0x2E || $0 == 0x2D || (97...122).contains($0 | 0x20)
      }), text.utf8.count(where: { (97...122).contains($0 | 0x20) }) <= 1
    else { return nil }
    // "02" and "2" are the same; "2.0" is how calibre writes it.
    var plain = text.drop { $0 == "0" }
    if plain.first.map({ !$0.isNumber }) ?? true { plain = "0" + plain }
    return plain.hasSuffix(".0") ? String(plain.dropLast(2)) : String(plain)
  }
}
