import Screen
import TOMLKit

/// Turns the tables of one file into a skin, and knows where each mistake stands.
struct ThemeReader {
  private let document: TOMLDocument
  private var palette: [String: Color] = [:]

  init(_ text: String, file: String) throws(SettingsError) {
    document = try TOMLDocument(text, file: file)
    for key in document.top.keys where !["name", "palette", "faces", "grounds"].contains(key) {
      throw document.mistake(key, in: "", "a skin has no part “\(TOMLDocument.quoted(key))”")
    }
    for (key, value) in try document.entries("palette") {
      guard let color = value.string.flatMap(Color.init(hex:)) else {
        throw document.mistake(key, in: "palette", "a colour of the palette is written “#rrggbb”")
      }
      palette[key] = color
    }
  }

  func theme() throws(SettingsError) -> Theme {
    guard let name = document.top["name"]?.string, !name.allSatisfy(\.isWhitespace) else {
      throw document.mistake("name", in: "", "a skin needs a name: name = \"...\"")
    }
    var theme = Theme(name: TextWidth.truncated(name, to: 40), faces: [:], grounds: [:])
    for (key, value) in try document.entries("faces") {
      guard let face = Face(rawValue: key) else {
        throw document.mistake(key, in: "faces", "there is no face “\(TOMLDocument.quoted(key))”")
      }
      theme.faces[face] = try faceStyle(value, key)
    }
    for (key, value) in try document.entries("grounds") {
      guard let ground = Ground(rawValue: key) else {
        throw document.mistake(
          key, in: "grounds", "there is no ground “\(TOMLDocument.quoted(key))”")
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
      throw document.mistake(key, in: "faces", "the face “\(key)” needs a colour: fg = \"...\"")
    }
    var attributes = Theme.Attributes()
    let names: [(String, Theme.Attributes)] = [
      ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ]
    for (name, attribute) in names {
      guard let value = table[name] else { continue }
      guard let isOn = value.bool else {
        throw document.mistake(key, name, in: "faces", "“\(name)” is true or false")
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
      throw document.mistake(key, in: "grounds", "the ground “\(key)” needs a colour: bg = \"...\"")
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
      throw document.mistake(
        key, in: table, "a colour is written “#rrggbb” or by its name in the palette")
    }
    if let color = palette[text] { return color }
    if text.hasPrefix("#") {
      guard let color = Color(hex: text) else {
        throw document.mistake(
          key, in: table, "“\(TOMLDocument.quoted(text))” is no colour: write “#rrggbb”")
      }
      return color
    }
    throw document.mistake(
      key, in: table, "there is no colour “\(TOMLDocument.quoted(text))” in the palette")
  }

  private func allow(
    _ names: [String], in style: TOMLTable, _ key: String, of table: String
  ) throws(SettingsError) {
    for name in style.keys where !names.contains(name) {
      throw document.mistake(
        key, name, in: table,
        "“\(key)” has no “\(TOMLDocument.quoted(name))”: \(names.joined(separator: ", "))")
    }
  }
}
