import FoundationEssentials
internal import GRDB

/// Parses the output of SQLite's `quote`: numbers, texts, bytes and NULL, and nothing else.
///
/// For the steps that older versions logged as statements; these are parsed, never run.
struct UndoLiterals {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  /// Consumes an expected text; false, with nothing consumed, for anything else.
  mutating func consume(_ text: String) -> Bool {
    let wanted = text.utf8
    guard bytes[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  /// The name of a table or a column.
  mutating func name() -> String? {
    let start = index
    while index < bytes.count, isLetter(bytes[index]) || index > start && isDigit(bytes[index]) {
      index += 1
    }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  mutating func integer() -> Int64? {
    guard case .int64(let number)? = number()?.storage else { return nil }
    return number
  }

  mutating func value() -> DatabaseValue? {
    if consume("NULL") { return .null }
    if consume("X'") { return blob() }
    if consume("'") { return text() }
    return number()
  }

  private mutating func text() -> DatabaseValue? {
    var result: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "'") else {
        result.append(byte)
        continue
      }
      guard consume("'") else { return String(decoding: result, as: UTF8.self).databaseValue }
      result.append(byte)
    }
    return nil
  }

  private mutating func blob() -> DatabaseValue? {
    var result: [UInt8] = []
    while index + 1 < bytes.count, let high = digit(bytes[index]), let low = digit(bytes[index + 1])
    {
      result.append(high << 4 | low)
      index += 2
    }
    return consume("'") ? Data(result).databaseValue : nil
  }

  private mutating func number() -> DatabaseValue? {
    let start = index
    let allowed = Array("+-.0123456789eE".utf8)
    while index < bytes.count, allowed.contains(bytes[index]) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let integer = Int64(text) { return integer.databaseValue }
    return Double(text).map(\.databaseValue)
  }

  private func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
  }
}
