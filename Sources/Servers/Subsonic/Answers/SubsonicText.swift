internal import Music

/// Texts of a server, which are not trusted.
enum SubsonicText {
  static let longestName = 500

  /// A text on one line, bounded.
  static func name(_ text: String, longest: Int = longestName) -> String {
    ServerText.line(text, longest: longest)
  }

  /// What a server says of an error, without the secrets of the request.
  static func message(_ text: String, without secrets: [Secret]) -> String {
    // By scalars: a combining mark behind a secret makes another character of its end.
    var scalars = Array(text.unicodeScalars.prefix(2_000))
    for secret in secrets where !secret.text.isEmpty {
      scalars.replace(Array(secret.text.unicodeScalars), with: Array("(secret)".unicodeScalars))
    }
    return name(String(String.UnicodeScalarView(scalars)), longest: 200)
  }

  /// An id that fits into an address of a track: bounded and without control characters.
  static func id(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= ServerTrackAddress.longestID,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    return text
  }
}
