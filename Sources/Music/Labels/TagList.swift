/// Tags in one line with commas between them. One that has a comma itself, or begins with a quote,
/// stands in quotes, and a quote in it is written twice.
package enum TagList {
  package static let separator: Character = ","
  private static let quote: Character = "\""

  /// A tag as it stands in a list.
  package static func quoted(_ tag: String) -> String {
    guard tag.contains(separator) || tag.first == quote else { return tag }
    return "\"" + tag.replacing("\"", with: "\"\"") + "\""
  }

  package static func text(_ tags: [String]) -> String {
    tags.map(quoted).joined(separator: ", ")
  }

  /// The tags of a list; a quote that stays open ends with it.
  package static func tags(_ text: some StringProtocol) -> [String] {
    pieces(of: text).map { LabelText.line(unquoted($0)) }.filter { !$0.isEmpty }
  }

  /// The parts of a list between commas outside of quotes, one at least.
  package static func pieces<Text: StringProtocol>(of text: Text) -> [Text.SubSequence] {
    var (pieces, start): ([Text.SubSequence], Text.Index) = ([], text.startIndex)
    // A quote counts at the beginning of a tag, and from there on up to its end.
    var (isQuoted, isAtStart) = (false, true)
    for index in text.indices {
      let character = text[index]
      if character == quote, isQuoted || isAtStart {
        isQuoted.toggle()
        // Behind a closing quote a second one opens it again.
        isAtStart = true
      } else if character == separator, !isQuoted {
        pieces.append(text[start..<index])
        start = text.index(after: index)
        isAtStart = true
      } else if !character.isWhitespace {
        isAtStart = false
      }
    }
    return pieces + [text[start...]]
  }

  private static func unquoted(_ piece: some StringProtocol) -> String {
    let piece = String(piece).trimmed()
    guard piece.first == quote else { return piece }
    let inside = piece.dropFirst()
    let tag = inside.last == quote ? inside.dropLast() : inside
    return String(tag.replacing("\"\"", with: "\""))
  }
}
