/// Texts of files and documents as values of audiobooks: bounded, without controls.
package enum FactText {
  /// In Unicode scalars.
  package static let longestLine = 1_000
  package static let longestDescription = 20_000

  /// One line without white space around it; nil for an empty text.
  package static func line(_ text: some StringProtocol, longest: Int = longestLine) -> String? {
    var line = String.UnicodeScalarView()
    var isAfterSpace = true
    var count = 0
    for scalar in text.unicodeScalars.prefix(4 * longest) where !isInvisible(scalar) {
      guard count < longest else { break }
      let shown = scalar.displayable
      let isSpace = shown == " " || shown == "\u{A0}"
      if isSpace, isAfterSpace { continue }
      isAfterSpace = isSpace
      line.append(isSpace ? " " : shown)
      count += 1
    }
    if line.last == " " { line.removeLast() }
    return line.isEmpty ? nil : String(line)
  }

  /// Several lines, at most one of them empty between two others; nil for an empty text.
  package static func paragraphs(
    _ text: some StringProtocol, longest: Int = longestDescription
  ) -> String? {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.prefix(longest))
    var lines: [String] = []
    for part in String(scalars).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    {
      if let line = line(part, longest: longest) {
        lines.append(line)
      } else if lines.last?.isEmpty == false {
        lines.append("")
      }
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Each text as a line, without the empty and those that differ in case only.
  package static func lines(_ texts: [String], most: Int = 50) -> [String] {
    var seen: Set<String> = []
    var lines: [String] = []
    for text in texts where lines.count < most {
      if let line = line(text, longest: 200), seen.insert(line.lowercased()).inserted {
        lines.append(line)
      }
    }
    return lines
  }

  /// Genres of texts with one or several of them: "Fantasy; Humor", "Fantasy/Humor".
  package static func genres(_ texts: [String]) -> [String] {
    lines(texts.flatMap { $0.prefix(4_000).split { ";/".contains($0) }.map(String.init) })
  }

  /// A year or a date: of a time only its day.
  package static func date(_ text: some StringProtocol) -> String? {
    guard let line = line(text, longest: 40) else { return nil }
    let bytes = Array(line.utf8)
    let isDay =
      bytes.count > 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
      && bytes[10] == UInt8(ascii: "T")
    let date = isDay ? String(line.prefix(10)) : line
    // The date that calibre writes for an unknown one, and a missing year.
    return ["0101-", "0000"].contains(where: date.hasPrefix) || date == "0" ? nil : date
  }

  /// Marks of direction and of byte order, which can make one text look like another.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
