/// One picture of the whole screen, as a value: cells with text and face, cursor and title.
package struct Frame: Equatable, Sendable {
  /// One cell. A wide character fills its cell and leaves the next one as `continuation`.
  package struct Cell: Equatable, Sendable {
    /// Empty in the second cell of a wide character.
    package var cluster: Cluster
    package var face: Face
    package var ground: Surface
    /// In place of the colours of its face and surface.
    package var colors: CellColors?
    /// `isBehind` and `isolate` in one byte: with one byte more, drawing takes a quarter longer.
    private var bits: UInt8 = 0

    /// The place in a text with letters from right to left, which a terminal that reorders rows has
    /// to keep apart from other texts (an isolate of Unicode Standard Annex 9).
    package enum Isolate: UInt8, Sendable { case outside, start, inside }

    package init(_ cluster: Cluster, face: Face, ground: Surface, colors: CellColors? = nil) {
      self.cluster = cluster
      self.face = face
      self.ground = ground
      self.colors = colors
    }

    /// Whether a window lies before the screen, which fades what is behind it.
    package internal(set) var isBehind: Bool {
      get { bits & 1 != 0 }
      set { bits = bits & ~1 | (newValue ? 1 : 0) }
    }

    package internal(set) var isolate: Isolate {
      get { Isolate(rawValue: bits >> 1) ?? .outside }
      set { bits = bits & 1 | newValue.rawValue << 1 }
    }

    package func hasStyle(of other: Cell) -> Bool {
      face == other.face && ground == other.ground && (bits ^ other.bits) & 1 == 0
        && colors == other.colors
    }

    package static let blank = Cell(.blank, face: .text, ground: .base)
    package var text: String { cluster.text }
    package var isContinuation: Bool { cluster.isEmpty }
    var isBlank: Bool { cluster == .blank }
  }

  /// A rectangle that presses keys when it is clicked.
  private struct Button: Equatable, Sendable {
    let rect: Rect
    let keys: [Key]
  }

  package let size: Size
  package internal(set) var cells: [Cell]
  /// The position of the terminal's cursor; nil hides the cursor.
  package var cursor: Position?
  /// The beginning of the selected row, where a hidden cursor rests: screen readers and magnifiers
  /// follow the cursor.
  package var selection: Position?
  /// The title of the terminal's window.
  package var title: String
  /// Nil without long work.
  package var progress: WorkProgress?
  /// Images whose cells hold placeholders. Text may cover some of the cells.
  package private(set) var images: [PlacedImage] = []
  private var buttons: [Button] = []
  /// The lines of the boxes that are drawn in it.
  package let border: Border

  package init(size: Size, title: String = "", border: Border = .rounded) {
    self.size = size
    self.title = title
    self.border = border
    cells = Array(repeating: .blank, count: max(0, size.rows * size.columns))
  }

  package subscript(row: Int, column: Int) -> Cell { cells[row * size.columns + column] }

  package var bounds: Rect { Rect(row: 0, column: 0, rows: size.rows, columns: size.columns) }

  /// The cells of one row.
  package func line(_ row: Int) -> ArraySlice<Cell> {
    cells[(row * size.columns)..<((row + 1) * size.columns)]
  }

  /// Whether a row looks the same in a frame of this size.
  package func hasLine(_ row: Int, of other: Frame) -> Bool {
    // Compared here: an array's `==` calls the cells' through their witness in other modules.
    (row * size.columns..<(row + 1) * size.columns).allSatisfy { cells[$0] == other.cells[$0] }
  }

  package func text(ofRow row: Int) -> String { line(row).map(\.text).joined() }

  package mutating func addButton(_ keys: [Key], in rect: Rect) {
    buttons.append(Button(rect: rect, keys: keys))
  }

  package mutating func removeButtons() { buttons = [] }

  /// The keys of the button at a position; none where there is no button.
  package func keys(at position: Position) -> [Key] {
    buttons.last { $0.rect.contains(position) }?.keys ?? []
  }

  /// Fills a rectangle with a character that is one column wide. Buttons below it are gone.
  package mutating func fill(
    _ rect: Rect, _ character: Character = " ", face: Face = .text, ground: Surface
  ) {
    let cell = Cell(Cluster(text: String(character)), face: face, ground: ground)
    buttons.removeAll { $0.rect.overlaps(rect) }
    for row in max(0, rect.row)..<max(0, min(size.rows, rect.bottom), max(0, rect.row)) {
      let (left, right) = (max(0, rect.column), min(size.columns, rect.right))
      guard left < right else { continue }
      clearHalves(row: row, from: left, to: right)
      for column in left..<right { cells[row * size.columns + column] = cell }
    }
  }

  /// Fades everything that is drawn already, but for a line of the screen.
  package mutating func recede(besides line: Rect) {
    for index in cells.indices where index / max(1, size.columns) != line.row {
      cells[index].isBehind = true
    }
  }

  /// Writes text from a position on, cut at `limit` columns and at the edge, and returns the
  /// columns written. Control characters never reach a cell.
  @discardableResult
  package mutating func put(
    _ text: String, row: Int, column: Int, limit: Int = .max, face: Face, ground: Surface,
    colors: CellColors? = nil
  ) -> Int {
    let end = min(size.columns, limit > size.columns ? size.columns : column + limit)
    guard row >= 0, row < size.rows, column >= 0, column < end else { return 0 }
    if let count = TextWidth.plainCount(of: text, limit: end - column) {
      let cell = Cell(.none, face: face, ground: ground, colors: colors)
      putPlain(text, count, row: row, column: column, like: cell)
      return count
    }
    return put(
      TextWidth.pieces(of: text, limit: end - column), row: row, column: column, face: face,
      ground: ground, colors: colors)
  }

  /// Writes the pieces of a text, cut at the edge, and returns the columns written.
  @discardableResult
  package mutating func put(
    _ pieces: [TextWidth.Piece], row: Int, column: Int, face: Face, ground: Surface,
    colors: CellColors? = nil
  ) -> Int {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return 0 }
    var at = column
    var cell = Cell(.none, face: face, ground: ground, colors: colors)
    var isReordered = false
    for piece in pieces {
      guard at + piece.columns <= size.columns else { break }
      isReordered = isReordered || piece.isRightToLeft
      clearHalves(row: row, from: at, to: at + piece.columns)
      let index = row * size.columns + at
      cell.cluster = piece.cluster
      cells[index] = cell
      cell.cluster = .none
      for extra in 1..<max(1, piece.columns) { cells[index + extra] = cell }
      at += piece.columns
    }
    if isReordered { isolate(row: row, from: column, to: at) }
    return at - column
  }

  /// Makes one text of what was written in a part of a row, as far as terminals are concerned that
  /// reorder rows.
  package mutating func join(row: Int, from left: Int, to right: Int) {
    guard row >= 0, row < size.rows, left >= 0, left < right, right <= size.columns else { return }
    let part = cells[(row * size.columns + left)..<(row * size.columns + right)]
    if part.contains(where: { $0.isolate != .outside }) { isolate(row: row, from: left, to: right) }
  }

  private mutating func isolate(row: Int, from left: Int, to right: Int) {
    let start = row * size.columns
    for column in left..<right {
      cells[start + column].isolate = column == left ? .start : .inside
    }
    // The rest of a text that was written over.
    if right < size.columns, cells[start + right].isolate == .inside {
      cells[start + right].isolate = .start
    }
  }

  /// Writes cells that are one column wide each, cut at the edge.
  package mutating func put(_ cells: ArraySlice<Cell>, row: Int, column: Int) {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return }
    let shown = cells.prefix(size.columns - column)
    clearHalves(row: row, from: column, to: column + shown.count)
    let index = row * size.columns + column
    self.cells.replaceSubrange(index..<index + shown.count, with: shown)
  }

  /// Places an image that fits into the frame.
  package mutating func put(_ image: TerminalImage, at position: Position, ground: Surface) {
    let placed = PlacedImage(image, at: position)
    let rect = placed.rect
    guard rect.row >= 0, rect.column >= 0, rect.bottom <= size.rows, rect.right <= size.columns,
      rect.rows <= Placeholder.limit, rect.columns <= Placeholder.limit
    else { return }
    images.append(placed)
    let colors = CellColors(foreground: Color(image.id), isDecoration: true)
    for row in 0..<rect.rows {
      let cells = (0..<rect.columns).map { column in
        Cell(
          Placeholder.cluster(row: row, column: column), face: .text, ground: ground,
          colors: colors)
      }
      put(cells[...], row: rect.row + row, column: rect.column)
    }
  }

  /// Shows another frame of its size in the cells of an image that nothing covers.
  package mutating func replace(_ placed: PlacedImage, with other: Frame) {
    images.removeAll { $0 == placed }
    let color = Color(placed.image.id)
    for row in 0..<placed.rect.rows {
      for column in 0..<placed.rect.columns {
        let index = (placed.rect.row + row) * size.columns + placed.rect.column + column
        let old = cells[index]
        guard Placeholder.isIn(old), old.colors?.foreground == color else { continue }
        cells[index] = other[row, column]
        cells[index].ground = old.ground
        cells[index].isBehind = old.isBehind
      }
    }
  }

  /// Whether all cells of an image show it.
  package func isWhole(_ placed: PlacedImage) -> Bool {
    let rect = placed.rect
    let color = Color(placed.image.id)
    return (rect.row..<rect.bottom).allSatisfy { row in
      (rect.column..<rect.right).allSatisfy { column in
        let cell = self[row, column]
        return cell.colors?.foreground == color && Placeholder.isIn(cell)
          && cell.cluster == Placeholder.cluster(row: row - rect.row, column: column - rect.column)
      }
    }
  }

  /// Writes characters of one byte and one column each.
  private mutating func putPlain(
    _ text: String, _ count: Int, row: Int, column: Int, like model: Cell
  ) {
    if count == 0 { return }
    clearHalves(row: row, from: column, to: column + count)
    var cell = model
    var index = row * size.columns + column
    for byte in text.utf8.prefix(count) {
      cell.cluster = Cluster(Unicode.Scalar(byte))
      cells[index] = cell
      index += 1
    }
  }

  /// Overwriting one half of a wide character clears the other half.
  private mutating func clearHalves(row: Int, from left: Int, to right: Int) {
    let first = row * size.columns + left
    if left < size.columns, left > 0, cells[first].isContinuation {
      var start = first - 1
      while start > row * size.columns, cells[start].isContinuation { start -= 1 }
      for index in start..<first { cells[index].cluster = .blank }
    }
    var after = row * size.columns + right
    while after < (row + 1) * size.columns, cells[after].isContinuation {
      cells[after].cluster = .blank
      after += 1
    }
  }
}
