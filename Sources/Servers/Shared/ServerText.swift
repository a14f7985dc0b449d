internal import Music

/// Texts of servers, which are not trusted, cleaned for the screen.
enum ServerText {
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
}
