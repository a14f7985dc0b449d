import Music
import Screen
import Testing

@testable import Interface

@Suite("Presets of keys and counts")
struct PresetTableTests {
  @Test("all keys of a preset are keys of commands that exist, and none hides another")
  func tables() {
    for preset in KeyPreset.all {
      var bound: [(name: String, keys: KeySequence)] = []
      for (name, keys) in preset.bindings {
        #expect(CommandTable.entries.contains { $0.name == name }, "\(preset.name): \(name)")
        for text in keys {
          let sequence = KeySequence(text)
          #expect(sequence != nil, "\(preset.name): \(text)")
          if let sequence { bound.append((name, sequence)) }
        }
      }
      #expect(Keymap.conflict(in: bound) == nil, "\(preset.name)")
      let keymap = Keymap(preset: preset)
      for (name, keys) in bound {
        let command = CommandTable.entries.first { $0.name == name }?.command
        #expect(command.map { keymap.keys(for: $0) }?.contains(keys.text) == true)
      }
      // What everybody needs has a key in all of them.
      let needed: [Command] = [
        .playing(.playPause), .playing(.nextTrack), .pane(.activate), .pane(.back), .pane(.next),
        .list(.filter), .slot(.add(.one)), .slot(.add(.two)), .slot(.add(.three)), .help,
        .commandLine, .leave(mayEndMusic: true), .undo, .queue(.addLast), .row(.remove),
        .pane(.menu), .move(.down),
      ]
      for command in needed {
        #expect(!keymap.keys(for: command).isEmpty, "\(preset.name): \(command)")
      }
    }
  }

  @Test("with the keys of vim, digits in front of a move repeat it")
  func counts() throws {
    var stage = Stage()
    stage.app.keymap = Keymap(preset: try #require(KeyPreset(named: "vim")))
    stage.press("3", "j")
    #expect(stage.app.library.selected == 3)
    stage.press("2", "k")
    #expect(stage.app.library.selected == 1)
    stage.press("6", "G")
    #expect(stage.app.library.selected == 5)
    stage.press("2", "g", "g")
    #expect(stage.app.library.selected == 1)
    stage.press("1", "0", "j")
    #expect(stage.app.library.selected == 7)
    // Esc forgets the count, and so does any other command.
    stage.press("3", "Esc", "k", "9", "v")
    #expect(stage.app.library.selected == 7 && stage.app.terminal.count == nil)
    stage.press("5", "2")
    #expect(stage.frame.text(ofRow: 39).contains("52 …"))
    for _ in 0..<40 { stage.press("9") }
    stage.press("k")
    #expect(stage.app.library.selected == 0)
  }

  @Test("the other keys have no counts: digits fill the mix slots")
  func noCounts() {
    var stage = Stage()
    stage.press("3")
    #expect(stage.app.terminal.count == nil && !stage.receive().isEmpty)
  }

  @Test("the help lists the command with the typed key first")
  func helpByKey() {
    var stage = Stage()
    stage.press("?")
    stage.type("w")
    guard case .picker(let picker) = stage.app.overlays.last else { return }
    #expect(picker.choice?.value == .command(.mixing(.fits)))
  }

  @Test(":keys lists the user's keys and the commands that they leave without one")
  func report() throws {
    var stage = Stage()
    let keys = ["mute": [KeySequence("x")].compactMap(\.self)]
    stage.app.keymap = Keymap(replacing: keys)
    stage.send(.session(.keysDisplaced))
    #expect(stage.app.message?.text == "Your keys leave stop without one: :keys shows them")
    stage.press(":")
    stage.type("keys")
    stage.press("Enter")
    let text = stage.text
    #expect(text.contains("Keys of tritone") && text.contains("mute: mute"))
    #expect(text.contains("Without a key because of them") && text.contains("stop: stop"))
  }
}
