internal import Music

/// Texts of a server, which are not trusted.
enum SubsonicText {
  /// What a server says of an error, without the secrets of the request.
  static func message(_ text: String, without secrets: [Secret]) -> String {
    // By scalars: a combining mark behind a secret makes another character of its end.
    var scalars = Array(text.unicodeScalars.prefix(2_000))
    for secret in secrets where !secret.text.isEmpty {
      scalars.replace(Array(secret.text.unicodeScalars), with: Array("(secret)".unicodeScalars))
    }
    return ServerText.line(String(String.UnicodeScalarView(scalars)), longest: 200)
  }
}
