/// Characters written as \uXXXX in all JSON of ours, beyond those that JSON requires: those that a
/// terminal may act on, or that display text in another order.
package enum JSONEscapes {
  /// All control characters, the line ends of Unicode, and the marks of direction.
  package static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Lower case, as from Foundation's encoder.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A line of JSON with the remaining ones escaped.
  package static func escaping(_ line: String) -> String {
    guard line.unicodeScalars.contains(where: isEscaped) else { return line }
    var text = ""
    for scalar in line.unicodeScalars {
      if isEscaped(scalar) { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
