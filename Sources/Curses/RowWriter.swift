import CNcurses
import Glibc
import Screen

/// Writes one row of a frame into ncurses' screen.
struct RowWriter {
  /// Whether placeholders are written as they are; else the terminal draws over blanks.
  var writesPlaceholders = false
  var separation = BidiSeparation.none
  private var cells: [cchar_t] = []
  /// The characters of one cell, kept to be used again.
  private var scalars: [wchar_t] = []

  /// Writes `columns` columns, padded with blanks where the frame is narrower.
  ///
  /// The cursor is never moved, so the last cell of the last row cannot scroll the screen.
  mutating func write(
    _ line: ArraySlice<Frame.Cell>, row: Int, columns: Int, styles: inout StyleTable
  ) {
    cells.removeAll(keepingCapacity: true)
    var column = 0
    var style = styles.style(.text, on: .base)
    var last = Frame.Cell.blank
    var index = line.startIndex
    let marks = separation.marks(of: line.prefix(columns))
    while column < columns {
      let cell = index < line.endIndex ? line[index] : .blank
      index += 1
      // The second half of a wide character whose first half was cut off.
      let text = cell.isContinuation ? " " : cell.text
      if !cell.hasStyle(of: last) {
        last = cell
        style = styles.style(of: cell)
      }
      if Placeholder.isIn(cell), let color = cell.colors?.foreground {
        append(cell, ofImage: color, &styles)
        column += 1
        continue
      }
      var width = 1
      while index < line.endIndex, line[index].isContinuation {
        width += 1
        index += 1
      }
      let base: String
      var blanks = 0
      if width > columns - column {
        (base, blanks) = (" ", columns - column - 1)
      } else if Self.columns(of: text) == width {
        base = text
      } else {
        // The C library disagrees on the width, which would shift the rest of the row.
        (base, blanks) = ("\u{FFFD}", width - 1)
      }
      if column < marks.count {
        append(base, marks[column], style)
      } else {
        append(base, style)
      }
      if blanks > 0 { append(" ", times: blanks, style) }
      column += width
    }
    mvwadd_wchnstr(tritone_stdscr(), Int32(row), 0, cells, Int32(cells.count))
  }

  private mutating func append(
    _ cell: Frame.Cell, ofImage color: Color, _ styles: inout StyleTable
  ) {
    guard writesPlaceholders else {
      return append(
        DrawnImages.blank(ofImage: color.value), styles.style(.text, on: cell.ground))
    }
    append(cell.text, styles.style(ofImage: color.value, on: cell.ground))
  }

  private mutating func append(
    _ text: String, _ mark: BidiSeparation.Mark, _ style: StyleTable.Style
  ) {
    switch mark {
    case .none: append(text, style)
    case .controls(let controls): append(text, style, controls: controls)
    case .line:
      var concealed = style
      concealed.attributes |= tritone_invisible()
      append("│", concealed)
    }
  }

  /// Appends cells of a text, whose last combining marks give way to controls behind it.
  private mutating func append(
    _ text: String, times: Int = 1, _ style: StyleTable.Style, controls: String = ""
  ) {
    guard times > 0 else { return }
    scalars.removeAll(keepingCapacity: true)
    let room = Int(CCHARW_MAX) - (controls.isEmpty ? 0 : controls.unicodeScalars.count)
    for scalar in text.unicodeScalars {
      guard scalars.count < room else { break }
      scalars.append(wchar_t(bitPattern: scalar.value))
    }
    for scalar in controls.unicodeScalars { scalars.append(wchar_t(bitPattern: scalar.value)) }
    scalars.append(0)
    var cell = cchar_t()
    guard tritone_set_cell(&cell, scalars, style.attributes, style.pair) == OK else { return }
    for _ in 0..<times { cells.append(cell) }
  }

  /// ncurses' width of a cell's text in columns; -1 for unprintable text.
  private static func columns(of text: String) -> Int {
    if text.utf8.count == 1 { return 1 }
    var total = 0
    for scalar in text.unicodeScalars {
      let width = Int(tritone_columns(wchar_t(scalar.value)))
      guard width >= 0 else { return -1 }
      total += width
    }
    return total
  }
}
