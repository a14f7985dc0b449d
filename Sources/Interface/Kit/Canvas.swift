package import Screen

/// A rectangle of a frame to draw in: text is cut to it and keeps its background.
///
/// A canvas is also a pen: `write` shrinks it to the part behind the text.
package struct Canvas {
  /// A frame has thousands of cells. Canvases share it while it is drawn, so that none of them
  /// copies it.
  fileprivate final class Storage {
    var frame = Frame(size: Size(rows: 0, columns: 0))
  }

  package enum Alignment { case left, center, right }

  fileprivate let surface: Storage
  private(set) var rect: Rect
  fileprivate(set) var ground: Surface

  var rows: Int { rect.rows }
  var columns: Int { rect.columns }
  var border: Border { surface.frame.border }

  // MARK: Parts

  /// The intersection with a rectangle of the screen.
  package func part(_ other: Rect) -> Canvas {
    var part = self
    let (row, column) = (max(rect.row, other.row), max(rect.column, other.column))
    part.rect = Rect(
      row: row, column: column, rows: min(rect.bottom, other.bottom) - row,
      columns: min(rect.right, other.right) - column)
    return part
  }

  package func inset(
    top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0
  ) -> Canvas {
    part(rect.inset(top: top, left: left, bottom: bottom, right: right))
  }

  package func line(_ row: Int) -> Canvas {
    part(Rect(row: rect.row + row, column: rect.column, rows: 1, columns: columns))
  }

  package var lastLine: Canvas { line(rows - 1) }

  package func columns(from left: Int, count: Int) -> Canvas {
    part(Rect(row: rect.row, column: rect.column + left, rows: rows, columns: count))
  }

  package func cell(row: Int = 0, column: Int) -> Canvas {
    line(row).columns(from: column, count: 1)
  }

  func on(_ ground: Surface) -> Canvas {
    var canvas = self
    canvas.ground = ground
    return canvas
  }

  /// The same rectangle filled with another surface.
  package func filled(_ ground: Surface) -> Canvas {
    let canvas = on(ground)
    canvas.fill()
    return canvas
  }

  /// A row of a window's list; the selected one is highlighted, one column wider at either side.
  func line(_ row: Int, isSelected: Bool) -> Canvas {
    let line = line(row)
    guard isSelected else { return line }
    surface.frame.fill(line.rect.inset(left: -1, right: -1), ground: .overlaySelected)
    line.markSelection()
    return line.on(.overlaySelected)
  }

  // MARK: Drawing

  package func fill(_ character: Character = " ", _ face: Face = .text) {
    surface.frame.fill(rect, character, face: face, ground: ground)
  }

  /// Writes text in the first line and returns its columns; a long text gets an ellipsis, or is cut
  /// off where `keep` is nil.
  @discardableResult
  package func put(
    _ text: String, _ face: Face, at column: Int = 0, align: Alignment = .left,
    keep: TextWidth.Kept? = .start, colors: CellColors? = nil
  ) -> Int {
    let room = columns - column
    guard rows > 0, column >= 0, room > 0 else { return 0 }
    func left(of used: Int) -> Int {
      switch align {
      case .left: column
      case .center: column + max(0, room - used) / 2
      case .right: columns - min(room, used)
      }
    }
    guard let keep, !TextWidth.isPlain(text, within: room) else {
      let left = left(of: TextWidth.columns(of: text))
      return surface.frame.put(
        text, row: rect.row, column: rect.column + left, limit: columns - left, face: face,
        ground: ground, colors: colors)
    }
    let pieces = TextWidth.fitted(text, to: room, keep: keep)
    return surface.frame.put(
      pieces, row: rect.row, column: rect.column + left(of: TextWidth.columns(of: pieces)),
      face: face, ground: ground, colors: colors)
  }

  /// Writes texts below each other, as many as there are lines.
  package func put(
    lines: some Sequence<String>, _ face: Face, then other: Face? = nil, align: Alignment = .left
  ) {
    for (row, text) in zip(0..<rows, lines) {
      line(row).put(text, row == 0 ? face : other ?? face, align: align)
    }
  }

  /// Writes on the surface that the first cell has already.
  package func putOver(_ text: String, _ face: Face) {
    guard !rect.isEmpty else { return }
    on(surface.frame[rect.row, rect.column].ground).put(text, face)
  }

  /// Makes one text of what was written in parts in the first line, so that a terminal that reorders
  /// rows does so across the parts.
  func join(from left: Int = 0) {
    guard rows > 0 else { return }
    surface.frame.join(row: rect.row, from: rect.column + left, to: rect.right)
  }

  /// The part of this size in the middle.
  func centered(_ size: Size) -> Canvas {
    part(
      Rect(
        row: rect.row + (rows - size.rows) / 2,
        column: rect.column + (columns - size.columns) / 2, rows: size.rows,
        columns: size.columns))
  }

  /// Draws an image in the middle.
  func put(_ image: TerminalImage) {
    let part = centered(image.size)
    surface.frame.put(
      image, at: Position(row: part.rect.row, column: part.rect.column), ground: ground)
  }

  /// Draws a picture from the top left corner on.
  func put(_ art: BlockArt) {
    let columns = min(columns, art.size.columns)
    for row in 0..<min(rows, art.size.rows) {
      let start = row * art.size.columns
      surface.frame.put(
        art.cells[start..<start + columns], row: rect.row + row, column: rect.column)
    }
  }

  /// Makes the first columns press keys when they are clicked.
  func addButton(_ keys: [Key], columns: Int) {
    surface.frame.addButton(keys, in: line(0).columns(from: 0, count: columns).rect)
  }

  /// Makes the first cell that of the selected row, where the hidden cursor rests.
  func markSelection() {
    guard rows > 0, columns > 0 else { return }
    surface.frame.selection = Position(row: rect.row, column: rect.column)
  }

  func showCursor(at column: Int) {
    guard rows > 0 else { return }
    surface.frame.cursor = Position(row: rect.row, column: rect.column + column)
  }

  // MARK: Writing in sequence

  package mutating func skip(_ columns: Int) { self = inset(left: columns) }

  package mutating func write(_ text: String, _ face: Face) { skip(put(text, face)) }

  /// Writes a cell of a table, which takes this many columns whatever its text.
  package mutating func write(_ text: String, _ face: Face, columns: Int) {
    self.columns(from: 0, count: columns).put(text, face)
    skip(columns)
  }

  /// Writes at the right end, in at most `limit` columns, with a gap before the text.
  package mutating func writeRight(
    _ text: String, _ face: Face, upTo limit: Int = .max, gap: Int = 0,
    keep: TextWidth.Kept = .start
  ) {
    let left = max(0, columns - max(0, limit))
    let used = put(text, face, at: left, align: .right, keep: keep)
    self = inset(right: used > 0 ? used + gap : 0)
  }
}

extension Frame {
  /// Draws in a part of the frame, which is empty itself until the drawing is done.
  package mutating func draw(
    in rect: Rect, ground: Surface = .base, _ body: (Canvas) -> Void
  ) {
    let surface = Canvas.Storage()
    let whole = Canvas(surface: surface, rect: bounds, ground: ground)
    swap(&self, &surface.frame)
    body(whole.part(rect))
    swap(&self, &surface.frame)
  }
}
