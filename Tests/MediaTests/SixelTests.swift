import Media
import Music
import Testing

@Suite("Sixels")
struct SixelTests {
  /// Draws a control string as a terminal would: colours as percentages, nil where nothing is drawn.
  private static func draw(_ bytes: [UInt8], width: Int, height: Int) throws -> [SIMD3<Int>?] {
    var text = String(decoding: bytes, as: UTF8.self)[...]
    let start = try #require(text.firstRange(of: "\u{1B}P0;1;0q\"1;1;\(width);\(height)"))
    text = text[start.upperBound...].dropLast(2)
    var registers: [Int: SIMD3<Int>] = [:]
    var pixels = [SIMD3<Int>?](repeating: nil, count: width * height)
    var (color, column, row, count) = (0, 0, 0, 1)
    func number() -> Int {
      let digits = text.prefix { $0.isNumber }
      text = text.dropFirst(digits.count)
      return Int(digits) ?? -1
    }
    while let character = text.popFirst() {
      switch character {
      case "#":
        color = number()
        var levels: [Int] = []
        while text.first == ";" {
          text.removeFirst()
          levels.append(number())
        }
        if levels.count == 4 { registers[color] = SIMD3(levels[1], levels[2], levels[3]) }
      case "!": count = number()
      case "$": column = 0
      case "-": (column, row) = (0, row + 6)
      default:
        let bits = Int(try #require(character.asciiValue)) - 0x3F
        try #require((0...63).contains(bits))
        for _ in 0..<count {
          for line in 0..<6 where bits >> line & 1 == 1 {
            try #require(column < width && row + line < height)
            try #require(registers.keys.contains(color))
            pixels[(row + line) * width + column] = registers[color]
          }
          column += 1
        }
        count = 1
      }
    }
    return pixels
  }

  private static func picture(
    _ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt8]
  ) throws -> Picture {
    var pixels: [UInt8] = []
    for row in 0..<height { for column in 0..<width { pixels += color(column, row) } }
    return try #require(Picture(width: width, height: height, pixels: pixels))
  }

  @Test("few colours come out exactly, whatever the size; rows beyond a multiple of six do not")
  func plain() throws {
    for (width, height) in [(1, 6), (7, 13), (40, 24), (300, 6)] {
      let picture = try Self.picture(width, height) { column, row in
        (column / 3 + row) % 2 == 0 ? [255, 0, 0] : [0, 51, 102]
      }
      let drawn = try Self.draw(
        SixelEncoder.encode(picture, width: width, height: height), width: width,
        height: height / 6 * 6)
      for (index, pixel) in drawn.enumerated() {
        let isRed = (index % width / 3 + index / width) % 2 == 0
        #expect(pixel == (isRed ? SIMD3(100, 0, 0) : SIMD3(0, 20, 40)))
      }
    }
  }

  @Test("many colours come near, on the average")
  func gradient() throws {
    let (width, height) = (120, 60)
    let picture = try Self.picture(width, height) { column, row in
      [UInt8(column * 2), UInt8(row * 4), UInt8((column + row) % 256)]
    }
    let drawn = try Self.draw(
      SixelEncoder.encode(picture, width: width, height: height), width: width, height: height)
    var error = SIMD3<Int>.zero
    for (index, pixel) in drawn.enumerated() {
      let pixel = try #require(pixel)
      for channel in 0..<3 {
        let wanted = Int(picture.pixels[index * 3 + channel]) * 100 / 255
        #expect(abs(pixel[channel] - wanted) < 25)
        error[channel] += pixel[channel] - wanted
      }
    }
    for channel in 0..<3 { #expect(abs(error[channel]) < width * height * 2) }
  }

  @Test("a picture stands in the middle of a larger area, whose rest stays untouched")
  func middle() throws {
    let picture = try Self.picture(4, 5) { _, _ in [0, 255, 0] }
    let drawn = try Self.draw(
      SixelEncoder.encode(picture, width: 10, height: 14), width: 10, height: 12)
    for (index, pixel) in drawn.enumerated() {
      let isInside = (3..<7).contains(index % 10) && (4..<9).contains(index / 10)
      #expect(pixel == (isInside ? SIMD3(0, 100, 0) : nil))
    }
  }

  @Test("pixels that are mostly transparent are not drawn")
  func transparent() throws {
    let picture = try Self.picture(6, 6) { _, _ in [0, 255, 0] }
    let opacities = (0..<36).map { $0 % 6 < 3 ? UInt8(200) : 100 }
    let drawn = try Self.draw(
      SixelEncoder.encode(picture, opacities: opacities, width: 6, height: 6), width: 6, height: 6)
    for (index, pixel) in drawn.enumerated() {
      #expect(pixel == (index % 6 < 3 ? SIMD3(0, 100, 0) : nil))
    }
  }
}
