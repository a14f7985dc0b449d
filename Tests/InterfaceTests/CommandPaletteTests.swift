import Music
import Screen
import Testing

@testable import Interface

@Suite("The palette of commands")
struct CommandPaletteTests {
  private func stage(_ typed: String = "", rows: Int = 40, columns: Int = 120) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    stage.send(.theme(.listed(["Obsidian", "Winamp", "Windows Media"])))
    stage.press(":")
    stage.type(typed)
    return stage
  }

  private func prompt(_ stage: Stage) -> Prompt? {
    if case .prompt(let prompt) = stage.app.overlays.last { prompt } else { nil }
  }

  private func chosen(_ stage: Stage) -> String? {
    guard let prompt = prompt(stage) else { return nil }
    let palette = stage.app.palette(for: prompt)
    return palette.choice(for: prompt).map { palette.rows[$0].line }
  }

  @Test(
    "a command is found by its name, its key, what it does, and the letters of its name",
    arguments: [
      ("mut", "mute"), ("F10", "menu"), ("Ctrl-Z", "undo"), ("stop itself", "sleep"),
      ("next sk", "next-skin"), ("clps", "collapse"), ("w", "fits"),
    ])
  func finds(typed: String, found: String) {
    #expect(chosen(stage(typed)) == found)
  }

  @Test("Enter runs the best match that shows, and a command that is typed whole as it is")
  func runs() {
    var stage = stage("mut")
    stage.press("Enter")
    #expect(stage.receive() == [.player(.setMuted(true))] && stage.app.overlays.isEmpty)
    #expect(chosen(self.stage("mute")) == nil && chosen(self.stage("q")) == nil)
    #expect(chosen(self.stage("seek x")) == nil && chosen(self.stage()) == nil)
    var other = self.stage("nosuch thing")
    other.press("Enter")
    #expect(other.app.message?.text == "There is no command “nosuch”")
  }

  @Test("a command that needs an argument is put into the line, and its arguments are listed")
  func arguments() {
    var stage = stage("brow")
    stage.press("Enter")
    #expect(prompt(stage)?.field.text == "browse ")
    let text = stage.text
    #expect(text.contains("Arguments") && text.contains("browse genres"))
    stage.press("Down", "Down", "Enter")
    #expect(stage.app.mode == .songs && stage.app.overlays.isEmpty)
  }

  @Test("Down goes into the list, Up back to the line and to earlier lines; recent ones come first")
  func recent() {
    var stage = stage("browse albums")
    stage.press("Enter", ":")
    #expect(stage.text.contains("Recent") && chosen(stage) == nil)
    stage.press("Down")
    #expect(chosen(stage) == "browse albums")
    stage.press("Up")
    #expect(chosen(stage) == nil && prompt(stage)?.field.text == "")
    stage.press("Up")
    #expect(prompt(stage)?.field.text == "browse albums")
    stage.press("Down", "Down", "Down")
    #expect(chosen(stage) == "add-1")
    stage.type("x")
    #expect(prompt(stage)?.choice == nil)
  }

  @Test("the mouse chooses a row, and closes the palette beside it")
  func mouse() throws {
    var stage = stage("mut")
    let frame = stage.frame
    let row = try #require((0..<40).first { frame.text(ofRow: $0).contains(" mute ") })
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 30)))))
    #expect(stage.receive() == [.player(.setMuted(true))])
    stage.press(":")
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: 0, column: 0)))))
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("without room there is the line alone, and only what is typed runs")
  func small() {
    var stage = stage("mut", rows: 12, columns: 50)
    #expect(!stage.text.contains("Commands"))
    stage.press("Enter")
    #expect(stage.app.message?.text.hasSuffix("did you mean mute?") == true)
  }

  @Test(
    "the palette is whole at every size",
    arguments: [(16, 60), (20, 80), (24, 80), (24, 100), (40, 120), (60, 250)])
  func sizes(rows: Int, columns: Int) {
    for typed in ["", "s", "skin ", "group {Art", "zzzz"] {
      var stage = stage(typed, rows: rows, columns: columns)
      for _ in 0..<30 { stage.press("Down") }
      let frame = stage.frame
      for row in 0..<rows { #expect(TextWidth.columns(of: frame.text(ofRow: row)) == columns) }
      #expect(frame.cursor != nil)
    }
  }

  @Test("command lines and filters are kept for the next start, addresses are not")
  func kept() {
    var stage = stage("browse albums")
    stage.press("Enter", ":")
    stage.type("open http://ada:secret@example.org/x")
    stage.press("Enter", "/")
    stage.type("Night")
    stage.press("Enter")
    let session = stage.app.session
    #expect(session.commands == ["browse albums"] && session.filters == ["Night"])
    var next = Stage()
    next.send(.session(.restored(session, PlayQueue())))
    next.press(":", "Up")
    #expect(prompt(next)?.field.text == "browse albums")
    next.press("Esc", "/", "PgUp")
    #expect(prompt(next)?.field.text == "Night" && next.app.library.query.filter == "Night")
    next.press("PgDn")
    #expect(prompt(next)?.field.text == "" && next.app.library.query.filter == "")
  }

  @Test("what a foreign library has as lines is bounded and has no control characters")
  func foreign() {
    let lines =
      (0..<1000).map { "line \($0)" } + ["\u{1B}[2J", String(repeating: "x", count: 9999)]
    let history = PromptHistory(restored: lines)
    #expect(history.lines.count == 48 && history.lines.last == "line 999")
    #expect(history.kept == history.lines && PromptHistory(restored: nil).kept == nil)
  }

  @Test("the keys that complete a sequence are listed with what they do")
  func whichKey() {
    var stage = Stage()
    stage.press("m")
    let text = stage.text
    #expect(text.contains("m …") && text.contains("give slot 2 a playlist"))
    stage.press("Esc")
    #expect(!stage.text.contains("give slot 2 a playlist"))
  }
}
