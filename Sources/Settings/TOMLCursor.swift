/// A position in the bytes of a TOML text, with the reading of blanks, comments, words and lines.
struct TOMLCursor {
  let bytes: [UInt8]
  private var index = 0
  /// Counted from 1.
  private(set) var line = 1
  /// The offset of the line's first byte.
  private(set) var lineStart = 0

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark, as some editors write it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (index, lineStart) = (3, 3) }
  }

  /// In bytes.
  var offset: Int { index }

  /// The characters of the line up to here, counted from 1.
  var column: Int { column(at: index) }

  /// The same for another offset.
  func column(at offset: Int) -> Int {
    let line = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let first = line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : line
    return bytes[min(first, offset)..<offset].count { $0 & 0xC0 != 0x80 } + 1
  }

  /// Goes back within the line.
  mutating func goBack(to offset: Int) { index = max(lineStart, min(index, offset)) }

  /// Goes to the beginning of the next line, or to the end.
  mutating func skipLine() {
    while let byte = peek, byte != UInt8(ascii: "\n") { index += 1 }
    _ = takeLineBreak()
  }

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func advance() { index += 1 }

  func hasPrefix(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
  }

  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard peek.map(UInt32.init) == character.value else { return false }
    index += 1
    return true
  }

  /// The next byte; nil, and nothing consumed, at the end of the line.
  mutating func takeByteOfLine() -> UInt8? {
    guard let byte = peek, byte != UInt8(ascii: "\n") else { return nil }
    index += 1
    return byte
  }

  mutating func takeLineBreak() -> Bool {
    let isPair = hasPrefix("\r\n")
    guard isPair || peek == UInt8(ascii: "\n") else { return false }
    index += isPair ? 2 : 1
    line += 1
    lineStart = index
    return true
  }

  /// Skips blanks and line breaks behind the “\” at the end of a line; false, and nothing skipped,
  /// where the line goes on.
  mutating func skipContinuation() -> Bool {
    var ahead = self
    ahead.skipBlanks()
    guard ahead.takeLineBreak() else { return false }
    repeat { ahead.skipBlanks() } while ahead.takeLineBreak()
    self = ahead
    return true
  }

  /// The end of the lines that begin at another cursor, with the last line break.
  func lineEnd(after start: TOMLCursor) -> Int {
    line > start.line && index == lineStart ? lineStart : bytes.count
  }

  /// Whether a header or a key begins in this line.
  var beginsStatement: Bool {
    var cursor = self
    cursor.skipBlanks()
    let isHeader = cursor.consume("[")
    guard !cursor.takeWord(and: ".").isEmpty else { return false }
    cursor.skipBlanks()
    return isHeader || cursor.peek == UInt8(ascii: "=")
  }

  mutating func skipBlanks() {
    while peek == UInt8(ascii: " ") || peek == UInt8(ascii: "\t") { index += 1 }
  }

  mutating func skipComment() {
    guard peek == UInt8(ascii: "#") else { return }
    // The carriage return before a line feed belongs to the line break.
    while peek != nil, peek != UInt8(ascii: "\n"), !hasPrefix("\r\n") { index += 1 }
  }

  mutating func skipBlankLines() {
    repeat {
      skipBlanks()
      skipComment()
    } while takeLineBreak()
  }

  /// Letters, digits, “_” and “-”, as names have them, and the bytes of `others`.
  mutating func takeWord(and others: String = "") -> String {
    let start = index
    while let byte = peek {
      let scalar = Unicode.Scalar(byte)
      let isWord =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      guard
        isWord || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
          || others.utf8.contains(byte)
      else { break }
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }
}
