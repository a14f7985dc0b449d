import Screen
import TOMLKit

/// The tables of one file, with the place of each mistake.
struct TOMLDocument {
  let file: String
  let top: TOMLTable
  private let lines: TOMLLines

  init(_ text: String, file: String) throws(SettingsError) {
    self.file = file
    lines = TOMLLines(text)
    // The parser is written in C and would take a zero for the end.
    if let zero = text.utf8.firstIndex(of: 0) {
      let line = text.utf8[..<zero].count { $0 == UInt8(ascii: "\n") } + 1
      throw .mistake(file: file, line: line, reason: "there is a zero byte in the text")
    }
    do {
      top = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw .mistake(
        file: file, line: max(1, error.source.begin.line), reason: Self.plain(error.description))
    } catch {
      throw .mistake(file: file, line: 1, reason: "this is not TOML")
    }
  }

  /// The entries of a table by name; none where the table is left out.
  func entries(
    _ name: String
  ) throws(SettingsError) -> [(String, any TOMLValueConvertible)] {
    guard let value = top[name] else { return [] }
    guard let table = value.table else {
      throw mistake(name, in: "", "“\(name)” is a table: [\(name)]")
    }
    return table.keys.compactMap { key in table[key].map { (key, $0) } }
  }

  func mistake(
    _ key: String, _ part: String? = nil, in table: String, _ reason: String
  ) -> SettingsError {
    let ofKey = lines.line(of: key, in: table)
    let line = part.map { max(ofKey, lines.line(of: $0, in: "\(table).\(key)")) } ?? ofKey
    return .mistake(file: file, line: line, reason: reason)
  }

  /// A message is one line of clean text, whatever the file holds.
  static func quoted(_ text: String) -> String { TextWidth.truncated(text, to: 40) }

  static func plain(_ message: String) -> String { TextWidth.truncated(message, to: 200) }
}
