internal import Music

/// Texts from Spotify, which are not trusted.
enum SpotifyText {
  /// Scalars of a name.
  static let longestName = 300

  /// A name on one line, bounded, without marks that turn the direction of what follows.
  static func name(_ text: String?, longest: Int = longestName) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in (text ?? "").unicodeScalars.prefix(longest) {
      switch scalar.value {
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
      default: scalars.append(scalar.displayable)
      }
    }
    return String(scalars).trimmed()
  }

  /// An id of users, who chose theirs once.
  static func userID(_ text: String?) -> String? {
    guard let text, (1...200).contains(text.utf8.count),
      text.utf8.allSatisfy({ (33...126).contains($0) })
    else { return nil }
    return text
  }

  /// A token or a code, which goes into forms and headers.
  static func token(_ text: String?) -> Secret? {
    guard let text, (1...4096).contains(text.utf8.count),
      text.utf8.allSatisfy({ (33...126).contains($0) })
    else { return nil }
    return Secret(text)
  }

  /// A version of a playlist.
  static func snapshot(_ text: String?) -> String? {
    token(text).map(\.text)
  }
}
