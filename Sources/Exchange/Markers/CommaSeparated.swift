/// One line of comma-separated values (RFC 4180, without line breaks within quotation marks).
enum CommaSeparated {
  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")

  /// Nil where a quotation mark has no other half.
  static func fields(of line: String) -> [String]? {
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var rest = line.utf8[...]
    while let byte = rest.popFirst() {
      if byte == quote, isQuoted, rest.first == quote {
        field.append(quote)
        rest.removeFirst()
      } else if byte == quote, isQuoted || field.isEmpty {
        isQuoted.toggle()
      } else if byte == comma, !isQuoted {
        fields.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
      } else {
        field.append(byte)
      }
    }
    guard !isQuoted else { return nil }
    return fields + [String(decoding: field, as: UTF8.self)]
  }

  static func line(of fields: [String]) -> String {
    fields.map { field in
      // Outer spaces are quoted, since some readers trim them.
      let isPlain =
        !field.utf8.contains { $0 == quote || $0 == comma }
        && field.first != " " && field.last != " "
      return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
    }.joined(separator: ",")
  }
}
