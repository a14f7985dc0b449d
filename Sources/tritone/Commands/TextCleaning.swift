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
  /// Whether it is an emoji of several scalars, and nothing else is among them.
  fileprivate var isEmojiSequence: Bool {
    let scalars = unicodeScalars
    guard scalars.count > 1, scalars.first?.properties.isEmoji == true,
      scalars.last?.value != 0x200D, scalars.contains(where: \.joinsEmoji)
    else { return false }
    return scalars.allSatisfy { $0.properties.isEmoji || $0.joinsEmoji }
  }
}

extension Unicode.Scalar {
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
