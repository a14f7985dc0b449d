import Music

/// The library's colours, in other programs' notation.
enum MarkColor: String, CaseIterable {
  case red, orange, gold, green, blue, pink

  struct RGB: Equatable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  /// Saturated colours, since programs show them small.
  var rgb: RGB {
    switch self {
    case .red: RGB(red: 230, green: 40, blue: 40)
    case .orange: RGB(red: 255, green: 127, blue: 0)
    case .gold: RGB(red: 224, green: 190, blue: 0)
    case .green: RGB(red: 40, green: 200, blue: 40)
    case .blue: RGB(red: 48, green: 90, blue: 255)
    case .pink: RGB(red: 222, green: 68, blue: 207)
    }
  }

  /// The nearest colour by hue; nil for greys.
  init?(nearest rgb: RGB) {
    guard let hue = MarkColor.hue(rgb) else { return nil }
    let distances = MarkColor.allCases.map { color in
      let distance = abs((MarkColor.hue(color.rgb) ?? 0) - hue)
      return (color, min(distance, 360 - distance))
    }
    guard let nearest = distances.min(by: { $0.1 < $1.1 }) else { return nil }
    self = nearest.0
  }

  /// The colour of the library, or the one nearest to a colour of the user's own.
  init?(of color: String) {
    switch MarkedColor(color) {
    case .skin(let color): self.init(rawValue: color.rawValue)
    case .rgb: self.init(hexadecimal: color)
    case nil: return nil
    }
  }

  /// Degrees on the colour wheel, 0 for red.
  private static func hue(_ rgb: RGB) -> Double? {
    let (red, green, blue) = (Double(rgb.red), Double(rgb.green), Double(rgb.blue))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let chroma = most - least
    guard chroma >= 40 else { return nil }
    let hue =
      switch most {
      case red: (green - blue) / chroma
      case green: (blue - red) / chroma + 2
      default: (red - green) / chroma + 4
      }
    return hue < 0 ? hue * 60 + 360 : hue * 60
  }
}

extension MarkColor {
  /// "FF7F00".
  var hexadecimal: String {
    [rgb.red, rgb.green, rgb.blue].map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// The colour nearest to six hexadecimal digits, with or without a sign in front.
  init?(hexadecimal text: some StringProtocol) {
    let digits = text.drop { $0 == "#" }
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(
      nearest: RGB(
        red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF)))
  }
}
