extension HTTPURL {
  /// Items of a query that are read; the rest is left out.
  private static let mostItems = 64

  /// The items of the query, decoded; a plus sign is a space, as in forms.
  package var items: [Item] {
    (query ?? "").split(separator: "&").prefix(Self.mostItems).map { part in
      let equals = part.firstIndex(of: "=") ?? part.endIndex
      return Item(Self.decoded(part[..<equals]), Self.decoded(part[equals...].dropFirst()))
    }
  }

  /// The text with its percent-encoded bytes decoded; what is no valid code stays as it is.
  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let code = bytes[index...].dropFirst().prefix(2)
      if bytes[index] == UInt8(ascii: "%"), code.count == 2, code.allSatisfy(ASCII.isHexDigit),
        let byte = UInt8(String(decoding: code, as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
