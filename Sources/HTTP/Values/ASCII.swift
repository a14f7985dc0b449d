/// Bytes of the texts of HTTP.
enum ASCII {
  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (97...102).contains(byte | 0x20)
  }

  /// RFC 9110, section 5.6.2.
  static func isToken(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  /// RFC 3986, section 2.3.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || "-._~".utf8.contains(byte)
  }

  /// A number of at most `digits` decimal digits, and nothing else.
  static func number(_ text: some StringProtocol, digits: Int = 18) -> Int64? {
    guard (1...digits).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    return Int64(text)
  }

  /// The text without spaces and tabs at its ends.
  static func trimmed(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8).drop { $0 == 32 || $0 == 9 }
    let end = bytes.lastIndex { $0 != 32 && $0 != 9 }
    return end.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
  }

  /// The text percent-encoded but for unreserved characters.
  static func percentEncoded(_ text: String) -> String {
    percentEncoded(text.utf8, where: { !isUnreserved($0) })
  }

  static func percentEncoded(
    _ bytes: some Sequence<UInt8>, where mustBe: (UInt8) -> Bool
  ) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in bytes {
      if mustBe(byte) {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        encoded.append(byte)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
