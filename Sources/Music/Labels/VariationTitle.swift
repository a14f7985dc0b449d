/// Titles of takes, demos and mixes without what tells them apart: "Song (take 2)", "Song_demo 3"
/// and "Song rough mix FINAL v2" are "Song"; "Part 1" and "Symphony No. 5" stay as they are.
package enum VariationTitle {
  /// The part of a word in the name of a version.
  private enum Role {
    /// Names a version by itself: "demo".
    case noun
    /// Names one with a number behind it alone: "v 2".
    case numbered
    /// Says which one: "old" in "old mix".
    case attribute
    /// "second" in "second take".
    case ordinal
    /// Behind a noun: "2" in "take 2".
    case number
    /// Before a number: "no" in "take no. 2".
    case sign
  }

  private struct Word {
    var range: Range<Int>
    var role: Role?
  }

  private static let roles: [String: Role] = {
    let words: [(Role, String)] = [
      (
        .noun,
        """
        take outtake demo mix mixdown version draft sketch bounce edit master premaster remaster \
        rehearsal revision wip final rough raw alt alternate unmixed unmastered mastered scratch
        """
      ),
      (.numbered, "v ver vers rev"),
      (
        .attribute,
        """
        early new old newer older acoustic instrumental live vocal vocals studio home band solo \
        full short long extended radio quick
        """
      ),
      (.ordinal, "first second third fourth fifth sixth seventh eighth ninth tenth last"),
      (.number, "one two three four five six seven eight nine ten"),
      (.sign, "no nr number"),
    ]
    return Dictionary(
      words.flatMap { role, list in list.split(separator: " ").map { (String($0), role) } }
    ) { first, _ in first }
  }()

  package static func withoutVersion(_ title: String) -> String {
    var bytes = Array(title.utf8)
    let whole = bytes
    removeBrackets(from: &bytes)
    while let start = versionAtEnd(of: bytes) { bytes.removeSubrange(start...) }
    return bytes == whole ? title : String(decoding: bytes, as: UTF8.self)
  }

  /// Removes brackets around names of versions, as long as something else is left.
  private static func removeBrackets(from bytes: inout [UInt8]) {
    var search = bytes.startIndex
    while let open = bytes[search...].firstIndex(where: { closing($0) != nil }) {
      guard let end = closing(bytes[open]),
        let close = bytes[open...].firstIndex(of: end)
      else { return }
      let (before, behind) = (words(of: bytes, in: 0..<open), close + 1..<bytes.count)
      if isVersion(words(of: bytes, in: open + 1..<close)[...]),
        !before.isEmpty || !words(of: bytes, in: behind).isEmpty
      {
        bytes.replaceSubrange(open...close, with: " ".utf8)
        search = open
      } else {
        search = open + 1
      }
    }
  }

  private static func closing(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    default: nil
    }
  }

  /// Where the longest name of a version begins that the text ends in, with something before it.
  private static func versionAtEnd(of bytes: [UInt8]) -> Int? {
    let words = words(of: bytes, in: bytes.indices)
    // The parts of "mix2" are two words, of which one alone is no end.
    let first = words.lastIndex { $0.role == nil }.map { $0 + 1 } ?? 1
    let start = words.indices.dropFirst(first).first { isVersion(words[$0...]) }
    return start.map { words[$0].range.lowerBound }
  }

  /// Whether words are the name of a version and nothing else.
  private static func isVersion(_ words: ArraySlice<Word>) -> Bool {
    var hasNoun = false
    var previous: Role?
    for (index, word) in words.enumerated() {
      let next = words.dropFirst(index + 1).first?.role
      switch word.role {
      case nil: return false
      case .noun: hasNoun = true
      case .numbered:
        guard next == .number else { return false }
        hasNoun = true
      case .attribute: break
      case .ordinal: guard next == .noun || next == .attribute else { return false }
      case .number:
        switch previous {
        case .noun, .numbered, .number, .sign: break
        case nil, .attribute, .ordinal: return false
        }
      case .sign: guard previous == .noun, next == .number else { return false }
      }
      previous = word.role
    }
    return hasNoun
  }

  /// Runs of letters and digits; of letters in front of digits, each by itself.
  private static func words(of bytes: [UInt8], in range: Range<Int>) -> [Word] {
    var words: [Word] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard isInWord(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < range.upperBound, isInWord(bytes[index]) { index += 1 }
      let digits = bytes[start..<index].firstIndex(where: isDigit) ?? index
      if digits > start, digits < index, roles[text(bytes[start..<digits])] != nil {
        words.append(word(bytes, start..<digits))
        words.append(word(bytes, digits..<index))
      } else {
        words.append(word(bytes, start..<index))
      }
    }
    return words
  }

  private static func word(_ bytes: [UInt8], _ range: Range<Int>) -> Word {
    let digits = bytes[range].prefix(while: isDigit).count
    guard digits > 0 else { return Word(range: range, role: roles[text(bytes[range])]) }
    // "2", "2a" and "2nd".
    let rest = text(bytes[range].dropFirst(digits))
    let isOrdinal = ["st", "nd", "rd", "th"].contains(rest)
    return Word(range: range, role: isOrdinal ? .ordinal : rest.utf8.count < 2 ? .number : nil)
  }

  /// In small letters.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Letters of other scripts are bytes from 0x80 on.
  private static func isInWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }
}
