import Screen

extension TOMLReader {
  mutating func value(depth: Int) throws(SettingsError) -> TOMLValue {
    guard depth < Self.depthLimit else { throw mistake("this goes too deep") }
    let (line, start) = (cursor.line, cursor.offset)
    let content: TOMLValue.Content
    switch cursor.peek {
    case UInt8(ascii: "\"") where cursor.hasPrefix("\"\"\""):
      content = .string(try longString(UInt8(ascii: "\"")))
    case UInt8(ascii: "'") where cursor.hasPrefix("'''"):
      content = .string(try longString(UInt8(ascii: "'")))
    case UInt8(ascii: "\""): content = .string(try basicString())
    case UInt8(ascii: "'"): content = .string(try literalString())
    case UInt8(ascii: "["): content = .array(try array(depth: depth))
    case UInt8(ascii: "{"): content = .table(try inlineTable(depth: depth))
    default: content = try word()
    }
    return TOMLValue(content: content, line: line, bytes: start..<cursor.offset)
  }

  private mutating func word() throws(SettingsError) -> TOMLValue.Content {
    let start = cursor.offset
    let word = cursor.takeWord(and: "+.:")
    switch word {
    case "": throw mistake("a value is missing here")
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    let digits = word.replacing("_", with: "")
    if let first = digits.first, first.isNumber || "+-".contains(first), digits.count <= 40 {
      if let integer = Int(digits) { return .integer(integer) }
      if let number = Double(digits), number.isFinite { return .number(number) }
    }
    // The mistake begins with the word.
    cursor.goBack(to: start)
    throw mistake("“\(quoted(word))” is no value; text stands in quotes: \"...\"")
  }

  private mutating func array(depth: Int) throws(SettingsError) -> [TOMLValue] {
    cursor.advance()
    var values: [TOMLValue] = []
    while true {
      cursor.skipBlankLines()
      if cursor.consume("]") { return values }
      values.append(try value(depth: depth + 1))
      cursor.skipBlankLines()
      if cursor.consume(",") { continue }
      guard cursor.consume("]") else { throw mistake("“,” or “]” is missing in the list") }
      return values
    }
  }

  private mutating func inlineTable(depth: Int) throws(SettingsError) -> TOMLTable {
    cursor.advance()
    var table = TOMLTable()
    cursor.skipBlanks()
    if cursor.consume("}") { return table }
    while true {
      cursor.skipBlanks()
      let (line, start) = (cursor.line, cursor.offset)
      let (path, value) = try pair(depth: depth + 1)
      guard path.count == 1 else { throw mistake("a dotted name means nothing in {...}") }
      guard table[path[0]] == nil else {
        throw .mistake(file: file, line: line, reason: "“\(quoted(path[0]))” is given twice")
      }
      table.set(path[0], value, start: start)
      cursor.skipBlanks()
      if cursor.consume(",") { continue }
      guard cursor.consume("}") else { throw mistake("“,” or “}” is missing") }
      return table
    }
  }

  // MARK: Strings

  mutating func literalString() throws(SettingsError) -> String {
    cursor.advance()
    var bytes: [UInt8] = []
    while let byte = cursor.takeByteOfLine() {
      if byte == UInt8(ascii: "'") { return try string(bytes) }
      bytes.append(byte)
    }
    throw mistake("the text has no end: “'” is missing")
  }

  mutating func basicString() throws(SettingsError) -> String {
    cursor.advance()
    if cursor.hasPrefix("\"\"") { throw mistake("a text goes on one line here") }
    var bytes: [UInt8] = []
    while let byte = cursor.takeByteOfLine() {
      switch byte {
      case UInt8(ascii: "\""): return try string(bytes)
      case UInt8(ascii: "\\"): bytes += try escaped().utf8
      default: bytes.append(byte)
      }
    }
    throw mistake("the text has no end: “\"” is missing")
  }

  /// A text over several lines, between three quotes; those of `"` have escapes.
  private mutating func longString(_ quote: UInt8) throws(SettingsError) -> String {
    for _ in 0..<3 { cursor.advance() }
    // A line break behind the quotes is none of the text's.
    _ = cursor.takeLineBreak()
    var bytes: [UInt8] = []
    while let byte = cursor.peek {
      if cursor.takeLineBreak() {
        bytes.append(UInt8(ascii: "\n"))
        continue
      }
      cursor.advance()
      guard byte == quote else {
        let isEscape = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
        if !isEscape {
          bytes.append(byte)
        } else if !cursor.skipContinuation() {
          bytes += try escaped().utf8
        }
        continue
      }
      var count = 1
      while count < 5, cursor.peek == quote {
        cursor.advance()
        count += 1
      }
      // One or two quotes in front of the last three are the text's.
      bytes += [UInt8](repeating: quote, count: count < 3 ? count : count - 3)
      if count >= 3 { return try string(bytes) }
    }
    let end = String(repeating: Character(Unicode.Scalar(quote)), count: 3)
    throw mistake("the text has no end: “\(end)” is missing")
  }

  private mutating func escaped() throws(SettingsError) -> String {
    guard let byte = cursor.takeByteOfLine() else { throw mistake("the text has no end") }
    switch byte {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "u"): return try scalar(digits: 4)
    case UInt8(ascii: "U"): return try scalar(digits: 8)
    default: throw mistake("after “\\” one of b t n f r u U \" \\ is meant")
    }
  }

  private mutating func scalar(digits: Int) throws(SettingsError) -> String {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let byte = cursor.takeByteOfLine(),
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw mistake("“\\u” needs \(digits) hexadecimal digits") }
      value = value << 4 | UInt32(digit)
    }
    guard let scalar = Unicode.Scalar(value) else { throw mistake("there is no such character") }
    return String(scalar)
  }

  private func string(_ bytes: [UInt8]) throws(SettingsError) -> String {
    guard bytes.allSatisfy({ $0 != 0 }) else { throw mistake("there is a zero byte in the text") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw mistake("this is not UTF-8 text")
    }
    return text
  }

  /// The text as one short line without control characters, for messages.
  func quoted(_ text: String) -> String { TextWidth.truncated(text, to: 40) }
}
