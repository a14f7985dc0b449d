import Foundation
import Screen
import Testing

@testable import Settings

@Suite("Skins written as files")
struct ThemeWriterTests {
  private func read(_ theme: Theme) throws -> Theme {
    try ThemeFile.read(ThemeFile.text(of: theme), file: "written.toml")
  }

  @Test("every skin that comes with the program reads back the same", arguments: Shipped.names)
  func shipped(name: String) throws {
    let theme = try Shipped.theme(name)
    #expect(!theme.palette.isEmpty)
    #expect(try read(theme) == theme)
    #expect(ThemeFile.text(of: try read(theme)) == ThemeFile.text(of: theme))
  }

  @Test("names of colours stay, and what is not given is not written")
  func palette() throws {
    let text = """
      name = "A \\"quoted\\" \\\\ name"

      [palette]
      "a b" = "#010203"
      ink = "#0e0f12"

      [faces]
      text = "#e6e6f0"
      badge1 = { fg = "ink", bg = "a b", bold = true, italic = true }

      [grounds]
      base = "ink"
      selected = { bg = "#2c2452", fg = "ink" }

      """
    let theme = try ThemeFile.read(text, file: "a.toml")
    #expect(ThemeFile.text(of: theme).hasPrefix(text))
    #expect(try read(theme) == theme)
  }

  @Test("any value of the shape reads back the same")
  func shapes() throws {
    var theme = try Shipped.theme("Obsidian")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      func pick<Value: CaseIterable>(_ type: Value.Type) -> Value {
        let all = Array(Value.allCases)
        return all[Int.random(in: 0..<all.count, using: &random)]
      }
      theme.shape.frame = pick(Shape.Framing.self)
      theme.shape.border = pick(Border.self)
      theme.shape.padding = Int.random(in: Shape.paddings, using: &random)
      theme.shape.tabs = pick(Shape.TabStyle.self)
      theme.shape.heading = pick(Shape.Heading.self)
      theme.shape.group = pick(Shape.Group.self)
      theme.shape.wave = pick(Shape.Wave.self)
      theme.shape.strip = pick(Shape.Strip.self)
      theme.shape.keys = pick(Shape.KeyColors.self)
      theme.shape.accentFrom = pick(Shape.AccentSource.self)
      theme.shape.rows = [pick(Shape.RowPart.self), pick(Shape.RowPart.self)]
      theme.shape.extras = [pick(Shape.Extra.self)]
      theme.shape.progress = .init(done: "\"", head: "\\", rest: "#")
      theme.shape.playing = "\""
      theme.shape.leader = "\\"
      #expect(try read(theme) == theme)
    }
  }

  @Test("a name of the palette that looks like a colour changes no colour")
  func disguised() throws {
    let text = "name = \"x\"\n[palette]\n\"#ff0000\" = \"#00ff00\"\n[faces]\ntext = \"#ff0000\"\n"
    let theme = try ThemeFile.read(text, file: "x.toml")
    #expect(theme.style(of: .text).foreground.hex == "#00ff00")
    #expect(try read(theme) == theme)
  }
}

@Suite("Skins that are saved")
final class ThemeSavingTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tritone-saving-\(UUID().uuidString)")
    for name in ["bin", "share/tritone/themes"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try Data(contentsOf: URL(fileURLWithPath: Shipped.folder + "/vinyl.toml"))
      .write(to: url("share/tritone/themes/vinyl.toml"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private var themes: ThemeFolder {
    ThemeFolder(user: url("config/themes").path, executable: url("bin/tritone").path)
  }

  private func named(_ name: String, color: String = "#123456") throws -> Theme {
    var theme = try themes.load("Vinyl")
    theme.name = name
    theme.faces[.text]?.foreground = try #require(Color(hex: color))
    return theme
  }

  @Test("a skin gets a file of its own in a folder that is made, and replaces only itself")
  func saves() throws {
    let (saved, path) = try themes.save(try named("My Skin! №1"), over: "Vinyl")
    #expect(path == url("config/themes/my-skin-№1.toml").path || path.hasSuffix("1.toml"))
    #expect(try themes.load("my skin! №1") == saved)
    let again = try themes.save(try named(saved.name, color: "#abcdef"), over: saved.name)
    #expect(again.path == path && again.theme != saved)
    #expect(try themes.load(saved.name) == again.theme)
    #expect(throws: SettingsError.nameTaken(name: saved.name)) {
      try themes.save(try named(saved.name), over: "Vinyl")
    }
    #expect(try themes.load(saved.name) == again.theme)
    let files = try FileManager.default.contentsOfDirectory(atPath: url("config/themes").path)
    #expect(files.count == 1)
  }

  @Test("no skin that comes with the program is replaced, by its name or through a link")
  func builtIn() throws {
    let before = try Data(contentsOf: url("share/tritone/themes/vinyl.toml"))
    for name in ["Vinyl", "VINYL", "obsidian"] {
      #expect(throws: SettingsError.nameOfBuiltIn(name: name)) {
        try themes.save(try named(name), over: name)
      }
    }
    try FileManager.default.createDirectory(
      at: url("config/themes"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: url("config/themes/linked.toml"),
      withDestinationURL: url("share/tritone/themes/vinyl.toml"))
    #expect(throws: SettingsError.nameOfBuiltIn(name: "Vinyl")) {
      try themes.save(try named("Vinyl"), over: "Vinyl")
    }
    #expect(try Data(contentsOf: url("share/tritone/themes/vinyl.toml")) == before)
  }

  @Test("a file behind a link stays where it is, and other files of the same name are kept")
  func links() throws {
    try FileManager.default.createDirectory(
      at: url("config/themes"), withIntermediateDirectories: true)
    try Data("name = \"Other\"\n".utf8).write(to: url("config/themes/mine.toml"))
    try Data("name = \"Linked\"\n".utf8).write(to: url("real.toml"))
    try FileManager.default.createSymbolicLink(
      at: url("config/themes/linked.toml"), withDestinationURL: url("real.toml"))
    let (saved, _) = try themes.save(try named("Linked"), over: "Linked")
    #expect(try ThemeFile.read(path: url("real.toml").path) == saved)
    let (_, path) = try themes.save(try named("Mine"), over: "Vinyl")
    #expect(path.hasSuffix("/mine-2.toml"))
    #expect(try themes.load("Other").name == "Other")
  }

  @Test("a folder that cannot be written is an error, and a skin too large for a file as well")
  func refused() throws {
    try Data().write(to: url("config"))
    #expect(throws: SettingsError.self) { try themes.save(try named("Mine"), over: "Vinyl") }
    var large = try named("Large")
    for index in 0..<5000 { large.palette["color\(index)"] = large.style(of: .text).foreground }
    #expect(throws: SettingsError.tooLong(file: "large.toml", limit: 65_536)) {
      try themes.save(large, over: "Vinyl")
    }
  }
}
