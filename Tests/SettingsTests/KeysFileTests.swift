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
    #expect(keymap.match([Key("j")], in: .library) == .command(.playing(.shuffle)))
    #expect(keymap.match([Key("s")], in: .library) == .none)
    #expect(keymap.match([Key(.down)], in: .library) == .command(.move(.down)))
    #expect(keymap.match([Key(.character("1"), .alt)], in: .mix) == .command(.slot(.assign(.one))))
    #expect(keymap.keys(for: .playing(.shuffle)) == ["j"])
  }

  @Test("a key of the user's own comes before the defaults that begin with it or have it in a pane")
  func prefixes() throws {
    let keymap = try KeysFile.read("mute = \"m\"", file: "keys.toml")
    for pane in Pane.allCases {
      #expect(keymap.match([Key("m")], in: pane) == .command(.playing(.mute)))
    }
    #expect(keymap.keys(for: .slot(.assign(.one))).isEmpty)
    #expect(keymap.keys(for: .slot(.assignSelected)).isEmpty)
    let longer = try KeysFile.read("stop = \"g x\"", file: "keys.toml")
    #expect(longer.match([Key("g")], in: .library) == .prefix)
    #expect(longer.match([Key("g"), Key("x")], in: .library) == .command(.playing(.stop)))
    #expect(longer.keys(for: .move(.top)) == ["Home"])
    // A key of one pane leaves the other panes as they are.
    let inPane = try KeysFile.read("slot = \"x\"", file: "keys.toml")
    #expect(inPane.match([Key("x")], in: .mix) == .command(.slot(.assignSelected)))
    #expect(inPane.match([Key("x")], in: .library) == .command(.playing(.stop)))
  }

  @Test("a sequence of one pane leaves the key that it begins with to the others")
  func prefixesOfPanes() throws {
    let keymap = try KeysFile.read("slot = \"x y\"\nmute = [\"y\", \"y\"]", file: "keys.toml")
    #expect(keymap.match([Key("x")], in: .mix) == .prefix)
    #expect(keymap.match([Key("x")], in: .library) == .command(.playing(.stop)))
    #expect(keymap.continuations(of: [Key("m")], in: .library) == ["1", "2", "3"])
    // A key may have a meaning of its own in one pane.
    let shared = try KeysFile.read("slot = \"j\"\nmute = \"j\"", file: "keys.toml")
    #expect(shared.match([Key("j")], in: .mix) == .command(.slot(.assignSelected)))
    #expect(shared.match([Key("j")], in: .library) == .command(.playing(.mute)))
  }

  @Test("what windows do gets keys by its name, and leaves those of commands as they are")
  func windows() throws {
    let keymap = try KeysFile.read(
      """
      window-down = "n"
      checklist-mark = ["x", "Ins"]
      mute = "n"
      """, file: "keys.toml")
    #expect(keymap.keys(for: .move(.down), in: .fits) == ["n"])
    #expect(keymap.keys(for: .checklist(.mark), in: .checklist) == ["Ins", "x"])
    #expect(keymap.match([Key("n")], in: .library) == .command(.playing(.mute)))
    // A default key of one window gives way to a user's key for all windows.
    let all = try KeysFile.read("window-down = \"a\"", file: "keys.toml")
    #expect(all.keys(for: .move(.down), in: .checklist) == ["a"])
    #expect(all.keys(for: .checklist(.markAll), in: .checklist) == ["V"])
  }

  @Test("a default of all windows that is repeated takes nothing from a window that has its own")
  func repeatedDefaults() throws {
    let keymap = try KeysFile.read(
      "window-down = [\"Down\", \"j\", \"Ctrl-N\", \"Tab\", \"Ctrl-J\"]", file: "keys.toml")
    for kind in [WindowKind.line, .cues, .template, .form] {
      for key in [
        WindowKey.line(.complete), .cues(.nextKind), .template(.placeholders), .form(.nextOffer),
      ] {
        #expect(keymap.keys(for: key, in: kind) == Keymap.standard.keys(for: key, in: kind))
      }
    }
  }

  @Test("a letter with shift is the capital that a terminal sends")
  func shifted() throws {
    let keymap = try KeysFile.read("mute = \"Shift-m\"\nstop = \"Shift-Up\"", file: "keys.toml")
    #expect(keymap.match([Key("M")], in: .library) == .command(.playing(.mute)))
    #expect(keymap.match([Key(.up, .shift)], in: .library) == .command(.playing(.stop)))
  }

  @Test(
    "a mistake names file and line",
    arguments: [
      ("\nshuffel = \"j\"", "keys.toml:2: there is no command “shuffel”: see tritone keys"),
      ("shuffle = 5", "keys.toml:1: a key is a text such as \"Ctrl-P\", or a list of them"),
      ("# x\n\nshuffle = \"Ctrl-\"", "keys.toml:3: “Ctrl-” is no key"),
      (
        "shuffle = \"Shift-1\"",
        "keys.toml:1: “Shift-1” is no key: write what shift makes of it, as in \"M\" or \"!\""
      ),
      (
        "shuffle = \"Ctrl-Shift-m\"",
        "keys.toml:1: “Ctrl-Shift-m” is no key: write what shift makes of it, as in \"M\" or \"!\""
      ),
      (
        "window-close = \"x\"\nwindow-up = \"x\"",
        "keys.toml:2: “x” is the key of both window-close and window-up"
      ),
      (
        "window-first = \"g g\"",
        "keys.toml:1: “g g” is more than one key: windows take them one by one"
      ),
      ("mute = \"m\"\nstop = \"m\"", "keys.toml:2: “m” is the key of both mute and stop"),
      (
        "mute = \"m\"\nslot-1 = \"m 1\"",
        "keys.toml:2: “m 1” of slot-1 and “m” of mute begin alike: one of them could not be typed"
      ),
      (
        "mute = \"m\"\nslot = \"m x\"",
        "keys.toml:2: “m x” of slot and “m” of mute begin alike: one of them could not be typed"
      ),
      (
        "slot = \"m x\"\nmute = \"m\"",
        "keys.toml:2: “m” of mute and “m x” of slot begin alike: one of them could not be typed"
      ),
      (
        "mute = [\"m\", \"m m\"]",
        "keys.toml:1: “m m” of mute and “m” of mute begin alike: one of them could not be typed"
      ),
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
