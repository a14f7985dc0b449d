import Music
import Screen
import Testing

@testable import Interface

@Suite("The command line")
struct CommandLineTests {
  private func stage(_ typed: String = "") -> Stage {
    var stage = Stage(rows: 24, columns: 100)
    stage.send(.theme(.listed(["Obsidian", "Winamp", "Windows Media"])))
    stage.press(":")
    stage.type(typed)
    return stage
  }

  private func line(_ stage: Stage) -> String? {
    if case .prompt(let prompt) = stage.app.overlays.last { prompt.field.text } else { nil }
  }

  private func lastLine(_ stage: Stage) -> String {
    stage.frame.text(ofRow: stage.app.size.rows - 1)
  }

  private func run(_ text: String, _ stage: inout Stage) {
    stage.press(":")
    stage.type(text)
    stage.press("Enter")
  }

  @Test(
    "Tab completes arguments as far as they agree",
    arguments: [
      ("skin o", "skin Obsidian"), ("skin win", "skin Win"), ("sort loud", "sort loudness"),
      ("browse al", "browse albums"), ("color gr", "color gr"), ("output de", "output default"),
      ("cue mix", "cue mix-"), ("export xs", "export xspf"), ("export re", "export re"),
      ("replaygain sm", "replaygain smart"), ("sleep e", "sleep end"), ("volu", "volume "),
      ("shift-g", "shift-grid"), ("template al", "template Album"), ("nosuch", "nosuch"),
      ("skin x", "skin x"),
    ])
  func arguments(typed: String, completed: String) {
    var stage = stage(typed)
    stage.press("Tab")
    #expect(line(stage)?.hasPrefix(completed) == true, "\(line(stage) ?? "")")
  }

  @Test("a second Tab goes through what fits, Shift-Tab back, and typing ends that")
  func cycling() {
    var stage = stage("skin w")
    stage.press("Tab")
    #expect(line(stage) == "skin Win" || line(stage) == "skin win")
    #expect(lastLine(stage).contains("Winamp  Windows Media"))
    stage.press("Tab")
    #expect(line(stage) == "skin Winamp")
    stage.press("Tab")
    #expect(line(stage) == "skin Windows Media")
    #expect(lastLine(stage).contains("2 of 2"))
    stage.press("Tab")
    #expect(line(stage) == "skin Winamp")
    stage.press("Shift-Tab")
    #expect(line(stage) == "skin Windows Media")
    stage.press("Enter")
    #expect(stage.receive().contains(.theme(.load("Windows Media", isPreview: false))))
    var other = self.stage("ski")
    other.press("Tab", "Tab")
    #expect(line(other) == "skin ")
    other.type("O")
    other.press("Tab")
    #expect(line(other) == "skin Obsidian")
  }

  @Test("paths complete behind export once they look like one, formats before that")
  func export() {
    var stage = stage("export ")
    stage.press("Tab", "Tab")
    #expect(line(stage) == "export m3u")
    stage.press("Ctrl-U")
    stage.type("export ~/x")
    stage.press("Tab")
    guard case .exchange(.listPaths(let path, _)) = stage.receive().last else {
      Issue.record("no path is looked for")
      return
    }
    #expect(path == "~/x")
  }

  @Test("Up brings back the lines of before, Down what was being typed")
  func history() {
    var stage = Stage(rows: 24, columns: 100)
    for text in ["browse albums", "volume 20", "browse albums"] { run(text, &stage) }
    stage.press(":")
    stage.type("zoo")
    stage.press("Up")
    #expect(line(stage) == "browse albums")
    stage.press("Up", "Up", "Up")
    #expect(line(stage) == "volume 20")
    stage.press("Down", "Down")
    #expect(line(stage) == "zoo")
    stage.press("Up", "Up", "Enter")
    #expect(stage.receive().contains(.player(.setVolume(0.2))))
    // A mistaken line is in the history, to be corrected.
    run("volme 30", &stage)
    stage.press(":", "Up")
    #expect(line(stage) == "volme 30")
  }

  @Test("what a command takes shows while it is typed")
  func usage() {
    #expect(lastLine(stage("seek ")).contains("seek TIME: go to a time"))
    #expect(lastLine(stage("mute")).contains("mute"))
    var stage = stage("seek x")
    stage.press("Enter")
    #expect(stage.app.message?.text.hasPrefix("Usage: seek TIME") == true)
  }

  @Test(
    "a slip in a name is understood",
    arguments: [
      ("volme 3", "volume"), ("vloume 3", "volume"), ("siek 3", "seek"), ("shufle", "shuffle"),
      ("colour red", "color"),
    ])
  func slips(typed: String, meant: String) {
    guard case .mistake(let text) = CommandLineReader.read(typed) else {
      Issue.record("\(typed) was read")
      return
    }
    #expect(text.hasSuffix("did you mean \(meant)?"))
  }

  @Test("what is nothing like a command has no suggestion; messages begin with a capital or a sign")
  func nothing() {
    #expect(
      CommandLineReader.read("xyzzy") == .mistake("There is no command “xyzzy”"))
    #expect(CommandLineReader.read("mute now") == .mistake(":mute takes no argument"))
  }

  @Test("a note can be written behind its command")
  func note() {
    var stage = Stage()
    run("note loud, cut the intro", &stage)
    guard case .edit(.tracks(.setNotes(let text, _))) = stage.receive().last else {
      Issue.record("no note")
      return
    }
    #expect(text == "loud, cut the intro")
  }
}

@Suite("What was typed is not lost")
struct RefusalTests {
  private func prompt(_ stage: Stage) -> Prompt? {
    if case .prompt(let prompt) = stage.app.overlays.last { prompt } else { nil }
  }

  @Test("a name that is taken is there again with the reason, to be changed")
  func takenName() throws {
    var stage = Stage()
    stage.press("A")
    stage.type("Peak")
    stage.press("Enter")
    let effect = try #require(stage.receive().last)
    #expect(stage.app.overlays.isEmpty)
    stage.send(.refused(effect, "There already is a playlist named Peak"))
    #expect(prompt(stage)?.field.text == "Peak")
    #expect(stage.text.contains("There already is a playlist named Peak"))
    stage.type(" 2")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.create("Peak 2", in: nil)))])
    stage.send(.playlists(.created(Samples.playlist(9, "Peak 2"))))
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("a form comes back with all its fields")
  func form() throws {
    var stage = Stage()
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(1, "P"), slots: [], depth: 0))
    ]
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "P", "Ctrl-U")
    stage.type("Taken")
    stage.press("Tab")
    stage.type("a note that took long to write")
    stage.press("Enter")
    let effect = try #require(stage.receive().last)
    stage.send(.refused(effect, "There already is a playlist named Taken"))
    guard case .form(let form) = stage.app.overlays.last else {
      Issue.record("the form is gone")
      return
    }
    #expect(form["Name"] == "Taken" && form["Notes"] == "a note that took long to write")
    #expect(form.fields[0].mistake == "There already is a playlist named Taken")
  }

  @Test("a wrong folder in the first minute is there again above the proposals")
  func wrongFolder() throws {
    var stage = Stage(tracks: [])
    stage.send(.session(.startedWithoutMusic(proposed: nil, demo: FilePath("/demo"))))
    stage.press("Up", "Enter")
    stage.type("/home/ada/Musik")
    stage.press("Enter")
    let effect = try #require(stage.receive().last)
    stage.send(.library(.scanEnded(nil)))
    stage.send(.refused(effect, "There is no folder /home/ada/Musik"))
    #expect(prompt(stage)?.field.text == "/home/ada/Musik")
    #expect(prompt(stage)?.mistake == "There is no folder /home/ada/Musik")
    stage.press("Esc")
    guard case .picker(let picker) = stage.app.overlays.last else {
      Issue.record("no proposals")
      return
    }
    #expect(picker.purpose == .firstRun)
  }

  @Test("whoever went on is not interrupted: the reason is a message then")
  func wentOn() throws {
    var stage = Stage()
    stage.press("A")
    stage.type("Peak")
    stage.press("Enter")
    let effect = try #require(stage.receive().last)
    stage.press("j")
    stage.send(.refused(effect, "There already is a playlist named Peak"))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text == "There already is a playlist named Peak")
    #expect(stage.app.message?.kind == .bad)
  }

  @Test("spaces around an argument go, other white space belongs to a name")
  func whiteSpace() {
    #expect("  \u{3000}a b\u{A0}  ".trimmingSpaces() == "\u{3000}a b\u{A0}")
    #expect("   ".trimmingSpaces().isEmpty)
  }
}
