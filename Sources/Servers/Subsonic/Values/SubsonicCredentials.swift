internal import HTTP
package import Music

/// The ways to sign in at a Subsonic server.
package enum SubsonicCredentials: Hashable, Sendable {
  case password(user: String, Secret)
  /// OpenSubsonic's extension apiKeyAuthentication; the key names the user.
  case apiKey(Secret)

  /// The secret itself, which no text from the server may show again.
  var secret: Secret {
    switch self {
    case .password(_, let password): password
    case .apiKey(let key): key
    }
  }

  var user: String? {
    switch self {
    case .password(let user, _): user
    case .apiKey: nil
    }
  }

  /// The parameters of a request.
  ///
  /// - Parameter salt: of at least six characters, new for each request.
  func items(_ form: ServerOptions.PasswordForm, salt: String) -> [HTTPURL.Item] {
    switch self {
    case .apiKey(let key): [HTTPURL.Item("apiKey", key.text)]
    case .password(let user, let password):
      switch form {
      case .token:
        [
          HTTPURL.Item("u", user),
          HTTPURL.Item("t", MD5.digest(of: Array((password.text + salt).utf8))),
          HTTPURL.Item("s", salt),
        ]
      case .encoded:
        [HTTPURL.Item("u", user), HTTPURL.Item("p", "enc:" + Self.hexadecimal(password.text))]
      }
    }
  }

  private static func hexadecimal(_ text: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
