import Screen
import TOMLKit

/// Turns the tables of one file into a skin, and knows where each mistake stands.
struct ThemeReader {
  private let file: String
  private let lines: TOMLLines
  private let top: TOMLTable
  private var palette: [String: Color] = [:]

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
    for key in top.keys where !["name", "palette", "faces", "grounds"].contains(key) {
      throw mistake(key, in: "", "a skin has no part “\(Self.quoted(key))”")
    }
    for (key, value) in try entries("palette") {
      guard let color = value.string.flatMap(Color.init(hex:)) else {
        throw mistake(key, in: "palette", "a colour of the palette is written “#rrggbb”")
      }
      palette[key] = color
    }
  }

  func theme() throws(SettingsError) -> Theme {
    guard let name = top["name"]?.string, !name.allSatisfy(\.isWhitespace) else {
      throw mistake("name", in: "", "a skin needs a name: name = \"...\"")
    }
    var theme = Theme(name: TextWidth.truncated(name, to: 40), faces: [:], grounds: [:])
    for (key, value) in try entries("faces") {
      guard let face = Face(rawValue: key) else {
        throw mistake(key, in: "faces", "there is no face “\(Self.quoted(key))”")
      }
      theme.faces[face] = try faceStyle(value, key)
    }
    for (key, value) in try entries("grounds") {
      guard let ground = Ground(rawValue: key) else {
        throw mistake(key, in: "grounds", "there is no ground “\(Self.quoted(key))”")
      }
      theme.grounds[ground] = try groundStyle(value, key)
    }
    return theme
  }

  private func faceStyle(
    _ value: any TOMLValueConvertible, _ key: String
  ) throws(SettingsError) -> Theme.FaceStyle {
    guard let table = value.table else {
      return Theme.FaceStyle(foreground: try color(value, key, in: "faces"))
    }
    try allow(["fg", "bg", "bold", "dim", "italic", "underline"], in: table, key, of: "faces")
    guard let foreground = table["fg"] else {
      throw mistake(key, in: "faces", "the face “\(key)” needs a colour: fg = \"...\"")
    }
    var attributes = Theme.Attributes()
    let names: [(String, Theme.Attributes)] = [
      ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ]
    for (name, attribute) in names {
      guard let value = table[name] else { continue }
      guard let isOn = value.bool else {
        throw mistake(key, name, in: "faces", "“\(name)” is true or false")
      }
      if isOn { attributes.insert(attribute) }
    }
    return Theme.FaceStyle(
      foreground: try color(foreground, key, in: "faces"),
      background: try table["bg"].map { value throws(SettingsError) in
        try color(value, key, in: "faces")
      }, attributes: attributes)
  }

  private func groundStyle(
    _ value: any TOMLValueConvertible, _ key: String
  ) throws(SettingsError) -> Theme.GroundStyle {
    guard let table = value.table else {
      return Theme.GroundStyle(background: try color(value, key, in: "grounds"))
    }
    try allow(["fg", "bg"], in: table, key, of: "grounds")
    guard let background = table["bg"] else {
      throw mistake(key, in: "grounds", "the ground “\(key)” needs a colour: bg = \"...\"")
    }
    return Theme.GroundStyle(
      background: try color(background, key, in: "grounds"),
      foreground: try table["fg"].map { value throws(SettingsError) in
        try color(value, key, in: "grounds")
      })
  }

  private func color(
    _ value: any TOMLValueConvertible, _ key: String, in table: String
  ) throws(SettingsError) -> Color {
    guard let text = value.string else {
      throw mistake(key, in: table, "a colour is written “#rrggbb” or by its name in the palette")
    }
    if let color = palette[text] { return color }
    if text.hasPrefix("#") {
      guard let color = Color(hex: text) else {
        throw mistake(key, in: table, "“\(Self.quoted(text))” is no colour: write “#rrggbb”")
      }
      return color
    }
    throw mistake(key, in: table, "there is no colour “\(Self.quoted(text))” in the palette")
  }

  private func allow(
    _ names: [String], in style: TOMLTable, _ key: String, of table: String
  ) throws(SettingsError) {
    for name in style.keys where !names.contains(name) {
      throw mistake(
        key, name, in: table,
        "“\(key)” has no “\(Self.quoted(name))”: \(names.joined(separator: ", "))")
    }
  }

  /// The entries of a table by name; none where the table is left out.
  private func entries(
    _ name: String
  ) throws(SettingsError) -> [(String, any TOMLValueConvertible)] {
    guard let value = top[name] else { return [] }
    guard let table = value.table else {
      throw mistake(name, in: "", "“\(name)” is a table: [\(name)]")
    }
    return table.keys.compactMap { key in table[key].map { (key, $0) } }
  }

  private func mistake(
    _ key: String, _ part: String? = nil, in table: String, _ reason: String
  ) -> SettingsError {
    let ofKey = lines.line(of: key, in: table)
    let line = part.map { max(ofKey, lines.line(of: $0, in: "\(table).\(key)")) } ?? ofKey
    return .mistake(file: file, line: line, reason: reason)
  }

  /// A message is one line of clean text, whatever the file holds.
  private static func quoted(_ text: String) -> String { TextWidth.truncated(text, to: 40) }

  private static func plain(_ message: String) -> String { TextWidth.truncated(message, to: 200) }
}
