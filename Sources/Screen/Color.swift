/// A colour in sRGB, 0...255 each.
package struct Color: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// 0xRRGGBB.
  package init(_ value: UInt32) {
    self.init(
      red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  /// 0xRRGGBB.
  package var value: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Reads "#rrggbb" or "#rgb"; nil for anything else.
  package init?(hex: String) {
    guard hex.hasPrefix("#") else { return nil }
    var digits = hex.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == hex.count - 1 else { return nil }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 else { return nil }
    self.init(
      red: UInt8(digits[0] * 16 + digits[1]), green: UInt8(digits[2] * 16 + digits[3]),
      blue: UInt8(digits[4] * 16 + digits[5]))
  }

  package var hex: String {
    let digits = [red, green, blue].map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }
    return "#" + digits.joined()
  }
}

/// The number of colours a terminal can show.
package enum ColorDepth: String, Sendable, CaseIterable {
  /// No colours, by the terminal or by NO_COLOR: attributes only.
  case none
  case eight, sixteen
  /// The 256 colours of xterm, of which the upper 240 are fixed.
  case indexed
  case direct

  /// Whether there are at least 256 colours.
  package var hasPalette: Bool { self == .indexed || self == .direct }
}
