import Screen

/// Turns the tables of one file into a skin; each mistake is reported with its line.
struct ThemeReader {
  private let file: String
  private let top: TOMLTable
  private var palette: [String: Color] = [:]

  static let attributes: [(String, Theme.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
  ]

  init(_ text: String, file: String) throws(SettingsError) {
    self.file = file
    top = try TOMLReader.read(text, file: file)
    let parts = ["name", "palette", "faces", "grounds", "shape"]
    for part in top.entries where !parts.contains(part.key) {
      throw mistake(part.value.line, "a skin has no part “\(Self.quoted(part.key))”")
    }
    for entry in try entries("palette") {
      guard let color = entry.value.string.flatMap(Color.init(hex:)) else {
        throw mistake(entry.value.line, "a colour of the palette is written “#rrggbb”")
      }
      palette[entry.key] = color
    }
  }

  func theme() throws(SettingsError) -> Theme {
    guard let name = top["name"]?.string, !name.allSatisfy(\.isWhitespace) else {
      throw mistake(top["name"]?.line ?? 1, "a skin needs a name: name = \"...\"")
    }
    // A name that looks like a colour would change the meaning of that colour when written again.
    var theme = Theme(
      name: TextWidth.truncated(name, to: 40), faces: [:], grounds: [:],
      palette: palette.filter { !$0.key.hasPrefix("#") })
    for entry in try entries("faces") {
      guard let face = Face(rawValue: entry.key) else {
        throw mistake(entry.value.line, "there is no face “\(Self.quoted(entry.key))”")
      }
      theme.faces[face] = try faceStyle(entry.value, entry.key)
    }
    for entry in try entries("grounds") {
      guard let ground = Surface(rawValue: entry.key) else {
        throw mistake(entry.value.line, "there is no ground “\(Self.quoted(entry.key))”")
      }
      theme.grounds[ground] = try groundStyle(entry.value, entry.key)
    }
    theme.shape = try ShapeReader(mistake: mistake).shape(try entries("shape"))
    return theme
  }

  private func faceStyle(
    _ value: TOMLValue, _ key: String
  ) throws(SettingsError) -> Theme.FaceStyle {
    guard let table = value.table else {
      return Theme.FaceStyle(foreground: try color(value))
    }
    try allow(["fg", "bg", "bold", "dim", "italic", "underline"], in: table, key)
    guard let foreground = table["fg"] else {
      throw mistake(value.line, "the face “\(key)” needs a colour: fg = \"...\"")
    }
    var attributes = Theme.Attributes()
    for (name, attribute) in Self.attributes {
      guard let value = table[name] else { continue }
      guard let isOn = value.boolean else {
        throw mistake(value.line, "“\(name)” is true or false")
      }
      if isOn { attributes.insert(attribute) }
    }
    return Theme.FaceStyle(
      foreground: try color(foreground),
      background: try table["bg"].map(color), attributes: attributes)
  }

  private func groundStyle(
    _ value: TOMLValue, _ key: String
  ) throws(SettingsError) -> Theme.SurfaceStyle {
    guard let table = value.table else {
      return Theme.SurfaceStyle(background: try color(value))
    }
    try allow(["fg", "bg"], in: table, key)
    guard let background = table["bg"] else {
      throw mistake(value.line, "the ground “\(key)” needs a colour: bg = \"...\"")
    }
    return Theme.SurfaceStyle(
      background: try color(background),
      foreground: try table["fg"].map(color))
  }

  private func color(_ value: TOMLValue) throws(SettingsError) -> Color {
    guard let text = value.string else {
      throw mistake(
        value.line, "a colour is written “#rrggbb” or by its name in the palette")
    }
    if let color = palette[text] { return color }
    if text.hasPrefix("#") {
      guard let color = Color(hex: text) else {
        throw mistake(value.line, "“\(Self.quoted(text))” is no colour: write “#rrggbb”")
      }
      return color
    }
    throw mistake(value.line, "there is no colour “\(Self.quoted(text))” in the palette")
  }

  private func allow(
    _ names: [String], in style: TOMLTable, _ key: String
  ) throws(SettingsError) {
    for entry in style.entries where !names.contains(entry.key) {
      throw mistake(
        entry.value.line,
        "“\(key)” has no “\(Self.quoted(entry.key))”: \(names.joined(separator: ", "))")
    }
  }

  /// The entries of a table by name; none for a missing table.
  private func entries(_ name: String) throws(SettingsError) -> [TOMLTable.Entry] {
    guard let value = top[name] else { return [] }
    guard let table = value.table else {
      throw mistake(value.line, "“\(name)” is a table: [\(name)]")
    }
    return table.entries
  }

  private func mistake(_ line: Int, _ reason: String) -> SettingsError {
    .mistake(file: file, line: line, reason: reason)
  }

  /// The text as one short line without control characters, for messages.
  private static func quoted(_ text: String) -> String { TextWidth.truncated(text, to: 40) }
}
