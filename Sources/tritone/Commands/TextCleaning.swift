import Screen

/// Untrusted text as a line on a terminal.
enum TextCleaning {
  /// Replaces control characters, line ends included, by `·` and removes invisible ones; tabs stay,
  /// since our own lines separate fields by them.
  static func line(_ text: String) -> String {
    text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { field(String($0)) }.joined(separator: "\t")
  }

  /// As `line`, tabs included.
  ///
  /// Emoji of several parts stay whole, which screens show the first part of: no column stands
  /// behind them.
  static func field(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.joinsEmoji) else {
      return TextWidth.cleaned(text)
    }
    var (cleaned, rest) = ("", "")
    for character in text {
      if character.isEmojiSequence {
        cleaned += TextWidth.cleaned(rest)
        cleaned.append(character)
        rest = ""
      } else {
        rest.append(character)
      }
    }
    return cleaned + TextWidth.cleaned(rest)
  }
}

extension Character {
  /// The longest emoji of Unicode have ten scalars.
  private static let maximumScalars = 16

  /// Whether it is an emoji of several scalars, and nothing else is among them.
  fileprivate var isEmojiSequence: Bool {
    let scalars = unicodeScalars
    guard let first = scalars.first, scalars.count > 1, scalars.count <= Self.maximumScalars,
      first.properties.isEmoji, scalars.last?.value != 0x200D
    else { return false }
    // A digit is an emoji in a keycap only.
    if first.isASCII {
      return scalars.dropFirst().filter { $0.value != 0xFE0F }.map(\.value) == [0x20E3]
    }
    // Letters of tags are invisible but behind a flag.
    let isTagged = first.value == 0x1F3F4
    return scalars.contains(where: \.joinsEmoji)
      && scalars.allSatisfy {
        $0.isTag ? isTagged : !$0.isASCII && $0.properties.isEmoji || $0.joinsEmoji
      }
  }
}

extension Unicode.Scalar {
  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// Whether it joins parts of an emoji, changes one, or is half of a flag: the joiner, variation
  /// selectors, the keycap, skin tones, letters of flags and tags (Unicode Technical Standard 51).
  fileprivate var joinsEmoji: Bool {
    switch value {
    case 0x200D, 0x20E3, 0xFE0E, 0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF,
      0xE0020...0xE007F:
      true
    default: false
    }
  }
}
