internal import Music

/// The form of a title in which its versions are alike: "Song - Live at Wembley" and
/// "Song (feat. Somebody)" are "song".
package enum TitleNormalisation {
  /// Scalars of a title that are looked at.
  static let maximumTitle = 1_000

  package static func normalised(_ title: String) -> String {
    let clipped = String(title.unicodeScalars.prefix(maximumTitle))
    var text = Array(AccentStripping.stripped(CaseFolding.folded(clipped)).unicodeScalars)
    text = withoutMarks(text)
    text = withoutVersions(text)
    text = withoutGuests(text)
    text = withoutDashes(text)
    text = withoutDroppedWords(text)
    return letters(text)
  }

  /// Words behind a dash that say which version it is.
  private static let versions = words([
    "remastered", "remaster", "live", "bonus", "edit", "mix", "version", "single", "ost", "from",
    "из",
  ])
  private static let guests = words(["feat"])
  /// Words that say nothing wherever they are.
  private static let dropped = words([
    "acoustic", "instrumental", "karaoke", "mashup", "live", "orchestral", "symphonic", "bonus",
    "edit", "mix", "version", "explicit",
  ])

  private static func words(_ texts: [String]) -> [[Unicode.Scalar]] {
    texts.map { Array($0.unicodeScalars) }
  }

  /// The end of a word at a position, where one of these stands there as a whole.
  private static func end(
    ofOne words: [[Unicode.Scalar]], at start: Int, in text: [Unicode.Scalar]
  ) -> Int? {
    for word in words where text[start...].starts(with: word) {
      let end = start + word.count
      if end == text.count || !text[end].isInPythonWord { return end }
    }
    return nil
  }

  /// Quotes of typography go, and brackets become spaces.
  private static func withoutMarks(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    text.compactMap { scalar in
      switch scalar {
      case "“", "”", "«", "»": nil
      case "(", ")", "[", "]", "{", "}": " "
      case "ё": "е"
      default: scalar
      }
    }
  }

  /// Cuts from a dash in front of a version to the end of the line.
  private static func withoutVersions(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    cutting(text) { index in
      guard isDash(text[index]) else { return false }
      let start = text[(index + 1)...].firstIndex { !$0.isPythonSpace } ?? text.count
      return end(ofOne: versions, at: start, in: text) != nil
    }
  }

  /// Cuts from a space in front of "feat" to the end of the line.
  private static func withoutGuests(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    cutting(text) { index in
      index > 0 && text[index - 1].isPythonSpace && end(ofOne: guests, at: index, in: text) != nil
    }
  }

  /// Cuts lines where a condition holds, with the white space in front.
  private static func cutting(
    _ text: [Unicode.Scalar], where isCut: (Int) -> Bool
  ) -> [Unicode.Scalar] {
    var rest: [Unicode.Scalar] = []
    var index = 0
    while index < text.count {
      if isCut(index) {
        while let last = rest.last, last.isPythonSpace { rest.removeLast() }
        index = text[index...].firstIndex(of: "\n") ?? text.count
      } else {
        rest.append(text[index])
        index += 1
      }
    }
    return rest
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "–" || scalar == "—"
  }

  private static func withoutDashes(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    text.map { isDash($0) || $0 == "~" ? " " : $0 }
  }

  private static func withoutDroppedWords(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var rest: [Unicode.Scalar] = []
    var index = 0
    while index < text.count {
      let isStart = index == 0 || !text[index - 1].isInPythonWord
      if isStart, let end = end(ofOne: dropped, at: index, in: text) {
        index = end
      } else {
        rest.append(text[index])
        index += 1
      }
    }
    return rest
  }

  /// Latin and Cyrillic letters and digits, with one space between words.
  private static func letters(_ text: [Unicode.Scalar]) -> String {
    text.split { !isLetter($0) }
      .map { String(String.UnicodeScalarView($0)) }
      .joined(separator: " ")
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "a"..."z", "а"..."я", "ё", "і", "ї", "ґ": true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// A letter, a number or an underscore, as `\w` of Python's regular expressions.
  fileprivate var isInPythonWord: Bool {
    switch self {
    case "0"..."9", "A"..."Z", "a"..."z", "_": return true
    case _ where isASCII: return false
    case _: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    case _: return properties.numericType != nil
    }
  }
}
