/// A header of a table, or a key with its value.
struct TOMLStatement {
  enum Content {
    case header([String])
    case pair([String], TOMLValue)
  }

  var content: Content
  /// Where its name begins, counted from 1.
  var line, column: Int
  /// Its whole lines.
  var bytes: Range<Int>
}

/// Reads the part of TOML 1.0 that settings are written in: tables, dotted keys, strings, numbers,
/// true and false, lists and inline tables. Dates and lists of tables are mistakes here.
///
/// No library is used, since each value needs its line number, and a file from somebody else must
/// not be able to end the program: depth and size are bounded, nothing asserts.
package struct TOMLReader {
  static let depthLimit = 16

  let file: String
  var cursor: TOMLCursor
  /// The beginning of the last statement.
  private(set) var start: TOMLCursor
  /// The key of the last statement, and the offset of its value; nil before the “=”.
  private(set) var opened: (key: [String], value: Int)?

  init(file: String, cursor: TOMLCursor) {
    self.file = file
    self.cursor = cursor
    start = cursor
  }

  /// Reads a whole text; `file` is the name in error messages.
  package static func read(_ text: String, file: String) throws(SettingsError) -> TOMLTable {
    guard text.utf8.count <= SettingsText.limit else {
      throw .tooLong(file: file, limit: SettingsText.limit)
    }
    var reader = TOMLReader(file: file, cursor: TOMLCursor(text))
    return try reader.document()
  }

  private mutating func document() throws(SettingsError) -> TOMLTable {
    var top = TOMLTable()
    var path: [String] = []
    while let statement = try statement() {
      let line = statement.line
      switch statement.content {
      case .header(let name):
        path = name
        let table = TOMLValue(content: .table(TOMLTable()), line: line)
        try insert(table, at: path[...], into: &top, line: line, isHeader: true)
      case .pair(let key, let value):
        try insert(value, at: (path + key)[...], into: &top, line: line, isHeader: false)
      }
    }
    return top
  }

  /// Reads the next statement; nil at the end.
  mutating func statement() throws(SettingsError) -> TOMLStatement? {
    cursor.skipBlankLines()
    start = cursor
    opened = nil
    guard let byte = cursor.peek else { return nil }
    let content: TOMLStatement.Content
    if byte == UInt8(ascii: "[") {
      content = .header(try header())
    } else {
      let (key, value) = try pair(depth: 0)
      content = .pair(key, value)
    }
    try endOfLine()
    return TOMLStatement(
      content: content, line: start.line, column: start.column,
      bytes: start.lineStart..<cursor.lineEnd(after: start))
  }

  /// Goes behind a statement with a mistake, to the line where the next one may begin.
  mutating func recover() {
    let line = cursor.line
    cursor = start
    cursor.skipLine()
    while cursor.peek != nil, cursor.line <= line, !cursor.beginsStatement { cursor.skipLine() }
  }

  private mutating func header() throws(SettingsError) -> [String] {
    cursor.advance()
    guard cursor.peek != UInt8(ascii: "[") else {
      throw mistake("a list of tables, [[...]], means nothing here")
    }
    let path = try key()
    guard cursor.consume("]") else { throw mistake("the name of a table ends with “]”") }
    return path
  }

  mutating func pair(depth: Int) throws(SettingsError) -> ([String], TOMLValue) {
    let key = try key()
    guard cursor.consume("=") else { throw mistake("“=” is missing after “\(quoted(key))”") }
    cursor.skipBlanks()
    if depth == 0 { opened = (key, cursor.offset) }
    return (key, try value(depth: depth))
  }

  /// A key and its parts: a.b."c d".
  private mutating func key() throws(SettingsError) -> [String] {
    var path: [String] = []
    repeat {
      cursor.skipBlanks()
      switch cursor.peek {
      case UInt8(ascii: "\""): path.append(try basicString())
      case UInt8(ascii: "'"): path.append(try literalString())
      default:
        let word = cursor.takeWord()
        guard !word.isEmpty else { throw mistake("a name is missing here") }
        path.append(word)
      }
      guard path.count <= Self.depthLimit else { throw mistake("this goes too deep") }
      cursor.skipBlanks()
    } while cursor.consume(".")
    return path
  }

  private mutating func endOfLine() throws(SettingsError) {
    cursor.skipBlanks()
    cursor.skipComment()
    guard cursor.peek == nil || cursor.takeLineBreak() else {
      throw mistake("there is more on this line than one value")
    }
  }

  private func insert(
    _ value: TOMLValue, at path: ArraySlice<String>, into table: inout TOMLTable, line: Int,
    isHeader: Bool
  ) throws(SettingsError) {
    guard let key = path.first else { return }
    let present = table[key]
    if path.count == 1 {
      switch (present, isHeader) {
      case (nil, _):
        var value = value
        if var inner = value.table {
          inner.isClosed = true
          value.content = .table(inner)
        }
        table.set(key, value)
      case (let present?, true):
        // A header [a] after [a.b] opens the existing table.
        guard var inner = present.table, !inner.isClosed else { throw twice(key, line) }
        inner.isClosed = true
        table.set(key, TOMLValue(content: .table(inner), line: line))
      case (_?, false): throw twice(key, line)
      }
      return
    }
    var inner = TOMLTable()
    if let present {
      guard let table = present.table else { throw twice(key, line) }
      inner = table
    }
    try insert(value, at: path.dropFirst(), into: &inner, line: line, isHeader: isHeader)
    table.set(key, TOMLValue(content: .table(inner), line: present?.line ?? line))
  }

  func mistake(_ reason: String) -> SettingsError {
    .mistake(file: file, line: cursor.line, reason: reason)
  }

  private func twice(_ key: String, _ line: Int) -> SettingsError {
    .mistake(file: file, line: line, reason: "“\(quoted([key]))” is given twice")
  }

  private func quoted(_ path: [String]) -> String { quoted(path.joined(separator: ".")) }
}
