import Music
import Screen

/// A picture as block characters: each cell has the two colours and the one of eight shapes that
/// come nearest to its four quarters.
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
  init(_ picture: Picture, size: Size, ground: Surface, disc: Color? = nil) {
    self.size = size
    var cells: [Frame.Cell] = []
    cells.reserveCapacity(size.rows * size.columns)
    var means = Means(picture, columns: size.columns * 2, rows: size.rows * 2)
    if let disc { means.cutDisc(rows: size.rows * 2, outside: disc) }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let quarters = [(0, 0), (1, 0), (0, 1), (1, 1)].map { across, down in
          means[2 * column + across, 2 * row + down]
        }
        cells.append(Self.cell(quarters, ground: ground))
      }
    }
    self.cells = cells
  }

  private static func cell(_ quarters: [SIMD3<Float>], ground: Surface) -> Frame.Cell {
    let all = quarters.reduce(.zero, +) / 4
    if quarters.allSatisfy({ distance($0, all) <= tolerance }) {
      return cell(" ", all, all, ground)
    }
    var best: (error: Float, text: String, front: SIMD3<Float>, back: SIMD3<Float>)?
    for shape in shapes {
      let front = mean(of: quarters, where: shape.quarters, is: true)
      let back = mean(of: quarters, where: shape.quarters, is: false)
      let error = zip(quarters, shape.quarters).reduce(Float(0)) { sum, quarter in
        sum + distance(quarter.0, quarter.1 ? front : back)
      }
      // The half block wins where another shape is hardly better.
      if error < (best?.error ?? .infinity) * 0.9 { best = (error, shape.text, front, back) }
    }
    guard let best else { return cell(" ", all, all, ground) }
    return cell(best.text, best.front, best.back, ground)
  }

  private static func cell(
    _ text: String, _ front: SIMD3<Float>, _ back: SIMD3<Float>, _ ground: Surface
  ) -> Frame.Cell {
    let colors = CellColors(foreground: color(front), background: color(back))
    return Frame.Cell(text: text, face: .text, ground: ground, colors: colors)
  }

  private static func mean(
    of quarters: [SIMD3<Float>], where shape: [Bool], is wanted: Bool
  ) -> SIMD3<Float> {
    var (sum, count) = (SIMD3<Float>.zero, Float(0))
    for (quarter, isFront) in zip(quarters, shape) where isFront == wanted {
      sum += quarter
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
          let across = (Float(column) + 0.5) / Float(columns) * 2 - 1
          let down = (Float(row) + 0.5) / Float(rows) * 2 - 1
          let square = across * across + down * down
          if square > 1 || square < 0.015 { values[row * columns + column] = value }
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
