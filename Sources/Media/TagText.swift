/// Makes bytes out of a tag into text that is safe to keep and to show.
enum TagText {
  /// Valid UTF-8 as it is, anything else as Windows-1252, which is what such tags mostly are;
  /// control characters become spaces where they separate and U+FFFD where they do not.
  static func readable(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    let scalars =
      String(validating: bytes, as: UTF8.self).map { Array($0.unicodeScalars) }
      ?? bytes.map(windows1252)
    var text = String.UnicodeScalarView()
    for scalar in scalars { text.append(shown(scalar)) }
    return String(text)
  }

  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: " "
    case 0..<0x20, 0x7F...0x9F: "\u{FFFD}"
    default: scalar
    }
  }

  /// 0x80 to 0x9F of Windows-1252 (Unicode's CP1252.TXT); the rest is Latin-1.
  private static let upper: [Unicode.Scalar] = [
    "\u{20AC}", "\u{FFFD}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{FFFD}", "\u{017D}", "\u{FFFD}",
    "\u{FFFD}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{FFFD}", "\u{017E}", "\u{0178}",
  ]

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? upper[Int(byte - 0x80)] : Unicode.Scalar(byte)
  }
}
