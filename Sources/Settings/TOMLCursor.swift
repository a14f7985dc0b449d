/// A position in the bytes of a TOML text, with the reading of blanks, comments, words and lines.
struct TOMLCursor {
  private let bytes: [UInt8]
  private var index = 0
  /// Counted from 1.
  private(set) var line = 1

  init(_ text: String) {
    bytes = Array(text.utf8)
    // A byte order mark, as some editors write it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
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
    return true
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
