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
