/// Finds where a text stops being JSON (RFC 8259), which Foundation's decoder does not say.
struct JSONSyntax {
  /// Brackets within each other.
  static let maximumDepth = 64

  struct Fault: Error, Equatable {
    var offset: Int
    var reason: String
  }

  private let bytes: [UInt8]
  private var offset = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where and why a text is no JSON, such as "line 2, column 5: a comma or ] is expected"; nil
  /// where it is.
  static func problem(in bytes: [UInt8]) -> String? {
    var syntax = JSONSyntax(bytes)
    do {
      try syntax.skipDocument()
      return nil
    } catch {
      let before = bytes[..<min(error.offset, bytes.count)]
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      // Continuation bytes are no columns of their own.
      let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
      return "line \(line), column \(column): \(error.reason)"
    }
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func fault(_ reason: String) -> Fault { Fault(offset: offset, reason: reason) }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  private mutating func skipDocument() throws(Fault) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw fault("it is not UTF-8") }
    // The closing brackets of what is open.
    var open: [UInt8] = []
    skipSpace()
    while true {
      if let closing = try skipStart(in: open) {
        open.append(closing)
        guard open.count <= Self.maximumDepth else { throw fault("nested too deep") }
        skipSpace()
        guard next == closing else {
          if closing == UInt8(ascii: "}") { try skipName() }
          continue
        }
      }
      guard try skipEnds(of: &open) else { return }
    }
  }

  /// Skips a value, or the bracket with which one begins.
  ///
  /// - Returns: the bracket that closes it.
  private mutating func skipStart(in open: [UInt8]) throws(Fault) -> UInt8? {
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let closing = next == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
      offset += 1
      return closing
    case UInt8(ascii: "\""): try skipText()
    case let byte? where byte == UInt8(ascii: "-") || (48...57).contains(byte): try skipNumber()
    case _:
      let words = ["null", "true", "false"].map { Array($0.utf8) }
      guard let word = words.first(where: { bytes[offset...].starts(with: $0) }) else {
        throw fault(next == nil ? "it ends where a value is expected" : "a value is expected")
      }
      offset += word.count
    }
    return nil
  }

  /// Skips closing brackets and the comma behind a value.
  ///
  /// - Returns: whether there is another value.
  private mutating func skipEnds(of open: inout [UInt8]) throws(Fault) -> Bool {
    skipSpace()
    while let closing = open.last, next == closing {
      offset += 1
      open.removeLast()
      skipSpace()
    }
    guard let closing = open.last else {
      guard next == nil else { throw fault("something behind the end") }
      return false
    }
    guard next == UInt8(ascii: ",") else {
      throw fault("a comma or \(Unicode.Scalar(closing)) is expected")
    }
    offset += 1
    skipSpace()
    if closing == UInt8(ascii: "}") { try skipName() }
    return true
  }

  private mutating func skipName() throws(Fault) {
    guard next == UInt8(ascii: "\"") else { throw fault("a name in quotes is expected") }
    try skipText()
    skipSpace()
    guard next == UInt8(ascii: ":") else { throw fault("a colon is expected") }
    offset += 1
    skipSpace()
  }

  private mutating func skipText() throws(Fault) {
    offset += 1
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return
      case UInt8(ascii: "\\"):
        offset += 1
        guard let escape = next, "\"\\/bfnrtu".utf8.contains(escape) else {
          throw fault("not an escape")
        }
        offset += 1
      case 0..<0x20: throw fault("a line break or control character in a text")
      case _: offset += 1
      }
    }
    throw fault("it ends within a text")
  }

  private mutating func skipNumber() throws(Fault) {
    if next == UInt8(ascii: "-") { offset += 1 }
    try skipDigits()
    if next == UInt8(ascii: ".") {
      offset += 1
      try skipDigits()
    }
    guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
    offset += 1
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
    try skipDigits()
  }

  private mutating func skipDigits() throws(Fault) {
    let start = offset
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    guard offset > start else { throw fault("not a number") }
  }
}
