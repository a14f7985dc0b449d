import Foundation
import Music
import Screen
import Testing

@testable import Interface

@Suite("The table of window keys")
struct WindowTableTests {
  private func stage(_ keys: [String: String], rows: Int = 24, columns: Int = 80) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    stage.app.keymap = Keymap(
      replacing: keys.mapValues { [KeySequence($0)].compactMap(\.self) })
    return stage
  }

  @Test("no two default keys collide, names are the table's own, and docs and help show them all")
  func table() {
    var seen: [String: String] = [:]
    var names = Set(CommandTable.entries.map(\.name))
    for entry in WindowTable.entries {
      #expect(names.insert(entry.name).inserted, "\(entry.name)")
      for key in entry.keys {
        let sequence = KeySequence(key)
        #expect(sequence?.text == key && sequence?.keys.count == 1, "\(key)")
        let position = entry.scope.map { "\($0) \(key)" } ?? key
        #expect(seen[position] == nil, "\(key) of \(entry.name) and \(seen[position] ?? "")")
        seen[position] = entry.name
      }
      #expect(CommandTable.markdown().contains("`\(entry.name)`"))
    }
    var stage = Stage()
    stage.press("?")
    guard case .picker(let help) = stage.app.overlays.last else {
      Issue.record("no help")
      return
    }
    for entry in WindowTable.entries {
      #expect(help.choices.contains { $0.text == entry.summary && $0.value == .note })
    }
  }

  @Test("a line can be accepted and a list gone through where letters were given to these keys")
  func letters() {
    var stage = stage(["window-accept": "l", "window-down": "n", "window-up": "u"])
    stage.press("?", "Down", "Down", "Up")
    guard case .picker(let help) = stage.app.overlays.last else {
      Issue.record("no help")
      return
    }
    #expect(help.cursor.selected == 2)
    stage.press("Esc", ":", "n", "l", "Backspace", "Backspace")
    stage.type("mute")
    stage.press("Enter")
    #expect(stage.receive().contains(.player(.setMuted(true))))
  }

  @Test("a hint names no key of a command that the window takes for itself")
  func hintsOfCommands() {
    let keymap = Keymap(replacing: ["play-pause": ["e", "P"].compactMap { KeySequence($0) }])
    let hint = Hint(.command(.playing(.playPause)), does: "pause")
    #expect([hint].shown(keymap, in: .fits) == [KeyHint(keys: ["P"], text: "pause")])
  }

  @Test("a line of the help about windows is found by its name, and choosing it does nothing")
  func help() {
    var stage = Stage()
    stage.press("?")
    stage.type("equalizer-flat")
    stage.press("Enter")
    guard case .picker(let help) = stage.app.overlays.last else {
      Issue.record("the help is closed")
      return
    }
    #expect(help.choice?.detail == "0")
    #expect(stage.receive().isEmpty)
  }

  @Test(
    "every window closes with every key that closes", arguments: ["Esc", "q", "Ctrl-C", "Ctrl-G"])
  func closing(key: String) {
    for opening in [["Q"], ["z"], ["C"]] {
      var stage = Stage(tracks: Crate.tracks)
      Crate.furnish(&stage)
      Crate.mark(&stage, opensList: false)
      stage.press(opening[0])
      #expect(!stage.app.overlays.isEmpty, "\(opening)")
      stage.press(key)
      #expect(stage.app.overlays.isEmpty, "\(opening) \(key)")
    }
  }

  @Test("a key of the user's own works in windows, and the hints below them name it")
  func rebound() {
    var stage = stage(["window-close": "F9", "equalizer-flat": "x", "equalizer-left": "a"])
    stage.press("Q", "Up")
    #expect(stage.app.sound.bands[0] == 1)
    stage.press("0")
    #expect(stage.app.sound.bands[0] == 1)
    stage.press("x")
    #expect(stage.app.sound.bands[0] == 0)
    #expect(stage.text.contains("x flat") && stage.text.contains("a→ band") == false)
    #expect(stage.text.contains("a → band"))
    stage.press("q")
    #expect(!stage.app.overlays.isEmpty)
    stage.press("F9")
    #expect(stage.app.overlays.isEmpty)
    // Escape closes every window, also where another key was assigned to closing.
    stage.press("?", "Esc")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("a key that is taken away is no hint")
  func unbound() {
    var stage = Stage(rows: 24, columns: 80)
    stage.app.keymap = Keymap(replacing: ["equalizer-flat": []])
    stage.press("Q")
    #expect(!stage.text.contains("flat  ") && stage.text.contains("as before"))
    #expect(stage.app.keymap.keys(for: .equalizer(.flat), in: .equalizer).isEmpty)
  }

  @Test("where a text is typed letters are text, and the keys of an empty field are the window's")
  func typing() {
    var stage = Stage()
    stage.press("?")
    stage.type("qjkgG")
    guard case .picker(let typed) = stage.app.overlays.last else {
      Issue.record("the help is closed")
      return
    }
    #expect(typed.field.text == "qjkgG")
    stage.press("Ctrl-U")
    guard case .picker(let empty) = stage.app.overlays.last else { return }
    #expect(empty.field.text.isEmpty)
    stage.press("Ctrl-D")
    guard case .picker(let paged) = stage.app.overlays.last else { return }
    #expect(paged.cursor.selected > empty.cursor.selected + 5)
  }

  @Test("the keys of a window come before those of all windows")
  func own() {
    let keymap = Keymap.standard
    #expect(keymap.keys(for: .move(.down), in: .checklist) == ["Down", "j", "Ctrl-N", "Tab"])
    #expect(keymap.keys(for: .move(.down), in: .cues) == ["Down", "j", "Ctrl-N"])
    #expect(keymap.keys(for: .cues(.nextKind), in: .cues) == ["Tab"])
    #expect(keymap.keys(for: .move(.pageDown), in: .reading) == ["PgDn", "Ctrl-D", "Space"])
  }
}
