internal import Music

/// Texts of servers, which are not trusted, cleaned for the screen.
enum ServerText {
  static let longestName = 500

  /// A text on one line, bounded, without marks that turn the direction of what follows.
  static func line(_ text: String, longest: Int) -> String { cleaned(text, longest) { _ in false } }

  /// The same of several lines.
  static func lines(_ text: String, longest: Int) -> String {
    cleaned(text, longest) { $0 == "\n" }
  }

  private static func cleaned(
    _ text: String, _ longest: Int, isKept: (Unicode.Scalar) -> Bool
  ) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar.value {
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
      default: scalars.append(isKept(scalar) ? scalar : scalar.displayable)
      }
    }
    return String(scalars).trimmed()
  }

  /// What a server says in the body of an error, for a message.
  static func said(_ bytes: [UInt8]) -> String {
    guard bytes.count <= 4096 else { return "" }
    let text = String(decoding: bytes, as: UTF8.self)
    // A page of HTML says nothing to a user.
    guard !text.trimmed().hasPrefix("<") else { return "" }
    return line(text, longest: 200)
  }

  /// An id that fits into an address of a track: bounded and without control characters.
  static func id(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= ServerTrackAddress.longestID,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    return text
  }

  /// A token that can be sent in a header.
  static func token(_ text: String?) -> Secret? {
    guard let text, (1...8192).contains(text.utf8.count),
      text.utf8.allSatisfy({ (33...126).contains($0) })
    else { return nil }
    return Secret(text)
  }
}
