import Interface
import Screen

/// Writes a skin as the TOML that `ThemeReader` reads back the same.
struct ThemeWriter {
  private let theme: Theme
  private let names: [Color: String]

  init(_ theme: Theme) {
    self.theme = theme
    names = Dictionary(
      theme.palette.sorted { $0.key < $1.key }.map { ($0.value, $0.key) },
      uniquingKeysWith: { first, _ in first })
  }

  var text: String {
    var text = "name = \(Self.quoted(theme.name))\n"
    func add(_ title: String, _ lines: [String]) {
      if !lines.isEmpty { text += "\n[\(title)]\n" + lines.joined(separator: "\n") + "\n" }
    }
    add(
      "palette",
      theme.palette.sorted { $0.key < $1.key }
        .map { "\(Self.key($0.key)) = \(Self.quoted($0.value.hex))" })
    add(
      "faces",
      Face.allCases.compactMap { face in
        theme.faces[face].map { "\(face.rawValue) = \(value($0))" }
      })
    add(
      "grounds",
      Surface.allCases.compactMap { ground in
        theme.grounds[ground].map { "\(ground.rawValue) = \(value($0))" }
      })
    add("shape", shape)
    return text
  }

  private func value(_ style: Theme.FaceStyle) -> String {
    var parts = ["fg = \(value(style.foreground))"]
    if let background = style.background { parts.append("bg = \(value(background))") }
    for (name, attribute) in ThemeReader.attributes where style.attributes.contains(attribute) {
      parts.append("\(name) = true")
    }
    return parts.count == 1 ? value(style.foreground) : "{ \(parts.joined(separator: ", ")) }"
  }

  private func value(_ style: Theme.SurfaceStyle) -> String {
    guard let foreground = style.foreground else { return value(style.background) }
    return "{ bg = \(value(style.background)), fg = \(value(foreground)) }"
  }

  private func value(_ color: Color) -> String { Self.quoted(names[color] ?? color.hex) }

  private var shape: [String] {
    let shape = theme.shape
    func list<Part: CaseIterable & RawRepresentable & Hashable>(_ parts: Set<Part>) -> String
    where Part.RawValue == String {
      "["
        + Part.allCases.filter(parts.contains).map { Self.quoted($0.rawValue) }
        .joined(separator: ", ") + "]"
    }
    let progress = String([shape.progress.done, shape.progress.head, shape.progress.rest])
    return [
      ("frame", Self.quoted(shape.frame.rawValue)), ("border", Self.quoted(shape.border.rawValue)),
      ("padding", String(shape.padding)), ("tabs", Self.quoted(shape.tabs.rawValue)),
      ("heading", Self.quoted(shape.heading.rawValue)),
      ("group", Self.quoted(shape.group.rawValue)), ("wave", Self.quoted(shape.wave.rawValue)),
      ("progress", Self.quoted(progress)), ("strip", Self.quoted(shape.strip.rawValue)),
      ("playing", Self.quoted(String(shape.playing))),
      ("leader", Self.quoted(String(shape.leader))), ("rows", list(shape.rows)),
      ("extras", list(shape.extras)), ("keys", Self.quoted(shape.keys.rawValue)),
      ("accentFrom", Self.quoted(shape.accentFrom.rawValue)),
    ].map { "\($0) = \($1)" }
  }

  private static func key(_ name: String) -> String {
    let isBare = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isBare && !name.isEmpty ? name : quoted(name)
  }

  private static func quoted(_ text: String) -> String { SettingValue.quoted(text) }
}
