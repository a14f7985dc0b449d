/// A colour with components from 0 to 1: red, green, blue.
struct Ink {
  var red: Float
  var green: Float
  var blue: Float

  /// From a web colour: 0xRRGGBB.
  init(_ code: Int) {
    red = Float(code >> 16 & 255) / 255
    green = Float(code >> 8 & 255) / 255
    blue = Float(code & 255) / 255
  }

  /// Blends `other` over the colour, 0 for transparent, 1 for opaque.
  mutating func cover(with other: Ink, _ share: Float) {
    guard share > 0 else { return }
    red += (other.red - red) * share
    green += (other.green - green) * share
    blue += (other.blue - blue) * share
  }

  func mixed(with other: Ink, _ share: Float) -> Ink {
    var ink = self
    ink.cover(with: other, share)
    return ink
  }
}
