import Foundation
import Interface
import Music
import Screen
import Settings
import Testing

@Suite("The user's own keys")
struct KeysFileTests {
  @Test("a command gets the keys of the file, and they are taken from whoever had them")
  func rebinding() throws {
    let keymap = try KeysFile.read(
      """
      shuffle = "j"
      slot-1 = ["m 1", "Alt-1"]
      """, file: "keys.toml")
    #expect(keymap.match([Key("j")], in: .library) == .command(.shuffle))
    #expect(keymap.match([Key("s")], in: .library) == .none)
    #expect(keymap.match([Key(.down)], in: .library) == .command(.down))
    #expect(keymap.match([Key(.character("1"), .alt)], in: .mix) == .command(.assignSlot(.one)))
    #expect(keymap.keys(for: .shuffle) == ["j"])
  }

  @Test(
    "a mistake names file and line",
    arguments: [
      ("\nshuffel = \"j\"", "keys.toml:2: there is no command “shuffel”: see tritone keys"),
      ("shuffle = 5", "keys.toml:1: a key is a text such as \"Ctrl-P\", or a list of them"),
      ("# x\n\nshuffle = \"Ctrl-\"", "keys.toml:3: “Ctrl-” is no key"),
    ])
  func mistakes(text: String, message: String) {
    #expect {
      try KeysFile.read(text, file: "keys.toml")
    } throws: { "\($0)" == message }
  }

  @Test("no file means the keys of the table")
  func missing() throws {
    #expect(try KeysFile.load("/nonexistent/keys.toml") == .standard)
  }
}
