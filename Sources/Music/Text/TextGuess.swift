/// Guesses the encoding of bytes that are not UTF-8 and have no label, or a wrong one.
package enum TextGuess {
  package enum Encoding: Sendable {
    case windows1252, shiftJIS, gbk, windows1251
  }

  /// Windows-1252, unless the bytes are hardly anything but Japanese, Chinese or Cyrillic.
  package static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    text(bytes, in: encoding(of: bytes)) ?? windows1252(bytes)
  }

  /// Windows-1252 where it may be any.
  package static func encoding(of bytes: UnsafeBufferPointer<UInt8>) -> Encoding {
    let shape = Shape(bytes)
    if shape.isShiftJIS { return .shiftJIS }
    if shape.isChinese { return .gbk }
    return shape.isCyrillic ? .windows1251 : .windows1252
  }

  /// Nil where the bytes are invalid in it.
  package static func text(
    _ bytes: UnsafeBufferPointer<UInt8>, in encoding: Encoding
  ) -> String? {
    let name: String
    switch encoding {
    case .windows1252: return windows1252(bytes)
    case .shiftJIS: name = "CP932"
    case .gbk: name = "GBK"
    case .windows1251: name = "CP1251"
    }
    return TextConversion.utf8(bytes, from: name).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func windows1252(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(windows1252(byte)) }
    return String(text)
  }

  /// Statistics that distinguish encodings.
  private struct Shape {
    var isShiftJIS = false
    var isChinese = false
    var isCyrillic = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      isShiftJIS = Shape.isShiftJIS(bytes)
      guard !isShiftJIS else { return }
      var (high, letters, run, longest, pairs, commonPairs, oddRuns) = (0, 0, 0, 0, 0, 0, 0)
      func endRun() {
        longest = max(longest, run)
        if run % 2 == 1 { oddRuns += 1 }
        run = 0
      }
      for byte in bytes {
        // A letter in all of them; in Chinese, half of a character.
        if byte >= 0xA1 {
          if run % 2 == 0 {
            pairs += 1
            if byte >= 0xB0, byte <= 0xD7 { commonPairs += 1 }
          }
          run += 1
          if byte >= 0xC0 || byte == 0xA8 || byte == 0xB8 { high += 1 }
        } else {
          endRun()
          if byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A { letters += 1 }
        }
      }
      endRun()
      let halves = bytes.count { $0 >= 0xA1 && $0 < 0xC0 }
      // Three accented letters in a row are in no language that Windows-1252 is for.
      isCyrillic = longest >= 3 && high * 4 >= (high + letters) * 3 && halves * 8 <= high
      isChinese =
        !isCyrillic && pairs >= 2 && oddRuns == 0 && commonPairs * 10 >= pairs * 7 && longest >= 4
    }

    /// Whether all bytes beyond ASCII form pairs or halfwidth kana, and mostly pairs whose first
    /// byte is no letter in the other encodings.
    private static func isShiftJIS(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      var (index, common, other) = (0, 0, 0)
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        switch byte {
        case 0..<0x80: continue
        case 0x81...0x9F, 0xE0...0xFC:
          guard index < bytes.count else { return false }
          let trail = bytes[index]
          guard trail >= 0x40, trail != 0x7F, trail <= 0xFC else { return false }
          index += 1
          if byte <= 0x9F { common += 1 } else { other += 1 }
        case 0xA1...0xDF: other += 1
        default: return false
        }
      }
      return common >= 2 && common > other
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
