import Foundation
import Screen
import Settings
import Testing

@Suite struct ThemeFileTests {
  @Test("a skin gives colours by number, by name and with attributes")
  func reads() throws {
    let theme = try ThemeFile.read(
      """
      name = "Mine"
      [palette]
      ink = "#010203"
      [faces]
      text = "#abc"
      accent = { fg = "ink", bg = "#ffffff", bold = true, dim = false, underline = true }
      [faces.key]
      fg = "ink"
      [grounds]
      base = "ink"
      selected = { bg = "#102030", fg = "ink" }
      """, file: "mine.toml")
    let ink = Color(red: 1, green: 2, blue: 3)
    #expect(theme.name == "Mine")
    #expect(theme.faces[.text]?.foreground.hex == "#aabbcc")
    #expect(theme.faces[.accent]?.foreground == ink)
    #expect(theme.faces[.accent]?.background?.hex == "#ffffff")
    #expect(theme.faces[.accent]?.attributes == [.bold, .underline])
    #expect(theme.faces[.key]?.foreground == ink)
    #expect(theme.grounds[.base]?.background == ink)
    #expect(theme.grounds[.selected]?.foreground == ink)
    #expect(theme.style(of: .heading) == theme.style(of: .accent))
  }

  @Test(
    "a mistake is one line with file, line and reason",
    arguments: [
      ("name = \"x\"\n[faces]\n\ntittle = \"#ffffff\"", "x.toml:4: there is no face “tittle”"),
      ("name = \"x\"\n[grounds]\nbasis = \"#fff\"", "x.toml:3: there is no ground “basis”"),
      (
        "name = \"x\"\n[faces]\ntext = \"inkk\"",
        "x.toml:3: there is no colour “inkk” in the palette"
      ),
      (
        "name = \"x\"\n[faces]\ntext = \"#12345\"",
        "x.toml:3: “#12345” is no colour: write “#rrggbb”"
      ),
      (
        "name = \"x\"\n[palette]\nink = 7", "x.toml:3: a colour of the palette is written “#rrggbb”"
      ),
      ("[faces]\ntext = \"#fff\"", "x.toml:1: a skin needs a name: name = \"...\""),
      (
        "name = \"x\"\n[faces]\nkey = { fgg = \"#fff\" }",
        "x.toml:3: “key” has no “fgg”: fg, bg, bold, dim, italic, underline"
      ),
      ("name = \"x\"\n[faces.key]\nfg = \"#fff\"\nbold = 3", "x.toml:4: “bold” is true or false"),
      (
        "name = \"x\"\n[faces]\nkey = { bold = true }",
        "x.toml:3: the face “key” needs a colour: fg = \"...\""
      ),
      ("name = \"x\"\nfaces = 3", "x.toml:2: “faces” is a table: [faces]"),
      ("name = \"x\"\n[colors]\n", "x.toml:2: a skin has no part “colors”"),
      ("name = \"x\"\n[=]", "x.toml:2: a name is missing here"),
      ("name = \"x\"\r\n\r\n[faces]\r\nbar = \"#fff\"\r\n", "x.toml:4: there is no face “bar”"),
      ("name = \"x\"\n\u{0}", "x.toml:2: a name is missing here"),
      ("name = \"x\"\nshape = \"box\"", "x.toml:2: “shape” is a table: [shape]"),
      (
        "name = \"x\"\n[shape]\n\nborder = \"round\"",
        "x.toml:4: “border” is one of \"rounded\", \"light\", \"heavy\", \"double\", \"ascii\""
      ),
      (
        "name = \"x\"\n[shape]\nshadow = true",
        "x.toml:3: a shape has no “shadow”: frame, border, padding, tabs, heading, group, wave, "
          + "progress, strip, playing, leader, rows, extras, keys, accentFrom"
      ),
      (
        "name = \"x\"\n[shape]\npadding = 0",
        "x.toml:3: “padding” is a number of columns, 1 to 4"
      ),
      (
        "name = \"x\"\n[shape]\nrows = [\n\"numbers\",\n\"sides\"]",
        "x.toml:5: “rows” is a list of any of \"numbers\", \"columns\", \"artist-first\""
      ),
    ])
  func mistakes(text: String, message: String) {
    let error = #expect(throws: SettingsError.self) { try ThemeFile.read(text, file: "x.toml") }
    #expect(error?.description == message)
  }

  @Test("what is not TOML is said with its line")
  func syntax() {
    let error = #expect(throws: SettingsError.self) {
      try ThemeFile.read("name = \"x\"\n[faces]\ntext = \n", file: "x.toml")
    }
    guard case .mistake(_, let line, let reason)? = error else {
      Issue.record("another error")
      return
    }
    #expect(line == 3)
    #expect(!reason.isEmpty && !reason.contains("\n"))
  }

  @Test("a skin gives its geometry, and what it leaves out is Obsidian's")
  func shape() throws {
    let text = """
      name = "x"
      [shape]
      frame = "grid"
      border = "double"
      padding = 3
      progress = "=o-"
      playing = "►"
      rows = ["numbers", "artist-first", "numbers"]
      """
    var shape = Shape()
    shape.frame = .grid
    shape.border = .double
    shape.padding = 3
    shape.progress = .init(done: "=", head: "o", rest: "-")
    shape.playing = "►"
    shape.rows = [.numbers, .artistFirst]
    #expect(try ThemeFile.read(text, file: "x.toml").shape == shape)
    #expect(try ThemeFile.read("name = \"x\"", file: "x.toml").shape == Shape())
  }

  @Test(
    "a glyph is one printable character of one column",
    arguments: [
      "", "ab", "夜", "🎵", "\\u0301", "e\\u0301", "\\u0007", "\\u001B", "\\u200D", "\\u200B",
      "\\uFEFF", "\\uE000", "\\u202E", "\\u00AD", "\\u2028", "\\u0085", "\\u00A0", "\\uFFFF",
      String(repeating: "x", count: 60_000),
    ])
  func glyphs(text: String) {
    for key in ["playing", "leader"] {
      let error = #expect(throws: SettingsError.self) {
        try ThemeFile.read("name = \"x\"\n[shape]\n\(key) = \"\(text)\"", file: "x.toml")
      }
      #expect(error?.description.hasPrefix("x.toml:3: ") == true)
    }
    #expect(throws: SettingsError.self) {
      try ThemeFile.read("name = \"x\"\n[shape]\nprogress = \"=\(text)-\"", file: "x.toml")
    }
  }

  @Test("random text, deep nesting and long text are errors, not crashes")
  func hostile() {
    var random = SystemRandomNumberGenerator()
    for alphabet in ["[]{}=\"'\n.#,ab1\u{1B}é\\", "[[[] \t\n\r.=#é\u{A0}\u{FEFF}\u{301}a-_"] {
      let letters = Array(alphabet.unicodeScalars)
      for _ in 0..<5000 {
        var text = ""
        for _ in 0..<40 {
          text.unicodeScalars.append(letters.randomElement(using: &random) ?? "x")
        }
        #expect(throws: SettingsError.self, "\(text.debugDescription)") {
          try ThemeFile.read(text, file: "x.toml")
        }
      }
    }
    for text in [
      String(repeating: "[", count: 60_000), "a = " + String(repeating: "[", count: 60_000),
      "a = " + String(repeating: "{a=", count: 20_000), String(repeating: "a", count: 70_000),
      String(repeating: "a.", count: 30_000) + "a = 1",
    ] {
      #expect(throws: SettingsError.self) { try ThemeFile.read(text, file: "x.toml") }
    }
  }
}
