import Interface
import Testing

@testable import Settings

@Suite struct ConfigReaderTests {
  private func read(_ text: String) throws -> ConfigReading {
    try ConfigReader.read(Array(text.utf8), file: "config.toml", isSkin: { $0 != "Nowhere" })
  }

  @Test("the file that is written whole reads back as the defaults, without a mistake")
  func whole() throws {
    let reading = try read(SettingsTable.file())
    #expect(reading.mistakes == [])
    for entry in SettingsTable.entries {
      #expect(reading.values[entry.setting] == entry.standard)
    }
    #expect(reading.values.count == Setting.allCases.count)
  }

  @Test("sections, dotted names and inline tables say the same")
  func forms() throws {
    for text in [
      "[theme]\nname = \"Vinyl\"", "theme.name = 'Vinyl'", "theme = { name = \"Vinyl\" }",
      "\u{FEFF}# x\r\n[ theme ] # y\r\nname=\"Vinyl\" # z\r\n",
    ] {
      let reading = try read(text)
      #expect(reading.values == [.themeName: .text("Vinyl")])
      #expect(reading.mistakes == [])
    }
  }

  @Test(
    "each mistake has its line and column, and the other lines hold",
    arguments: [
      ("[sound]\nmono = yes", 2, 8, "“yes” is no value; text stands in quotes: \"...\""),
      ("[sound]\nmono = 1", 2, 8, "“sound.mono” is true or false"),
      ("[sound]\n crossfade = 99", 2, 14, "“sound.crossfade” is a number from 0 to 12 s"),
      ("[sound]\nbalance = 0.5", 2, 11, "“sound.balance” is a whole number from -100 to 100 %"),
      (
        "[theme]\nshape = \"round\"", 2, 9, "“theme.shape” is one of skin, plain, ascii"
      ),
      ("theme.name = \"Nowhere\"", 1, 14, "there is no skin “Nowhere”"),
      (
        "sound = { \"crossfäde\" = 1 }", 1, 11,
        "there is no setting “sound.crossfäde”; did you mean sound.crossfade?"
      ),
      ("[soond]\nmono = true", 1, 1, "there is no group “soond”"),
      ("theme = \"Vinyl\"", 1, 1, "“theme” is a group of settings: [theme] stands above them"),
      ("[sound]\nmono = true\nmono = false", 3, 1, "“sound.mono” is given twice"),
      ("[sound\nmono = false", 1, 7, "the name of a table ends with “]”"),
      ("[sound]\nmono true", 2, 6, "“=” is missing after “mono”"),
      ("[sound]\ntone = [1, 2]", 2, 8, "“sound.tone” is 3 numbers from -12 to 12 dB"),
      (
        "[columns]\nsongs = [\"title\", \"smell\"]", 2, 9,
        "“columns.songs” is a list of columns, some with a width as in artist:20"
      ),
    ])
  func mistakes(text: String, line: Int, column: Int, reason: String) throws {
    let reading = try read(text + "\n[screen]\nart = \"none\"\n")
    let mistake = try #require(reading.mistakes.first)
    #expect(reading.mistakes.count == 1)
    #expect(mistake.description == "config.toml:\(line):\(column): \(reason)")
    #expect(reading.values[.screenArt] == .text("none"))
  }

  @Test("a mistake in every line leaves what is between them")
  func everyLine() throws {
    var text = ""
    for entry in SettingsTable.entries {
      text += "[\(entry.setting.path.group)\n\(entry.setting.name) = !\n= 3\n\u{0}\n"
    }
    text += "[sound]\nmono = true\ncrossfade = \"a\nvolume-step = 3\n"
    let reading = try read(text)
    #expect(reading.values == [.soundMono: .flag(true), .soundVolumeStep: .number(3)])
    #expect(reading.mistakes.count == SettingsTable.entries.count * 4 + 1)
    #expect(reading.faulty.contains(.soundCrossfade))
    #expect(reading.mistakes.map(\.line) == reading.mistakes.map(\.line).sorted())
  }

  @Test("a list without its end costs its own lines only")
  func openList() throws {
    let reading = try read("[columns]\nsongs = [\n  \"title\",\n[sound]\nmono = true\n")
    #expect(reading.values == [.soundMono: .flag(true)])
    #expect(reading.mistakes.count == 1)
    #expect(reading.faulty == [.columnsSongs])
  }

  @Test("bytes that are no text are a mistake of their line")
  func invalidBytes() throws {
    let bytes =
      Array("[theme]\nname = \"".utf8) + [0xFF, 0xFE] + Array("\"\nshape = \"plain\"\n".utf8)
    let reading = try ConfigReader.read(bytes, file: "config.toml")
    #expect(reading.values == [.themeShape: .text("plain")])
    #expect(reading.mistakes.map(\.line) == [2])
  }

  @Test("files that are too long are refused at once")
  func tooLong() {
    let line = Array("a = \"".utf8) + [UInt8](repeating: 0x78, count: 1 << 20)
    let names = Array(String(repeating: "a = 1\n", count: 1_000_000).utf8)
    for bytes in [line, names] {
      #expect(throws: SettingsError.tooLong(file: "config.toml", limit: SettingsText.limit)) {
        try ConfigReader.read(bytes, file: "config.toml")
      }
    }
  }

  @Test("the first misspelt names are corrected, and all of them are told")
  func misspelt() throws {
    let mistakes = try read(String(repeating: "sound.crossfode = 1\n", count: 3_000)).mistakes
    #expect(mistakes.count == 3_000)
    #expect(mistakes.count { $0.reason.hasSuffix("did you mean sound.crossfade?") } == 20)
  }

  @Test("skins are looked for once for each setting, and the first name counts")
  func skins() throws {
    var names: [String] = []
    let text = "[theme]\n" + String(repeating: "name = \"Nowhere\"\n", count: 100)
    let reading = try ConfigReader.read(Array(text.utf8), file: "config.toml") {
      names.append($0)
      return false
    }
    #expect(names == ["Nowhere"])
    #expect(reading.values == [:] && reading.faulty == [.themeName])
    #expect(reading.mistakes.count == 100)
  }

  @Test("the longest file is read, whatever it holds")
  func longest() throws {
    for piece in [
      "a.b=1\n", "[a]\n", "[", "a=[", "1,", "theme.name=", "\"", "x=[[\"\n", "a={b={",
      "a=\"\"\"", "a='''\n", "\"\"\"\n",
    ] {
      let text = String(repeating: piece, count: SettingsText.limit / piece.utf8.count)
      let reading = try read(text)
      #expect(reading.values.isEmpty && !reading.mistakes.isEmpty, "\(piece)")
    }
  }
}

@Suite struct SettingsTableTests {
  @Test("each setting has one row, whose default it takes and whose texts are one line")
  func rows() {
    #expect(SettingsTable.entries.map(\.setting) == Setting.allCases)
    for entry in SettingsTable.entries {
      #expect(entry.type.allows(entry.standard))
      #expect(entry.type.read(entry.standard.text) == entry.standard)
      #expect(!entry.summary.contains("\n") && !entry.summary.contains("|"))
      #expect(SettingsTable.title(ofGroup: entry.setting.path.group) != entry.setting.path.group)
      for choice in entry.type.choices { #expect(entry.type.read(choice) != nil) }
    }
  }
}
