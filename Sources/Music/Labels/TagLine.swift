/// Tags in one line, as they are typed for `:tag`, for `tritone set --tag` and into the form, where
/// the line stands for all tags:
///
///     line   = part { "," part | white space signed }
///     part   = tag | signed
///     signed = ( "+" | "-" ) tag
///     tag    = text | '"' text '"'
///
/// A text without quotes ends at a comma, and before a sign behind white space; in quotes it may
/// have these, and a quote is written twice. A quote that stays open ends with the line.
package enum TagLine {
  /// A tag of a line; empty where none is typed yet.
  package struct Part: Equatable, Sendable {
    /// Whether it is taken off; nil without a sign.
    package fileprivate(set) var isRemoved: Bool?
    package fileprivate(set) var tag = ""
    /// Where the tag begins, behind its sign and white space.
    package fileprivate(set) var start: String.Index
  }

  private static let separator: Unicode.Scalar = ","
  private static let quote: Unicode.Scalar = "\""

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool { scalar == "+" || scalar == "-" }

  /// The parts of a line, one at least.
  package static func parts(of line: String) -> [Part] {
    let scalars = line.unicodeScalars
    var parts: [Part] = []
    var part = Part(start: line.startIndex)
    var text = String.UnicodeScalarView()
    // A sign counts behind a separator or white space, a quote before the text.
    var (isQuoted, takesSign, takesQuote) = (false, true, true)
    func begin(_ isRemoved: Bool?, at start: String.Index) {
      part.tag = LabelText.line(String(text))
      parts.append(part)
      part = Part(isRemoved: isRemoved, start: start)
      (text, takesSign, takesQuote) = (String.UnicodeScalarView(), isRemoved == nil, true)
    }
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      if isQuoted {
        if scalar != quote {
          text.append(scalar)
        } else if index < scalars.endIndex, scalars[index] == quote {
          text.append(quote)
          index = scalars.index(after: index)
        } else {
          isQuoted = false
        }
      } else if scalar == separator {
        begin(nil, at: index)
      } else if isSign(scalar), takesSign {
        if part.isRemoved == nil, takesQuote {
          // Nothing but white space stands before it.
          part = Part(isRemoved: scalar == "-", start: index)
          takesSign = false
        } else {
          begin(scalar == "-", at: index)
        }
      } else if scalar == quote, takesQuote {
        (isQuoted, takesSign, takesQuote) = (true, false, false)
      } else if scalar.properties.isWhitespace {
        takesSign = true
        if takesQuote { part.start = index } else { text.append(scalar) }
      } else {
        text.append(scalar)
        (takesSign, takesQuote) = (false, false)
      }
    }
    begin(nil, at: line.endIndex)
    return parts
  }

  // MARK: Writing

  /// A tag as it stands in a line.
  package static func quoted(_ tag: String) -> String {
    let scalars = tag.unicodeScalars
    let hasSign = zip(scalars, scalars.dropFirst()).contains {
      $0.properties.isWhitespace && isSign($1)
    }
    guard
      hasSign || scalars.contains(separator) || scalars.first == quote
        || scalars.first.map(isSign) == true
    else { return tag }
    // By scalars, since a quote with a combining mark is another character.
    let doubled = scalars.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
  }

  /// The line of some tags.
  package static func text(_ tags: [String]) -> String {
    tags.map(quoted).joined(separator: ", ")
  }

  // MARK: Completing

  /// The end of a line that is being typed.
  package struct Ending: Equatable, Sendable {
    /// The line before the last tag.
    package var before: String
    /// The last tag as it was typed.
    package var typed: String
    /// The tags with which it goes on, as they stand in a line.
    package var offers: [String]
  }

  /// The end of a line, and the tags that go on with it and are not in the line yet.
  package static func ending(of line: String, among tags: [String]) -> Ending {
    let parts = parts(of: line)
    let last = parts[parts.count - 1]
    let before = line[..<last.start]
    let typed = SortKey.folded(last.tag)
    let given = Set(parts.dropLast().map { SortKey.folded($0.tag) })
    let offers = tags.filter { tag in
      let tag = SortKey.folded(tag)
      return tag.hasPrefix(typed) && tag != typed && !given.contains(tag)
    }
    return Ending(
      before: before.last == Character(separator) ? before + " " : String(before),
      typed: line[last.start...].trimmed(), offers: offers.map(quoted))
  }
}
