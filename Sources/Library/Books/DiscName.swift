internal import Music

/// Names of the discs of one book: "CD 1", "Disc 2", "Teil_03", "Part 1 of 3".
enum DiscName {
  private static let words = [
    "cd", "disc", "disk", "disque", "dvd", "part", "teil", "tape", "kassette",
  ]
  private static let between: Set<Character> = [" ", "-", "_", ".", "#"]
  private static let longest = 40

  /// The number of a disc, where the whole text is the name of one.
  static func number(of text: some StringProtocol) -> Int64? {
    guard text.utf8.count <= longest else { return nil }
    let name = SortKey.folded(String(text)).trimmed()
    guard let word = words.first(where: { name.hasPrefix($0) }) else { return nil }
    let rest = name.dropFirst(word.count).drop { between.contains($0) }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard (1...3).contains(digits.count) else { return nil }
    let end = rest.dropFirst(digits.count).trimmed().split(separator: " ")
    let isWhole = end.isEmpty || end.count == 2 && ["of", "von", "de"].contains(end[0])
    return isWhole ? Int64(digits) : nil
  }

  /// A text without the name of a disc at its end: "Emma (CD 1)" is "Emma".
  static func without(in text: String) -> String {
    let trimmed = text.trimmed()
    let open = trimmed.hasSuffix(")") || trimmed.hasSuffix("]") ? trimmed.dropLast() : trimmed[...]
    let ends = open.indices.filter { " ([-_,".contains(open[$0]) }.suffix(4)
    for index in ends {
      let rest = open[open.index(after: index)...]
      guard number(of: rest) != nil else { continue }
      let name = open[..<index].trimmed { " ([-_,:".contains($0) }
      return name.isEmpty ? text : name
    }
    return text
  }
}
