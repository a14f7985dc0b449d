import CNcurses
import Glibc
import Screen

/// Writes one row of a frame into ncurses' screen.
struct RowWriter {
  /// Whether placeholders are written as they are; else the terminal draws over blanks.
  var writesPlaceholders = false
  var separation = BidiSeparation.none
  private var cells: [cchar_t] = []
  /// A blank in the style of the last cells, whose character is replaced in most of them.
  private var model = (style: StyleTable.Style(attributes: 0, pair: -1), cell: cchar_t())
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
      if !cell.hasStyle(of: last) {
        last = cell
        style = styles.style(of: cell)
      }
      if cell.colors != nil, Placeholder.isIn(cell), let color = cell.colors?.foreground {
        append(cell, ofImage: color, &styles)
        column += 1
        continue
      }
      var width = 1
      while index < line.endIndex, line[index].isContinuation {
        width += 1
        index += 1
      }
      // The second half of a wide character whose first half was cut off.
      var text = cell.isContinuation ? .blank : cell.cluster
      var blanks = 0
      if width > columns - column {
        (text, blanks) = (.blank, columns - column - 1)
      } else if Self.columns(of: text) != width {
        // The C library disagrees on the width, which would shift the rest of the row.
        (text, blanks) = (Cluster("\u{FFFD}"), width - 1)
      }
      if column < marks.count {
        append(text, marks[column], style)
      } else {
        append(text, style)
      }
      for _ in 0..<blanks { append(.blank, style) }
      column += width
    }
    mvwadd_wchnstr(tritone_stdscr(), Int32(row), 0, cells, Int32(cells.count))
  }

  private mutating func append(
    _ cell: Frame.Cell, ofImage color: Color, _ styles: inout StyleTable
  ) {
    guard writesPlaceholders else {
      return append(
        Cluster(DrawnImages.blank(ofImage: color.value)), styles.style(.text, on: cell.ground))
    }
    append(cell.cluster, styles.style(ofImage: color.value, on: cell.ground))
  }

  private mutating func append(
    _ text: Cluster, _ mark: BidiSeparation.Mark, _ style: StyleTable.Style
  ) {
    switch mark {
    case .none: append(text, style)
    case .controls(let controls): append(text, style, controls: controls)
    case .line:
      var concealed = style
      concealed.attributes |= tritone_invisible()
      append(Cluster("│"), concealed)
    }
  }

  private mutating func append(_ text: Cluster, _ style: StyleTable.Style) {
    guard let scalar = text.single else { return append(text, style, controls: "") }
    if style != model.style { model = (style, Self.cell([0x20, 0], style) ?? cchar_t()) }
    model.cell.chars.0 = wchar_t(bitPattern: scalar.value)
    cells.append(model.cell)
  }

  /// Appends a cell, whose last combining marks give way to controls behind it.
  private mutating func append(_ text: Cluster, _ style: StyleTable.Style, controls: String) {
    scalars.removeAll(keepingCapacity: true)
    let controls = controls.unicodeScalars
    for scalar in text.prefix(Int(CCHARW_MAX) - controls.count) + controls {
      scalars.append(wchar_t(bitPattern: scalar.value))
    }
    scalars.append(0)
    if let cell = Self.cell(scalars, style) { cells.append(cell) }
  }

  private static func cell(_ text: [wchar_t], _ style: StyleTable.Style) -> cchar_t? {
    var cell = cchar_t()
    return tritone_set_cell(&cell, text, style.attributes, style.pair) == OK ? cell : nil
  }

  /// ncurses' width of a cell's text in columns; -1 for unprintable text.
  private static func columns(of text: Cluster) -> Int {
    if let scalar = text.single, (0x20..<0x7F).contains(scalar.value) { return 1 }
    var total = 0
    for scalar in text {
      let width = Int(tritone_columns(wchar_t(bitPattern: scalar.value)))
      guard width >= 0 else { return -1 }
      total += width
    }
    return total
  }
}
