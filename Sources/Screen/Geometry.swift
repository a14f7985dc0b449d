/// Rows and columns of a terminal or a part of it.
package struct Size: Hashable, Sendable {
  package var rows: Int
  package var columns: Int

  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }
}

/// A cell of the screen, counted from 0 at the top left.
package struct Position: Equatable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A rectangle of cells.
package struct Rect: Equatable, Sendable {
  package var row: Int
  package var column: Int
  package var rows: Int
  package var columns: Int

  package init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }

  package var bottom: Int { row + rows }
  package var right: Int { column + columns }
  package var isEmpty: Bool { rows == 0 || columns == 0 }

  package func contains(_ position: Position) -> Bool {
    position.row >= row && position.row < bottom && position.column >= column
      && position.column < right
  }

  package func overlaps(_ other: Rect) -> Bool {
    !isEmpty && !other.isEmpty && row < other.bottom && other.row < bottom
      && column < other.right && other.column < right
  }

  /// The rectangle without this many cells at each side.
  package func inset(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) -> Rect {
    Rect(
      row: row + top, column: column + left, rows: rows - top - bottom,
      columns: columns - left - right)
  }

  package func line(_ offset: Int) -> Rect {
    Rect(row: row + offset, column: column, rows: offset < rows ? 1 : 0, columns: columns)
  }
}
