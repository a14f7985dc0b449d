import Foundation
import Screen
import Settings
import Testing

@Suite final class ThemeFolderTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tritone-themes-\(UUID().uuidString)")
    for name in ["own", "bin", "share/tritone/themes"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(path))
  }

  private func skin(_ name: String, _ color: String) -> String {
    "name = \"\(name)\"\n[faces]\ntext = \"\(color)\"\n"
  }

  private var themes: ThemeFolder {
    ThemeFolder(
      user: folder.appendingPathComponent("own").path,
      executable: folder.appendingPathComponent("bin/tritone").path)
  }

  @Test("the user's own skin goes before the installed one of the same name, in capitals or not")
  func order() throws {
    try write(skin("Night", "#111111"), "share/tritone/themes/night.toml")
    try write(skin("Day", "#eeeeee"), "share/tritone/themes/day.toml")
    try write(skin("NIGHT", "#222222"), "own/mine.toml")
    #expect(themes.names == ["Day", "NIGHT", "Obsidian"])
    #expect(try themes.load("night").style(of: .text).foreground.hex == "#222222")
    #expect(try themes.load("day").name == "Day")
    #expect(try themes.load("MINE").name == "NIGHT")
    #expect(try themes.load("obsidian") == Theme.fallback)
  }

  @Test("a broken file is listed by its file name and says what is wrong when it is chosen")
  func broken() throws {
    try write("name = \"x\"\n[faces]\nfoo = 1\n", "own/vinyl.toml")
    #expect(themes.names == ["Obsidian", "vinyl"])
    #expect(
      throws: SettingsError.mistake(file: "vinyl.toml", line: 3, reason: "there is no face “foo”")
    ) {
      try themes.load("vinyl")
    }
  }

  @Test(
    "no skin of a name, a folder, a pipe, bytes that are no text, too long a file: an error each")
  func hostile() throws {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("own/folder.toml"), withIntermediateDirectories: true)
    #expect(mkfifo(folder.appendingPathComponent("own/pipe.toml").path, 0o600) == 0)
    try Data([0x61, 0x0A, 0xFF]).write(to: folder.appendingPathComponent("own/bytes.toml"))
    try write(String(repeating: "#", count: 100_000), "own/long.toml")
    #expect(throws: SettingsError.noTheme(name: "none")) { try themes.load("none") }
    #expect(throws: SettingsError.notAFile(file: "folder.toml")) { try themes.load("folder") }
    #expect(throws: SettingsError.notAFile(file: "pipe.toml")) { try themes.load("pipe") }
    #expect(throws: SettingsError.tooLong(file: "long.toml", limit: 65_536)) {
      try themes.load("long")
    }
    #expect(
      throws: SettingsError.mistake(file: "bytes.toml", line: 2, reason: "this is not UTF-8 text")
    ) { try themes.load("bytes") }
  }
}
