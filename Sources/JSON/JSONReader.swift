package import Music

/// Parses JSON (RFC 8259) with the line of every value.
///
/// Foundation's decoder reports no lines of values, no position of a mistake, and fails on a whole
/// file for one number out of range. Input is hostile: depth and the number of values are bounded.
package struct JSONReader {
  package static let maximumDepth = 128
  /// Some 24 bytes each in memory.
  package static let maximumValues = 4_000_000
  package static let maximumBytes = 64 << 20

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0
  private var values = 0
  private let deepest: Int

  private init(_ bytes: [UInt8], _ deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
  }

  /// - Parameter deepest: objects and arrays in each other at most.
  /// - Throws: for invalid JSON or input beyond the bounds, with line and column.
  package static func read(
    _ bytes: [UInt8], depth deepest: Int = maximumDepth
  ) throws(DocumentProblem) -> JSONNode {
    guard bytes.count <= maximumBytes else {
      throw DocumentProblem(reason: "larger than the \(maximumBytes >> 20) MiB that JSON may have")
    }
    var reader = JSONReader(try FileText(bytes).utf8, deepest)
    reader.skipSpace()
    let node = try reader.value()
    reader.skipSpace()
    guard reader.next == nil else { throw reader.problem("something behind the end") }
    return node
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func problem(_ reason: String) -> DocumentProblem {
    // Continuation bytes are no columns of their own.
    let column = bytes[lineStart..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 } + 1
    return DocumentProblem(line: line, reason: "column \(column): \(reason)")
  }

  private mutating func skipSpace() {
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\n"):
        offset += 1
        line += 1
        lineStart = offset
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): offset += 1
      default: return
      }
    }
  }

  private mutating func value() throws(DocumentProblem) -> JSONNode {
    values += 1
    guard values <= JSONReader.maximumValues else {
      throw problem("more than \(JSONReader.maximumValues) values")
    }
    let start = line
    switch next {
    case UInt8(ascii: "{"): return JSONNode(.object(try members()), line: start)
    case UInt8(ascii: "["): return JSONNode(.array(try elements()), line: start)
    case UInt8(ascii: "\""): return JSONNode(.text(try text()), line: start)
    case let byte? where byte == UInt8(ascii: "-") || (48...57).contains(byte):
      return JSONNode(.number(try number()), line: start)
    default:
      for (word, value) in JSONReader.words where bytes[offset...].starts(with: word) {
        offset += word.count
        return JSONNode(value, line: start)
      }
      throw problem(next == nil ? "it ends where a value is expected" : "a value is expected")
    }
  }

  private static let words: [([UInt8], JSONNode.Value)] = [
    (Array("null".utf8), .null), (Array("true".utf8), .bool(true)),
    (Array("false".utf8), .bool(false)),
  ]

  private mutating func members() throws(DocumentProblem) -> [JSONMember] {
    var members: [JSONMember] = []
    try enter()
    while next != UInt8(ascii: "}") {
      guard next == UInt8(ascii: "\"") else { throw problem("a name in quotes is expected") }
      let name = try text()
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw problem("a colon is expected") }
      offset += 1
      skipSpace()
      members.append(JSONMember(name: name, node: try value()))
      try separate(until: "}")
    }
    leave()
    return members
  }

  private mutating func elements() throws(DocumentProblem) -> [JSONNode] {
    var elements: [JSONNode] = []
    try enter()
    while next != UInt8(ascii: "]") {
      elements.append(try value())
      try separate(until: "]")
    }
    leave()
    return elements
  }

  private mutating func enter() throws(DocumentProblem) {
    depth += 1
    guard depth <= deepest else { throw problem("nested too deep") }
    offset += 1
    skipSpace()
  }

  private mutating func leave() {
    depth -= 1
    offset += 1
  }

  /// Skips a comma, or stops at the closing bracket.
  private mutating func separate(until closing: Unicode.Scalar) throws(DocumentProblem) {
    skipSpace()
    if next == UInt8(ascii: closing) { return }
    guard next == UInt8(ascii: ",") else { throw problem("a comma or \(closing) is expected") }
    offset += 1
    skipSpace()
    if next == UInt8(ascii: closing) { throw problem("a comma with nothing behind it") }
  }

  private mutating func number() throws(DocumentProblem) -> Double {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[offset - whole] != UInt8(ascii: "0") else {
      throw problem("not a number")
    }
    if next == UInt8(ascii: ".") {
      offset += 1
      guard digits() > 0 else { throw problem("not a number") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      guard digits() > 0 else { throw problem("not a number") }
    }
    let text = String(decoding: bytes[start..<min(offset, start + 400)], as: UTF8.self)
    // Longer numbers than any that is written are not parsed.
    return offset - start <= 400 ? Double(text) ?? .infinity : .infinity
  }

  private mutating func digits() -> Int {
    let start = offset
    while let byte = next, (48...57).contains(byte) { offset += 1 }
    return offset - start
  }

  private mutating func text() throws(DocumentProblem) -> String {
    offset += 1
    let start = offset
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      guard byte >= 0x20 else { throw problem("a line break or control character in a text") }
      offset += 1
    }
    if next == UInt8(ascii: "\"") {
      let text = String(decoding: bytes[start..<offset], as: UTF8.self)
      offset += 1
      return text
    }
    return try text(from: start)
  }

  /// Continues a text that has an escape.
  private mutating func text(from start: Int) throws(DocumentProblem) -> String {
    var content = Array(bytes[start..<offset])
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        offset += 1
        content += Array(String(try escape()).utf8)
      case 0..<0x20: throw problem("a line break or control character in a text")
      default:
        content.append(byte)
        offset += 1
      }
    }
    throw problem("it ends within a text")
  }

  /// Parses an escape after its backslash.
  private mutating func escape() throws(DocumentProblem) -> Unicode.Scalar {
    guard let byte = next else { throw problem("it ends within a text") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw problem("not an escape")
    }
    let unit = try hexadecimal()
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    let behind = offset
    if next == UInt8(ascii: "\\"), offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "u")
    {
      offset += 2
      let second = try hexadecimal()
      if UTF16.isTrailSurrogate(second) {
        return UTF16.decode(UTF16.EncodedScalar([unit, second]))
      }
    }
    // A lone surrogate is replaced.
    offset = behind
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(DocumentProblem) -> UInt16 {
    let end = offset + 4
    guard end <= bytes.count,
      let unit = UInt16(String(decoding: bytes[offset..<end], as: UTF8.self), radix: 16),
      bytes[offset] != UInt8(ascii: "+")
    else { throw problem("four hexadecimal digits are expected") }
    offset = end
    return unit
  }
}
