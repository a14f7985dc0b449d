import Screen

/// The lines of boxes that share their edges, joined where they meet.
struct JoinedLines {
  private let size: Size
  private var arms: [Border.Arms]
  private var isFocused: [Bool]

  init(size: Size) {
    self.size = size
    arms = Array(repeating: [], count: size.rows * size.columns)
    isFocused = Array(repeating: false, count: arms.count)
  }

  /// Adds the edges of a rectangle inside of the screen, and a line below its first row.
  mutating func add(_ rect: Rect, isFocused: Bool) {
    guard rect.rows > 1, rect.columns > 1 else { return }
    let (bottom, right) = (rect.bottom - 1, rect.right - 1)
    for row in [rect.row, rect.row + 1, bottom] {
      for column in rect.column...right {
        add(
          column == rect.column ? .right : column == right ? .left : [.left, .right], row, column,
          isFocused)
      }
    }
    for column in [rect.column, right] {
      for row in rect.row...bottom {
        add(
          row == rect.row ? .down : row == bottom ? .up : [.up, .down], row, column, isFocused)
      }
    }
  }

  private mutating func add(_ arms: Border.Arms, _ row: Int, _ column: Int, _ isFocused: Bool) {
    let index = row * size.columns + column
    guard self.arms.indices.contains(index) else { return }
    self.arms[index].formUnion(arms)
    if isFocused { self.isFocused[index] = true }
  }

  func draw(on canvas: Canvas) {
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let index = row * size.columns + column
        guard !arms[index].isEmpty else { continue }
        canvas.cell(row: row, column: column).fill(
          canvas.border[arms[index]], isFocused[index] ? .borderFocused : .border)
      }
    }
  }
}
