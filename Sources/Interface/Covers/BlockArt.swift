import Music
import Screen

/// A picture as block characters: each cell has the two colours and the shape that come nearest to
/// its four quarters, or its six parts.
struct BlockArt {
  let size: Size
  /// Row by row.
  let cells: [Frame.Cell]

  private typealias Shape = (text: String, quarters: [Bool])

  /// The quarters in the foreground: top left, top right, bottom left, bottom right. The half blocks
  /// come first, since every font has them.
  private static let shapes: [Shape] = [
    ("▀", [true, true, false, false]), ("▌", [true, false, true, false]),
    ("▘", [true, false, false, false]), ("▝", [false, true, false, false]),
    ("▖", [false, false, true, false]), ("▗", [false, false, false, true]),
    ("▚", [true, false, false, true]),
  ]

  /// Colours that are nearer than this to each other, summed over the squares of the channels, are
  /// shown as one.
  private static let tolerance: Float = 12
  /// Channel values are rounded to multiples of this: a terminal has a limited number of colour
  /// pairs.
  private static let step: Float = 4

  /// - Parameters:
  ///   - picture: fills the cells; its proportions are the caller's affair.
  ///   - size: at least one cell.
  ///   - disc: the colour around a disc; nil for the whole picture.
  ///   - hasSextants: whether a cell may have six parts instead of four.
  init(
    _ picture: Picture, size: Size, ground: Surface, disc: Color? = nil, hasSextants: Bool = false
  ) {
    self.size = size
    var cells: [Frame.Cell] = []
    cells.reserveCapacity(size.rows * size.columns)
    let lines = hasSextants ? 3 : 2
    var means = Means(picture, columns: size.columns * 2, rows: size.rows * lines)
    if let disc { means.cutDisc(rows: size.rows * lines, outside: disc) }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let parts = (0..<2 * lines).map { means[2 * column + $0 % 2, lines * row + $0 / 2] }
        cells.append(Self.cell(parts, ground: ground))
      }
    }
    self.cells = cells
  }

  private static func cell(_ parts: [SIMD3<Float>], ground: Surface) -> Frame.Cell {
    let all = parts.reduce(.zero, +) / Float(parts.count)
    if parts.allSatisfy({ distance($0, all) <= tolerance }) {
      return cell(" ", all, all, ground)
    }
    let best = parts.count > 4 ? sextants(parts) : quarters(parts)
    guard let best else { return cell(" ", all, all, ground) }
    return cell(best.text, best.front, best.back, ground)
  }

  /// A shape with the colours that come nearest to the parts of a cell.
  private typealias Fit = (error: Float, text: String, front: SIMD3<Float>, back: SIMD3<Float>)

  private static func fit(_ parts: [SIMD3<Float>], _ text: String, _ isFront: [Bool]) -> Fit {
    let front = mean(of: parts, where: isFront, is: true)
    let back = mean(of: parts, where: isFront, is: false)
    let error = zip(parts, isFront).reduce(Float(0)) { sum, part in
      sum + distance(part.0, part.1 ? front : back)
    }
    return (error, text, front, back)
  }

  private static func quarters(_ parts: [SIMD3<Float>]) -> Fit? {
    var best: Fit?
    for shape in shapes {
      let fit = fit(parts, shape.text, shape.quarters)
      // The half block wins where another shape is hardly better.
      if fit.error < (best?.error ?? .infinity) * 0.9 { best = fit }
    }
    return best
  }

  /// The best division of the parts by the channel in which they differ most.
  private static func sextants(_ parts: [SIMD3<Float>]) -> Fit? {
    let sides = parts.reduce(parts[0], pointwiseMax) - parts.reduce(parts[0], pointwiseMin)
    let axis = (0..<3).max { sides[$0] < sides[$1] } ?? 0
    let order = parts.indices.sorted { parts[$0][axis] > parts[$1][axis] }
    var isFront = parts.map { _ in false }
    return order.dropLast().map { index in
      isFront[index] = true
      return fit(parts, sextant(isFront), isFront)
    }.min { $0.error < $1.error }
  }

  /// The character with these parts in the foreground, from the top left to the bottom right.
  static func sextant(_ isFront: [Bool]) -> String {
    let pattern = zip(0..., isFront).reduce(UInt32(0)) { $1.1 ? $0 | 1 << UInt32($1.0) : $0 }
    // U+1FB00 to U+1FB3B are in the order of the patterns, without those that were there before.
    switch pattern {
    case 0: return " "
    case 0b010101: return "▌"
    case 0b101010: return "▐"
    case 0b111111: return "█"
    default:
      let older: UInt32 = pattern > 0b101010 ? 3 : pattern > 0b010101 ? 2 : 1
      return Unicode.Scalar(0x1FB00 + pattern - older).map { String(Character($0)) } ?? " "
    }
  }

  private static func cell(
    _ text: String, _ front: SIMD3<Float>, _ back: SIMD3<Float>, _ ground: Surface
  ) -> Frame.Cell {
    let colors = CellColors(foreground: color(front), background: color(back))
    return Frame.Cell(Cluster(text: text), face: .text, ground: ground, colors: colors)
  }

  private static func mean(
    of parts: [SIMD3<Float>], where isFront: [Bool], is wanted: Bool
  ) -> SIMD3<Float> {
    var (sum, count) = (SIMD3<Float>.zero, Float(0))
    for (part, isFront) in zip(parts, isFront) where isFront == wanted {
      sum += part
      count += 1
    }
    return sum / count
  }

  private static func distance(_ left: SIMD3<Float>, _ right: SIMD3<Float>) -> Float {
    let difference = left - right
    return (difference * difference).sum()
  }

  private static func color(_ value: SIMD3<Float>) -> Color {
    func channel(_ value: Float) -> UInt8 { UInt8(min(255, (value / step).rounded() * step)) }
    return Color(red: channel(value.x), green: channel(value.y), blue: channel(value.z))
  }

  /// The mean colours of a grid over a picture.
  private struct Means {
    private let columns: Int
    private var values: [SIMD3<Float>] = []

    init(_ picture: Picture, columns: Int, rows: Int) {
      self.columns = columns
      values.reserveCapacity(columns * rows)
      for row in 0..<rows {
        let lines = Self.part(row, of: rows, in: picture.height)
        for column in 0..<columns {
          let places = Self.part(column, of: columns, in: picture.width)
          var sum = SIMD3<Float>.zero
          for line in lines { for place in places { sum += picture.pixel(place, line) } }
          values.append(sum / Float(lines.count * places.count))
        }
      }
    }

    /// Replaces what is outside of a disc with a hole.
    mutating func cutDisc(rows: Int, outside color: Color) {
      let value = SIMD3(Float(color.red), Float(color.green), Float(color.blue))
      for row in 0..<rows {
        for column in 0..<columns {
          let share = RecordDisc.coverage(column: column, row: row, width: columns, height: rows)
          if share < 0.5 { values[row * columns + column] = value }
        }
      }
    }

    /// At least one pixel.
    private static func part(_ index: Int, of count: Int, in length: Int) -> Range<Int> {
      let start = min(length - 1, index * length / count)
      return start..<max(start + 1, (index + 1) * length / count)
    }

    subscript(column: Int, row: Int) -> SIMD3<Float> { values[row * columns + column] }
  }
}
