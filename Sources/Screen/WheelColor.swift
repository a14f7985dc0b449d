/// The colours of one key of the Camelot wheel: hues 30° apart in OKLCH, major keys lighter.
package struct WheelColor: Equatable, Sendable {
  /// Of blocks in every skin, and of text on dark grounds.
  package let block: Color
  /// Of text on light grounds.
  package let dark: Color

  /// Of text on blocks.
  package static let ink = Color(0x14151D)

  /// - Parameter hour: 1 to 12.
  package init(hour: Int, isMajor: Bool) {
    let (minor, major) = (Self.minor[hour - 1], Self.major[hour - 1])
    block = Color(isMajor ? major.block : minor.block)
    dark = Color(isMajor ? major.dark : minor.dark)
  }

  /// The colour for text on a ground; nil where neither is readable.
  package func text(on ground: Color) -> Color? {
    let (light, dark) = (block.contrast(with: ground), dark.contrast(with: ground))
    guard max(light, dark) >= Theme.readable else { return nil }
    return light >= dark ? block : self.dark
  }

  /// The indices of the block colours in the palette of 16, where the nearest ones would be dark.
  static let basicIndices: [Color: Int] = {
    let indices = [14, 10, 10, 11, 11, 9, 9, 13, 13, 12, 12, 14]
    let colors = [minor, major].flatMap { zip($0, indices) }
    return Dictionary(colors.map { (Color($0.block), $1) }) { first, _ in first }
  }()

  private typealias Pair = (block: UInt32, dark: UInt32)

  private static let minor: [Pair] = [
    (0x6CD4BA, 0x00483B), (0x92D094, 0x024B10), (0xBBC675, 0x3C4200), (0xDDB96B, 0x4F3900),
    (0xF2AC7B, 0x5F2E01), (0xFAA39C, 0x6F191A), (0xF4A1C1, 0x691840), (0xE0A6E3, 0x5B205F),
    (0xC2B0FB, 0x432B74), (0x9FBDFD, 0x1D377B), (0x76C9F8, 0x01435F), (0x5ED1DE, 0x03464C),
  ]

  private static let major: [Pair] = [
    (0x73E8CB, 0x065344), (0x9FE4A0, 0x065616), (0xCDD97E, 0x454B02), (0xF2CA73, 0x5A4202),
    (0xFFC096, 0x6E3400), (0xFDBDB7, 0x7A2423), (0xFEB8D2, 0x74234A), (0xF6B5F9, 0x652B69),
    (0xD2C6FE, 0x4C357F), (0xB9CFFF, 0x264186), (0x99D9FE, 0x004D6D), (0x63E5F3, 0x005158),
  ]
}
