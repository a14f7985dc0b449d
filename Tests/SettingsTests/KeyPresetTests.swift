import Foundation
import Interface
import Music
import Screen
import Settings
import Testing

@Suite("Keys of other programs")
struct KeyPresetTests {
  private func keymap(_ text: String) throws -> Keymap {
    try KeysFile.read(text, file: "keys.toml")
  }

  private func match(_ keys: String, _ keymap: Keymap) -> Keymap.Match {
    keymap.match(KeySequence(keys)?.keys ?? [], in: .library)
  }

  @Test("a line chooses the keys of another program, and other lines change single ones")
  func chosen() throws {
    let vim = try keymap("mute = \"x\"\nkeys = \"vim\"\n")
    #expect(match("g g", vim) == .command(.move(.top)))
    #expect(match("g", vim) == .prefix)
    #expect(match("x", vim) == .command(.playing(.mute)))
    #expect(match("1", vim) == .none && match(", 1", vim) == .command(.slot(.add(.one))))
    #expect(vim.keys(for: .playing(.stop)).isEmpty && vim.displaced.map(\.name) == ["stop"])
    let cmus = try keymap("keys = \"cmus\"")
    #expect(match("c", cmus) == .command(.playing(.playPause)))
    #expect(match("b", cmus) == .command(.playing(.nextTrack)))
    #expect(match("1", cmus) == .command(.slot(.add(.one))) && cmus.displaced.isEmpty)
    // A key of the user's own is taken from the preset, too.
    let own = try keymap("keys = \"mpv\"\nmute = \"9\"")
    #expect(match("9", own) == .command(.playing(.mute)) && match("-", own) != .none)
    #expect(try keymap("keys = \"tritone\"") == .standard)
  }

  @Test("an unknown program is a mistake with its line")
  func unknown() {
    #expect(
      throws: SettingsError.mistake(
        file: "keys.toml", line: 2, reason: "keys is one of tritone, cmus, ncmpcpp, vim, mpv")
    ) {
      _ = try keymap("mute = \"x\"\nkeys = \"emacs\"")
    }
  }

  @Test("docs/presets.md is what the tables print")
  func page() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/presets.md")
    #expect(try String(contentsOf: file, encoding: .utf8) == KeyPreset.markdown())
  }
}
