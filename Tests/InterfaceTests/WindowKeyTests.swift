import Interface
import Music
import Screen
import Testing

@Suite("Keys of windows, and keys typed fast")
struct WindowKeyTests {
  private var lastLine: (Stage) -> String {
    { $0.frame.text(ofRow: $0.app.size.rows - 1) }
  }

  @Test("PgUp, Home and End move within the help from its first page on")
  func helpPages() throws {
    var stage = Stage()
    stage.press("?", "Down", "Down", "PgUp")
    func selected() -> Int? {
      if case .picker(let picker) = stage.app.overlays.last { picker.cursor.selected } else { nil }
    }
    #expect(selected() == 1)
    stage.press("PgDn")
    #expect(try #require(selected()) > 10)
    stage.press("Home")
    #expect(selected() == 1)
    stage.press("End")
    #expect(
      selected() == CommandTable.entries.count + CommandTable.sections.count
        + CommandLineReader.usages.count + WindowTable.entries.count + WindowTable.sections.count)
    // In a field with text, Home and End move in the text.
    stage.press("Home")
    stage.type("mute")
    stage.press("Home")
    stage.type("un")
    guard case .picker(let picker) = stage.app.overlays.last else { return }
    #expect(picker.field.text == "unmute")
  }

  @Test("the help finds a command by its name though it shows its key")
  func helpByName() {
    var stage = Stage()
    stage.press("?")
    stage.type(":collapse-all")
    guard case .picker(let picker) = stage.app.overlays.last else { return }
    #expect(picker.choice?.value == .command(.template(.toggleAllGroups)))
    #expect(picker.choice?.detail == "Y")
  }

  @Test("under a window its own keys show, and not those of the pane below")
  func footer() {
    var stage = Stage(rows: 24, columns: 80)
    #expect(lastLine(stage).contains("Enter play"))
    stage.press("?")
    #expect(lastLine(stage).contains("Enter choose") && lastLine(stage).contains("Esc close"))
    stage.press("Esc", "Q")
    #expect(!lastLine(stage).contains("mix"))
    stage.press("Esc", "/")
    #expect(lastLine(stage).contains("Esc clear"))
  }

  @Test("the hint that leads to all others is never cut", arguments: [30, 40, 60, 80, 200])
  func helpHint(columns: Int) {
    for pane in Pane.allCases {
      var stage = Stage(rows: 24, columns: columns)
      stage.app.focus = pane
      #expect(lastLine(stage).contains("? help"))
    }
  }

  @Test("Esc and : or / typed so fast that they come as one open a line")
  func fastEscape() {
    var stage = Stage()
    stage.press("?", "Alt-:")
    stage.type("browse albums")
    stage.press("Enter")
    #expect(stage.app.mode == .albums)
    #expect(stage.app.overlays.isEmpty)
    stage.press("Alt-/")
    guard case .prompt(let prompt) = stage.app.overlays.last else {
      Issue.record("no filter")
      return
    }
    #expect(prompt.purpose == .filter)
    // Another key with Alt does nothing, and types no letter.
    stage.press("Esc", "Alt-q", "Alt-r")
    #expect(!stage.receive().contains(.terminal(.quit)))
    // A window that Escape leaves open lets no key through to the one behind it.
    var editing = Stage()
    editing.press("W", "Ctrl-S")
    var escaped = editing
    editing.press("Alt-/")
    escaped.press("Esc")
    #expect(editing.app.overlays == escaped.app.overlays && !editing.app.overlays.isEmpty)
    // A user's own key with Alt stays in effect.
    stage.app.keymap = Keymap(replacing: ["stop": [KeySequence([Key(.character(":"), .alt)])]])
    stage.press("Alt-:")
    #expect(stage.receive().contains(.player(.stop)))
  }

  @Test("in a screen too small to draw a command line is a line, and its letters are no keys")
  func tooSmall() {
    var stage = Stage(rows: 2, columns: 10)
    stage.press(":")
    stage.type("queues")
    #expect(!stage.receive().contains(.terminal(.quit)))
    stage.press("Enter")
    #expect(stage.receive().contains(.replacedQueues(.list)))
    stage.press("q")
    #expect(stage.receive().contains(.terminal(.quit)))
  }

  @Test("keys that begin a sequence show the keys that complete it")
  func pending() {
    var stage = Stage()
    stage.press("m")
    #expect(lastLine(stage).contains("m …  1 2 3 completes it, Esc forgets it"))
    #expect(lastLine(stage).contains("1 2 3"))
  }

  @Test("each reaction has a sign in rows")
  func reactions() {
    for (reaction, sign) in [(Reaction.listened, "☊"), (.liked, "✶"), (.loved, "♥")] {
      var track = Samples.tracks[0]
      track.reaction = reaction
      let stage = Stage(rows: 24, columns: 160, tracks: [track])
      #expect(stage.text.contains(sign))
    }
  }
}
