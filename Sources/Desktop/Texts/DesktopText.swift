internal import Music

/// Texts of tags and streams as D-Bus can carry them and a desktop can show them, bounded.
enum DesktopText {
  /// Scalars of a text in one line.
  private static let longestLine = 1_000
  /// Bytes of lyrics.
  private static let longestText = 64 << 10

  /// One line without control characters; nil for a text without content.
  static func line(_ text: String?) -> String? {
    guard let text else { return nil }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longestLine) {
      scalars.append(exchangeable(scalar.displayable))
    }
    let line = String(scalars).trimmed()
    return line.isEmpty ? nil : line
  }

  /// Several lines without other control characters, cut after a whole line.
  static func lines(_ text: String) -> String? {
    var lines: [String] = []
    var room = longestText
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      room -= line.utf8.count + 1
      guard room >= 0 else { break }
      var scalars = String.UnicodeScalarView()
      for scalar in line.unicodeScalars { scalars.append(exchangeable(scalar.displayable)) }
      lines.append(String(scalars))
    }
    let joined = lines.joined(separator: "\n").trimmed()
    return joined.isEmpty ? nil : joined
  }

  /// libsystemd refuses noncharacters (Unicode, section 23.7) in the messages that it reads.
  private static func exchangeable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
      ? "\u{FFFD}" : scalar
  }
}
