internal import Music

/// The form of a title in which its versions are alike: "Song - Live at Wembley" and
/// "Song (feat. Somebody)" are "song".
package enum TitleNormalisation {
  /// Scalars of a title that are looked at.
  static let maximumTitle = 500

  package static func normalised(_ title: String) -> String {
    String(String.UnicodeScalarView(points(of: title).compactMap(Unicode.Scalar.init)))
  }

  /// The code points of the normalised title.
  static func points(of title: String) -> [UInt32] {
    let clipped =
      title.utf8.count <= maximumTitle ? title : String(title.unicodeScalars.prefix(maximumTitle))
    var text = AccentStripping.stripped(CaseFolding.folded(clipped)).codePoints
    text = withoutMarks(text)
    text = withoutVersions(text)
    text = withoutGuests(text)
    text = withoutDroppedWords(text.map { isDash($0) || $0 == tilde ? space : $0 })
    return letters(text)
  }

  private static let space: UInt32 = 0x20
  private static let tilde: UInt32 = 0x7E
  private static let lineFeed: UInt32 = 0x0A

  /// Words behind a dash that say which version it is.
  private static let versions = [
    "remastered", "remaster", "live", "bonus", "edit", "mix", "version", "single", "ost", "from",
    "из",
  ].map(\.codePoints)
  private static let guests = ["feat"].map(\.codePoints)
  /// Words that say nothing wherever they are.
  private static let dropped = [
    "acoustic", "instrumental", "karaoke", "mashup", "live", "orchestral", "symphonic", "bonus",
    "edit", "mix", "version", "explicit",
  ].map(\.codePoints)

  /// The end of a word at a position, where one of these stands there as a whole.
  private static func end(ofOne words: [[UInt32]], at start: Int, in text: [UInt32]) -> Int? {
    guard start < text.count else { return nil }
    for word in words where word[0] == text[start] && start + word.count <= text.count {
      let end = start + word.count
      guard text[start..<end].elementsEqual(word) else { continue }
      if end == text.count || !isInWord(text[end]) { return end }
    }
    return nil
  }

  /// Quotes of typography go, and brackets become spaces.
  private static func withoutMarks(_ text: [UInt32]) -> [UInt32] {
    text.compactMap { point in
      switch point {
      // “ ” « »
      case 0x201C, 0x201D, 0xAB, 0xBB: nil
      // ( ) [ ] { }
      case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D: space
      // ё to е
      case 0x451: 0x435
      default: point
      }
    }
  }

  /// Cuts from a dash in front of a version to the end of the line.
  private static func withoutVersions(_ text: [UInt32]) -> [UInt32] {
    cutting(text) { index in
      guard isDash(text[index]) else { return nil }
      let start = text[(index + 1)...].firstIndex { !isSpace($0) } ?? text.count
      return end(ofOne: versions, at: start, in: text)
    }
  }

  /// Cuts from a space in front of "feat" to the end of the line.
  private static func withoutGuests(_ text: [UInt32]) -> [UInt32] {
    cutting(text) { index in
      guard index > 0, isSpace(text[index - 1]) else { return nil }
      return end(ofOne: guests, at: index, in: text)
    }
  }

  /// Cuts what begins at a position and has an end, with the white space in front and the rest of
  /// its last line.
  private static func cutting(_ text: [UInt32], from end: (Int) -> Int?) -> [UInt32] {
    var rest: [UInt32] = []
    rest.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if let end = end(index) {
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        index = text[end...].firstIndex(of: lineFeed) ?? text.count
      } else {
        rest.append(text[index])
        index += 1
      }
    }
    return rest
  }

  private static func withoutDroppedWords(_ text: [UInt32]) -> [UInt32] {
    var rest: [UInt32] = []
    rest.reserveCapacity(text.count)
    var (index, isStart) = (0, true)
    while index < text.count {
      if isStart, let end = end(ofOne: dropped, at: index, in: text) {
        index = end
        isStart = false
      } else {
        rest.append(text[index])
        isStart = !isInWord(text[index])
        index += 1
      }
    }
    return rest
  }

  /// Latin and Cyrillic letters and digits, with one space between words.
  private static func letters(_ text: [UInt32]) -> [UInt32] {
    var letters: [UInt32] = []
    letters.reserveCapacity(text.count)
    var isBehindGap = false
    for point in text {
      if isLetter(point) {
        if isBehindGap, !letters.isEmpty { letters.append(space) }
        letters.append(point)
      }
      isBehindGap = !isLetter(point)
    }
    return letters
  }

  private static func isDash(_ point: UInt32) -> Bool {
    point == 0x2D || point == 0x2013 || point == 0x2014
  }

  private static func isSpace(_ point: UInt32) -> Bool {
    // Most letters are none, which needs no call of another module.
    if (0x21..<0x7F).contains(point) { return false }
    return Unicode.Scalar(point)?.isPythonSpace ?? false
  }

  /// Of "0" to "9", "a" to "z", "а" to "я", "ё", "і", "ї" and "ґ".
  private static func isLetter(_ point: UInt32) -> Bool {
    switch point {
    case 0x30...0x39, 0x61...0x7A, 0x430...0x44F, 0x451, 0x456, 0x457, 0x491: true
    default: false
    }
  }

  /// A letter, a number or an underscore, as `\w` of Python's regular expressions.
  private static func isInWord(_ point: UInt32) -> Bool {
    switch point {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
    case 0..<0x80: return false
    case _: break
    }
    guard let properties = Unicode.Scalar(point)?.properties else { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    case _: return properties.numericType != nil
    }
  }
}
