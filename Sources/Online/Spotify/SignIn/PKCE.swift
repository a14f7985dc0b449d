internal import FoundationEssentials
internal import Music

/// The proof that whoever exchanges a code began the sign-in (RFC 7636).
struct PKCE: Sendable {
  let verifier: Secret

  static let verifierLength = 64
  /// 64 of them, so that each has 6 bits of chance.
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  init() { verifier = Secret(Self.randomText(Self.verifierLength)) }

  init(verifier: Secret) { self.verifier = verifier }

  /// The challenge of the method S256.
  var challenge: String {
    let digits = Array(SHA256.digest(of: Array(verifier.text.utf8)).utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return Data(bytes).base64EncodedString().map { character -> String in
      switch character {
      case "+": "-"
      case "/": "_"
      case "=": ""
      default: String(character)
      }
    }.joined()
  }

  /// Characters that are safe in addresses, from the system's source of chance.
  static func randomText(_ length: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return String(
      (0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] })
  }
}
