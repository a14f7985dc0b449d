/// Escapes of values in a line, those of JSON: a value cannot begin a line or steer a terminal.
enum LogEscapes {
  /// Appends a text with its controls and line ends escaped.
  static func append(_ text: String, to line: inout [UInt8]) {
    for scalar in text.unicodeScalars { append(scalar, to: &line) }
  }

  /// Appends a value, in quotes where it is no single word.
  ///
  /// - Parameter limit: bytes, before escapes.
  static func appendValue(_ text: String, atMost limit: Int, to line: inout [UInt8]) {
    if text.utf8.count <= limit, !text.isEmpty, text.utf8.allSatisfy(isPlain) {
      line += text.utf8
      return
    }
    line.append(UInt8(ascii: "\""))
    var count = 0
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= limit else {
        line += "…".utf8
        break
      }
      append(scalar, to: &line)
    }
    line.append(UInt8(ascii: "\""))
  }

  /// The value between quotes, without its escapes.
  static func value(_ quoted: Substring) -> String {
    var text = String.UnicodeScalarView()
    var rest = quoted.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let kind = rest.popFirst() else {
        text.append(scalar)
        continue
      }
      switch kind {
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "t": text.append("\t")
      case "u":
        let digits = String(rest.prefix(4))
        rest = rest.dropFirst(4)
        text.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
      default: text.append(kind)
      }
    }
    return String(text)
  }

  /// Letters and digits of ASCII, and signs that need no quotes.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && byte != UInt8(ascii: "=")
  }

  private static func append(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
    switch scalar {
    case "\n": line += "\\n".utf8
    case "\r": line += "\\r".utf8
    case "\t": line += "\\t".utf8
    case "\\": line += "\\\\".utf8
    case "\"": line += "\\\"".utf8
    case _ where isControl(scalar.value):
      let digits = String(scalar.value, radix: 16, uppercase: true)
      line += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
    default: line += UTF8.encode(scalar).map(Array.init) ?? []
    }
  }

  /// Controls, line ends and those that turn the direction of text.
  private static func isControl(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}
