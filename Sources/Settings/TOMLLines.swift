/// Finds the line in which a key stands: the parser keeps no places for what it could read.
struct TOMLLines {
  private let lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The line of a key in a table ("" for the top), counted from 1; the table's own line where the
  /// key is not found, 1 where that is not found either.
  func line(of key: String, in table: String) -> Int {
    var (current, ofTable) = ("", 1)
    let path = table.isEmpty ? key : "\(table).\(key)"
    for (index, line) in lines.enumerated() {
      let line = Self.trimmed(line)
      if line.hasPrefix("[") {
        let end = line.firstIndex(of: "]") ?? line.endIndex
        current = Self.plain(line[..<end].drop { $0 == "[" })
        if current == path { return index + 1 }
        if current == table { ofTable = index + 1 }
      } else if let equals = line.firstIndex(of: "=") {
        let name = Self.plain(line[..<equals])
        if (current.isEmpty ? name : "\(current).\(name)") == path { return index + 1 }
      }
    }
    return table.isEmpty ? 1 : max(ofTable, 1)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// A key without the quotes and blanks that it may be written with.
  private static func plain(_ key: Substring) -> String {
    String(key.filter { !"\"' \t".contains($0) })
  }
}
