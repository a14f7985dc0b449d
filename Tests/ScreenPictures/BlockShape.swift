/// A line or block character as rectangles: a font's own glyph leaves gaps between cells.
struct BlockShape {
  /// Parts of a cell in eighths: left, top, width, height.
  private let parts: [(left: Double, top: Double, width: Double, height: Double)]

  /// Nil for every character that the font draws itself.
  init?(_ text: String) {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return nil }
    switch scalar.value {
    case 0x2588: parts = [(0, 0, 8, 8)]
    case 0x2580: parts = [(0, 0, 8, 4)]
    case 0x2581...0x2587:
      let height = Double(scalar.value - 0x2580)
      parts = [(0, 8 - height, 8, height)]
    case 0x2589...0x258F: parts = [(0, 0, Double(0x2590 - scalar.value), 8)]
    case 0x2590: parts = [(4, 0, 4, 8)]
    case 0x2596: parts = [(0, 4, 4, 4)]
    case 0x2597: parts = [(4, 4, 4, 4)]
    case 0x2598: parts = [(0, 0, 4, 4)]
    case 0x259A: parts = [(0, 0, 4, 4), (4, 4, 4, 4)]
    case 0x259D: parts = [(4, 0, 4, 4)]
    case 0x2594: parts = [(0, 0, 8, 1)]
    case 0x2595: parts = [(7, 0, 1, 8)]
    default:
      guard let arms = Self.arms(scalar.value) else { return nil }
      parts = Self.lines(arms)
    }
  }

  /// The weight of the line in each direction: 0 none, 1 light, 2 heavy.
  private typealias Arms = (up: Int, right: Int, down: Int, left: Int)

  private static func arms(_ value: UInt32) -> Arms? {
    switch value {
    case 0x2500: (0, 1, 0, 1)
    case 0x2501: (0, 2, 0, 2)
    case 0x2502: (1, 0, 1, 0)
    case 0x2503: (2, 0, 2, 0)
    case 0x250C: (0, 1, 1, 0)
    case 0x250F: (0, 2, 2, 0)
    case 0x2510: (0, 0, 1, 1)
    case 0x2513: (0, 0, 2, 2)
    case 0x2514: (1, 1, 0, 0)
    case 0x2517: (2, 2, 0, 0)
    case 0x2518: (1, 0, 0, 1)
    case 0x251B: (2, 0, 0, 2)
    case 0x251C: (1, 1, 1, 0)
    case 0x2523: (2, 2, 2, 0)
    case 0x2524: (1, 0, 1, 1)
    case 0x252B: (2, 0, 2, 2)
    case 0x252C: (0, 1, 1, 1)
    case 0x2533: (0, 2, 2, 2)
    case 0x2534: (1, 1, 0, 1)
    case 0x253B: (2, 2, 0, 2)
    case 0x253C: (1, 1, 1, 1)
    case 0x254B: (2, 2, 2, 2)
    case 0x2574: (0, 0, 0, 1)
    case 0x2575: (1, 0, 0, 0)
    case 0x2576: (0, 1, 0, 0)
    case 0x2577: (0, 0, 1, 0)
    case 0x2578: (0, 0, 0, 2)
    case 0x257A: (0, 2, 0, 0)
    case 0x257C: (0, 2, 0, 1)
    case 0x257E: (0, 1, 0, 2)
    default: nil
    }
  }

  private static func lines(
    _ arms: Arms
  ) -> [(left: Double, top: Double, width: Double, height: Double)] {
    // In eighths of a cell, which is about twice as high as wide.
    let across = [0.0, 1.1, 2.2]
    let along = [0.0, 0.55, 1.1]
    var parts: [(left: Double, top: Double, width: Double, height: Double)] = []
    let vertical = across[max(arms.up, arms.down)]
    let horizontal = along[max(arms.left, arms.right)]
    if arms.up > 0 {
      parts.append((4 - across[arms.up] / 2, 0, across[arms.up], 4 + horizontal / 2))
    }
    if arms.down > 0 {
      let start = 4 - horizontal / 2
      parts.append((4 - across[arms.down] / 2, start, across[arms.down], 8 - start))
    }
    if arms.left > 0 {
      parts.append((0, 4 - along[arms.left] / 2, 4 + vertical / 2, along[arms.left]))
    }
    if arms.right > 0 {
      let start = 4 - vertical / 2
      parts.append((start, 4 - along[arms.right] / 2, 8 - start, along[arms.right]))
    }
    return parts
  }

  /// The rectangles as SVG, for a cell with its top left corner at x and y.
  func rects(x: Int, y: Int, width: Int, height: Int, fill: String) -> String {
    parts.map { part in
      let left = Self.number(Double(x) + part.left / 8 * Double(width))
      let top = Self.number(Double(y) + part.top / 8 * Double(height))
      let across = Self.number(part.width / 8 * Double(width))
      let down = Self.number(part.height / 8 * Double(height))
      return "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(across)\" height=\"\(down)\" "
        + "fill=\"\(fill)\"/>"
    }.joined()
  }

  /// Two decimals, so that equal pictures are equal texts.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    let digits = "\(hundredths % 100)"
    return "\(hundredths / 100)." + (digits.count == 1 ? "0" : "") + digits
  }
}
