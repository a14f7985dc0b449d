/// Model of a terminal of a fixed size, just enough to see which rows hold text: without colours,
/// character widths and wrapping.
struct ScreenModel {
  let columns: Int
  let rows: Int
  private var cells: [[Unicode.Scalar]]
  private var row = 0
  private var column = 0
  private var saved = (row: 0, column: 0)
  private var margins: ClosedRange<Int>
  private var last: Unicode.Scalar = " "
  private var drawsLines = false
  private var parser = TerminalParser()
  /// Answers of the terminal to queries.
  private(set) var answers: [UInt8] = []
  /// The updates that a program has drawn as a whole (mode 2026).
  private(set) var updates = 0

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    margins = 0...rows - 1
  }

  /// Number of rows with a letter or a digit; frames and bars alone do not count.
  var rowsWithText: Int {
    cells.count { line in line.contains { $0.properties.isAlphabetic || ("0"..."9") ~= $0 } }
  }

  var lines: [String] {
    cells.map { line in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: line)
      return String(text)
    }
  }

  /// How many rows have other text than an earlier screen.
  func changedRows(since earlier: ScreenModel) -> Int {
    zip(cells, earlier.cells).count { $0 != $1 }
  }

  mutating func takeAnswers() -> [UInt8] {
    defer { answers = [] }
    return answers
  }

  mutating func show(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      guard let token = parser.parse(byte) else { continue }
      switch token {
      case .character(let scalar): put(scalar)
      case .control(let byte): control(byte)
      case .escape(let byte): escape(byte)
      case .sequence(let sequence): perform(sequence)
      case .lineDrawing(let draws): drawsLines = draws
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    // Line drawing uses letters that are no text.
    let isLine = drawsLines && ("`"..."~") ~= scalar
    cells[row][min(column, columns - 1)] = isLine ? "│" : scalar
    last = scalar
    column = min(column + 1, columns)
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 8: column = max(0, column - 1)
    case 9: column = min(columns - 1, (column / 8 + 1) * 8)
    case 10, 11, 12: lineFeed()
    case 13: column = 0
    default: break
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "7"): saved = (row, column)
    case UInt8(ascii: "8"): (row, column) = saved
    case UInt8(ascii: "D"): lineFeed()
    case UInt8(ascii: "E"):
      column = 0
      lineFeed()
    case UInt8(ascii: "M"):
      if row == margins.lowerBound { scroll(margins, by: -1) } else { row = max(0, row - 1) }
    case UInt8(ascii: "c"): self = ScreenModel(columns: columns, rows: rows)
    default: break
    }
  }

  private mutating func lineFeed() {
    if row == margins.upperBound { scroll(margins, by: 1) } else { row = min(rows - 1, row + 1) }
  }

  /// Scrolls rows up, or down by a negative count; blank ones come in.
  private mutating func scroll(_ range: ClosedRange<Int>, by count: Int) {
    let size = range.count
    let blank = Array(repeating: Unicode.Scalar(" "), count: columns)
    let blanks = Array(repeating: blank, count: min(abs(count), size))
    let old = Array(cells[range])
    let kept = count > 0 ? Array(old.dropFirst(count)) : Array(old.dropLast(-count))
    cells.replaceSubrange(range, with: count > 0 ? kept + blanks : blanks + kept)
  }

  private mutating func erase(_ range: Range<Int>, in line: Int) {
    for index in range.clamped(to: 0..<columns) { cells[line][index] = " " }
  }

  private mutating func perform(_ sequence: TerminalParser.Sequence) {
    if sequence.marker == "?", sequence.final == "l", sequence.number(0) == 2026 { updates += 1 }
    guard sequence.marker == nil else { return answer(sequence) }
    let first = max(1, sequence.number(0) ?? 1)
    let here = min(column, columns - 1)
    switch sequence.final {
    case "A": row = max(0, row - first)
    case "B", "e": row = min(rows - 1, row + first)
    case "C", "a": column = min(columns - 1, column + first)
    case "D": column = max(0, column - first)
    case "E", "F":
      row = min(rows - 1, max(0, row + (sequence.final == "E" ? first : -first)))
      column = 0
    case "G", "`": column = min(columns, first) - 1
    case "d": row = min(rows, first) - 1
    case "H", "f":
      row = min(rows, first) - 1
      column = min(columns, max(1, sequence.number(1) ?? 1)) - 1
    case "J": eraseDisplay(sequence.number(0) ?? 0)
    case "K":
      switch sequence.number(0) ?? 0 {
      case 0: erase(here..<columns, in: row)
      case 1: erase(0..<here + 1, in: row)
      default: erase(0..<columns, in: row)
      }
    case "L" where margins.contains(row): scroll(row...margins.upperBound, by: -first)
    case "M" where margins.contains(row): scroll(row...margins.upperBound, by: first)
    case "S": scroll(margins, by: first)
    case "T": scroll(margins, by: -first)
    case "X": erase(here..<here + min(first, columns), in: row)
    case "P":
      cells[row].removeSubrange(here..<min(columns, here + first))
      cells[row] += Array(repeating: " ", count: columns - cells[row].count)
    case "@":
      cells[row].insert(contentsOf: Array(repeating: " ", count: min(first, columns)), at: here)
      cells[row].removeLast(cells[row].count - columns)
    case "b": for _ in 0..<min(first, columns) { put(last) }
    case "r":
      let top = min(rows, first) - 1
      let bottom = min(rows, max(1, sequence.number(1) ?? rows)) - 1
      margins = top < bottom ? top...bottom : 0...rows - 1
      (row, column) = (0, 0)
    case "s": saved = (row, column)
    case "u": (row, column) = saved
    default: answer(sequence)
    }
  }

  private mutating func eraseDisplay(_ part: Int) {
    let here = min(column, columns - 1)
    if part == 0 { erase(here..<columns, in: row) }
    if part == 1 { erase(0..<here + 1, in: row) }
    for line in 0..<rows where part >= 2 || (part == 0 ? line > row : line < row) {
      erase(0..<columns, in: line)
    }
  }

  /// Answers a query about the terminal, for which programs wait (xterm's ctlseqs).
  private mutating func answer(_ sequence: TerminalParser.Sequence) {
    let text: String? =
      switch (sequence.marker, sequence.final) {
      case (nil, "c"): "[?62;22c"
      case (">", "c"): "[>0;276;0c"
      case (nil, "n"):
        sequence.number(0) == 6 ? "[\(row + 1);\(min(column, columns - 1) + 1)R" : "[0n"
      case ("?", "p"):
        "[?\(sequence.number(0) ?? 0);\(sequence.number(0) == 2026 ? 2 : 0)$y"
      default: nil
      }
    if let text { answers += [0x1B] + Array(text.utf8) }
  }
}
