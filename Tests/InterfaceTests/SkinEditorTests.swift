import Music
import Screen
import Settings
import Testing

@testable import Interface

@Suite("The skin editor")
struct SkinEditorTests {
  private func stage(rows: Int = 40, columns: Int = 120) -> Stage {
    var stage = Stage(rows: rows, columns: columns, tracks: Crate.tracks)
    Crate.furnish(&stage)
    stage.press(":")
    stage.type("theme-edit")
    stage.press("Enter")
    _ = stage.receive()
    return stage
  }

  private func editor(_ stage: Stage) throws -> SkinEditor {
    try #require(stage.app.skinEditor)
  }

  private func text(_ stage: Stage) -> String {
    stage.app.skins.theme.style(of: .text).foreground.hex
  }

  private static let sizes = [(10, 40), (14, 46), (15, 60), (24, 80), (40, 120), (50, 200)]

  @Test("the selected row, its colour and the last line show at every size")
  func sizes() throws {
    for (rows, columns) in Self.sizes {
      var stage = stage(rows: rows, columns: columns)
      for _ in 0..<SkinPart.all.count {
        let frame = stage.frame
        let lines = (0..<rows).map { frame.text(ofRow: $0) }
        let editor = try editor(stage)
        let color = try #require(stage.app.skins.theme.color(.foreground, of: .face(.text)))
        #expect(lines.contains { $0.contains(editor.part.name.prefix(11)) }, "\(rows)")
        if editor.cursor.selected == 0 { #expect(lines.contains { $0.contains("›" + color.hex) }) }
        #expect(lines.allSatisfy { TextWidth.columns(of: $0) == columns })
        stage.press("Down")
      }
      #expect(stage.frame.text(ofRow: rows - 1).contains("lightness"), "\(rows)")
    }
  }

  @Test("a colour is typed by its digits or its name, shows while typed, and Escape takes it back")
  func typing() throws {
    var stage = stage()
    stage.type("#ff0000")
    #expect(text(stage) == "#ff0000")
    stage.press("Esc")
    #expect(text(stage) == "#e6e6f0")
    stage.press("Enter")
    stage.type("vio")
    #expect(text(stage) == "#e6e6f0" && stage.text.contains("violet"))
    stage.press("Tab", "Enter")
    #expect(text(stage) == "#b79dff")
    stage.press("Enter")
    stage.type("#12")
    stage.press("Enter")
    #expect(stage.app.message?.text.contains("#rrggbb") == true)
    stage.press("Esc", "z")
    #expect(text(stage) == "#e6e6f0")
    stage.press("z")
    #expect(stage.app.message?.text == "No change to undo")
    #expect(stage.receive() == [])
  }

  @Test("arrows change the lightness of the text or of its ground, and letters the attributes")
  func changes() throws {
    var stage = stage()
    let old = stage.app.skins.theme
    stage.press("Left")
    #expect(stage.app.skins.theme.contrast(of: .face(.text)) < old.contrast(of: .face(.text)))
    stage.press("b", "i", "i", "u")
    #expect(stage.app.skins.theme.style(of: .text).attributes == [.bold, .underline])
    stage.press("Tab", "Shift-Right")
    #expect(stage.app.skins.theme.style(of: .text).background != nil)
    stage.press("x")
    #expect(stage.app.skins.theme.style(of: .text).background == nil)
    stage.press("r")
    #expect(stage.app.skins.theme == old)
    for _ in 0..<8 { stage.press("z") }
    #expect(stage.app.skins.theme == old)
    stage.press("End", "d")
    #expect(stage.app.message?.text == "A ground has no attributes")
    stage.press("Tab", "x")
    #expect(stage.app.skins.theme.grounds[.field]?.foreground == nil)
    stage.press("Tab", "x")
    #expect(stage.app.skins.theme.grounds[.field] == nil)
  }

  @Test("a face that is read badly on its ground is marked")
  func contrast() throws {
    var stage = stage()
    #expect(!stage.text.contains("4.3!"))
    stage.type("#7a7a7a")
    stage.press("Enter")
    #expect(stage.text.contains("4.5 "))
    stage.type("#787878")
    stage.press("Enter")
    #expect(stage.text.contains("4.3!"))
  }

  @Test("the screen behind the window shows the change at once")
  func live() throws {
    var stage = stage()
    let frame = stage.frame
    stage.type("#ff0000")
    #expect(stage.app.skins.theme.colors(.text, on: .base).foreground.hex == "#ff0000")
    // The cells name faces; only the skin differs.
    #expect(stage.frame[5, 5] == frame[5, 5])
  }

  @Test("closing with changes asks: they are saved, dropped, or gone on with")
  func leaving() throws {
    var stage = stage()
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
    stage = self.stage()
    let old = stage.app.skins.theme
    stage.press("Left", "Esc")
    #expect(stage.text.contains("Save it? Enter yes, n no, Esc go on"))
    stage.press("Esc")
    #expect(try editor(stage).mode == .choosing)
    stage.press("Esc", "n")
    #expect(stage.app.overlays.isEmpty && stage.app.skins.theme == old)
    stage = self.stage()
    stage.press("Left", "Esc", "Enter", "Ctrl-U")
    stage.type("Mine")
    stage.press("Enter")
    var new = stage.app.skins.theme
    new.name = "Mine"
    #expect(stage.receive() == [.theme(.save(new, over: "Obsidian"))])
    stage.send(.failed("“Mine” comes with Tritone: save under another name"))
    #expect(!stage.app.overlays.isEmpty)
    stage.press("Enter")
    #expect(stage.receive() == [.theme(.save(new, over: "Obsidian"))])
    stage.send(.theme(.written(new)))
    #expect(stage.app.overlays.isEmpty && stage.app.skins.theme == new)
    #expect(stage.receive() == [.theme(.list)])
    #expect(stage.app.message?.text == "Saved the skin Mine")
  }

  @Test("a skin that was saved can be changed on, and is the one to go back to")
  func saving() throws {
    var stage = stage()
    stage.press("Right", "Left", "Shift-Left", "s")
    stage.press("Enter")
    let saved = stage.app.skins.theme
    stage.send(.theme(.written(saved)))
    stage.press("Shift-Left", "r")
    #expect(stage.app.skins.theme == saved)
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("a skin from elsewhere is taken unless there are changes")
  func elsewhere() throws {
    var stage = stage()
    var other = stage.app.skins.theme
    other.faces[.text]?.foreground = Color(red: 1, green: 2, blue: 3)
    stage.send(.theme(.saved(other)))
    #expect(stage.app.skins.theme == other)
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
    stage = self.stage()
    stage.press("Left")
    let changed = stage.app.skins.theme
    stage.send(.theme(.saved(other)))
    stage.send(.theme(.loaded(other, isPreview: true)))
    stage.send(.backgroundFound(.light))
    #expect(stage.app.skins.theme == changed)
    #expect(stage.app.message?.text.contains("saving replaces that") == true)
  }

  @Test("a click selects a row, a colour or the face of any cell of the screen; the wheel moves")
  func mouse() throws {
    var stage = stage()
    let frame = stage.frame
    let row = try #require((0..<30).first { frame.text(ofRow: $0).contains("accent ") })
    let line = frame.text(ofRow: row)
    let hex = try #require(line.firstRange(of: "#"))
    let column = TextWidth.columns(of: String(line[..<hex.lowerBound]))
    func press(_ row: Int, _ column: Int) {
      stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: column)))))
    }
    press(row, column)
    #expect(try editor(stage).part == .face(.accent))
    press(row, column + 10)
    #expect(try editor(stage).channel == .background && editor(stage).mode == .choosing)
    press(row, column + 17)
    #expect(!stage.app.skins.theme.style(of: .accent).attributes.contains(.bold))
    press(row, column + 10)
    guard case .typing = try editor(stage).mode else {
      Issue.record("no field")
      return
    }
    stage.press("Esc")
    stage.send(.input(.mouse(Mouse(.wheelDown, at: Position(row: row, column: column)))))
    #expect(try editor(stage).part != .face(.accent))
    let corner = frame[0, 0]
    press(0, 0)
    #expect(try editor(stage).part == .face(corner.face))
    #expect(corner.face == .border || corner.face == .borderFocused)
  }
}
