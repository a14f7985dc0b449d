import Interface
import Music
import Screen
import Testing

@Suite("Choosing and writing templates")
struct TemplateTests {
  private func template(_ text: String) throws -> GroupTemplate { try GroupTemplate(text) }

  private func editor(_ stage: Stage) -> TemplateEditor? {
    if case .template(let editor) = stage.app.overlays.last { editor } else { nil }
  }

  /// A stage with an open playlist.
  private func playlist() -> Stage {
    var stage = Stage()
    Crate.furnish(&stage)
    stage.press("Shift-Tab")
    _ = stage.receive()
    return stage
  }

  @Test("U offers the presets, then what is kept under names, then the editor")
  func picker() throws {
    var stage = playlist()
    stage.press("U")
    #expect(stage.receive() == [.load(.templates)])
    let mine = SavedTemplate(id: TemplateID(1), name: "Mine", template: try template("{Key}"))
    stage.send(.templates(.loaded([mine])))
    guard case .picker(let picker) = stage.app.overlays.last else { throw Failure() }
    #expect(picker.choices.count == GroupTemplate.presets.count + 2)
    #expect(picker.choices[9].text == "Mine" && picker.choices[9].detail == "{Key}")
    stage.type("mine")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.templates(.set(PlaylistID(3), mine.template)))])
    #expect(stage.app.overlays.isEmpty)
  }

  private struct Failure: Error {}

  @Test("a kept template is deleted and renamed where it is listed, and presets are not")
  func keeping() throws {
    var stage = playlist()
    stage.press("U", "Del", "F2")
    #expect(stage.receive() == [.load(.templates)])
    stage.send(
      .templates(
        .loaded([
          SavedTemplate(id: TemplateID(1), name: "Mine", template: try template("{Key}"))
        ])))
    for _ in 0..<9 { stage.press("Down") }
    stage.press("Del")
    #expect(stage.receive() == [.edit(.templates(.delete("Mine")))])
    stage.press("F2", "Ctrl-U")
    stage.type("Ours")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.templates(.rename("Mine", to: "Ours")))])
    stage.send(.library(.changed))
    #expect(stage.receive().contains(.load(.templates)))
    stage.send(.templates(.loaded([])))
    #expect(stage.text.contains("Write a template"))
  }

  @Test("the songs are grouped as they are looked at, and every list of their kind with them")
  func songs() throws {
    var stage = Stage()
    stage.press("U")
    stage.type("artist — ")
    stage.press("Enter")
    let wanted = try template("{AlbumArtist} — {Album}")
    #expect(stage.app.library.query.template == wanted)
    #expect(stage.receive() == [.load(.templates)])
    #expect(stage.app.session.templates == ["songs": "{AlbumArtist} — {Album}"])
    var other = Stage()
    other.send(.session(.restored(stage.app.session, PlayQueue())))
    #expect(other.app.library.query.template == wanted)
    other.press(":")
    other.type("template none")
    other.press("Enter")
    #expect(other.app.library.query.template == nil)
    #expect(other.app.session.templates == nil)
  }

  @Test("what has no tracks in an order cannot be grouped, and says so")
  func refusals() {
    var stage = Stage(mode: .artists)
    stage.press("U")
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text.contains("Open a list of tracks") == true)
    stage.press("W")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("the command line takes the name of a template or its text")
  func commands() throws {
    var stage = playlist()
    func run(_ line: String) {
      stage.press(":")
      stage.type(line)
      stage.press("Enter")
    }
    run("template genre")
    #expect(stage.receive() == [.edit(.templates(.set(PlaylistID(3), try template("{Genre}"))))])
    run("template {Key} {Rating}")
    #expect(
      stage.receive() == [.edit(.templates(.set(PlaylistID(3), try template("{Key} {Rating}"))))])
    run("template {Kex}")
    #expect(stage.receive() == [])
    #expect(stage.app.message?.text == "Column 1: there is no {Kex}; did you mean {Key}?")
    run("template My own")
    #expect(stage.receive() == [.load(.template("My own", .playlist(PlaylistID(3))))])
    stage.send(.templates(.found("My own", nil, .playlist(PlaylistID(3)))))
    #expect(stage.app.message?.text.contains("no template named My own") == true)
    run("save-template Mine")
    #expect(stage.receive() == [])
    #expect(stage.app.message?.text.contains("not grouped") == true)
    run("rename-template Mine = Ours")
    #expect(stage.receive() == [.edit(.templates(.rename("Mine", to: "Ours")))])
    run("delete-template Ours")
    #expect(stage.receive() == [.edit(.templates(.delete("Ours")))])
    run("templates")
    #expect(stage.receive() == [.load(.templates)])
  }

  // MARK: The editor

  @Test("the preview follows the text, and stays while the text has a mistake")
  func preview() throws {
    var stage = Stage(tracks: Crate.tracks)
    stage.press("W", "Ctrl-U")
    stage.type("{Album}")
    #expect(stage.previews.last?.template == (try template("{Album}")))
    #expect(stage.text.contains("7 groups of 27 tracks"))
    #expect(stage.text.contains("Night Ferry"))
    stage.type(" {Gen")
    #expect(stage.text.contains("Column 9: a { without its }"))
    #expect(stage.text.contains("Night Ferry"))
    #expect(stage.previews.last?.template == (try template("{Album} ")))
    stage.type("re}")
    #expect(stage.text.contains("Night Ferry Electronic"))
  }

  @Test("the mark stands under the character that is wrong")
  func caret() throws {
    // No wide character beside the window.
    var stage = Stage(tracks: [])
    stage.press("W", "Ctrl-U")
    stage.type("{Album} x]")
    let lines = stage.text.split(separator: "\n").map { Array(String($0)) }
    let text = try #require(lines.firstIndex { String($0).contains("{Album} x]") })
    #expect(lines[text].firstIndex(of: "]") == lines[text + 1].firstIndex(of: "▲"))
  }

  @Test("one preview is asked for at a time, and a stale answer changes nothing")
  func serials() throws {
    var stage = Stage(tracks: Crate.tracks)
    stage.answersPreviews = false
    stage.press("W", "Ctrl-U")
    let asked = stage.previews.count
    stage.type("{Genre}{Key}")
    #expect(stage.previews.count == asked && asked == 1)
    let serial = try #require(editor(stage)).serial
    stage.send(.templates(.previewed(nil, serial: serial + 7)))
    #expect(stage.previews.count == 1)
    stage.answersPreviews = true
    stage.send(.templates(.previewed(stage.groups(stage.previews[0]), serial: serial)))
    #expect(stage.previews.count == 2)
    #expect(stage.previews.last?.template == (try template("{Genre}{Key}")))
  }

  @Test("the preview follows what happens to the library")
  func following() {
    var stage = Stage(tracks: Crate.tracks)
    stage.press("W", "Ctrl-U")
    stage.type("{Album}")
    stage.library.removeLast(3)
    stage.send(.library(.changed))
    #expect(stage.text.contains("6 groups of 24 tracks"))
  }

  @Test("a preview that fails is asked for again with the next key, not by itself")
  func failing() throws {
    var stage = Stage(tracks: Crate.tracks)
    stage.answersPreviews = false
    stage.press("W")
    stage.send(.templates(.previewed(nil, serial: try #require(editor(stage)).serial)))
    #expect(stage.previews.count == 1)
    stage.press("Home")
    #expect(stage.previews.count == 2)
  }

  @Test("Enter groups, Esc leaves all as it was, and Enter on a mistake does neither")
  func applying() throws {
    var stage = playlist()
    stage.press("W", "Ctrl-U")
    stage.type("{Key")
    stage.press("Enter")
    #expect(editor(stage) != nil)
    stage.type("}")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.templates(.set(PlaylistID(3), try template("{Key}"))))])
    stage.press("W")
    stage.type("{Genre}")
    stage.press("Esc")
    #expect(stage.receive() == [] && stage.app.overlays.isEmpty)
  }

  @Test("Tab lists placeholders, ends the name that is begun, and inserts")
  func placeholders() throws {
    var stage = Stage()
    stage.press("W", "Ctrl-U")
    stage.type("{Al")
    stage.press("Tab")
    #expect(try #require(editor(stage)).placeholders == [.albumArtist, .album])
    stage.press("Down", "Enter")
    #expect(editor(stage)?.field.text == "{Album}")
    stage.type(" ")
    stage.press("Down", "Enter")
    #expect(editor(stage)?.field.text == "{Album} {Artist}")
    stage.press("Left", "Tab", "Esc")
    #expect(editor(stage)?.mode == .writing)
    stage.press("Ctrl-U", "Ctrl-K")
    stage.type("{Album|a")
    stage.press("Tab")
    stage.type("d")
    #expect(try #require(editor(stage)).placeholders == [.added])
    stage.press("Enter")
    #expect(editor(stage)?.field.text == "{Album|Added}")
    #expect(editor(stage)?.mistake == nil)
  }

  @Test("Ctrl-S asks for a name and keeps the template under it")
  func saving() throws {
    var stage = Stage()
    stage.press("W", "Ctrl-U")
    stage.type("{Key")
    stage.press("Ctrl-S")
    #expect(editor(stage)?.mode == .writing)
    stage.type("}")
    stage.press("Ctrl-S", "Enter")
    #expect(stage.text.contains("A template needs a name"))
    stage.type("Genre")
    stage.press("Enter")
    #expect(stage.text.contains("There is a preset of that name"))
    stage.press("Ctrl-U")
    stage.type("By key")
    stage.press("Enter")
    #expect(
      stage.receive() == [
        .edit(.templates(.save(try template("{Key}"), "By key"))), .load(.templates),
      ])
    #expect(editor(stage)?.mode == .writing)
  }

  @Test("the editor draws at every size without leaving it")
  func sizes() {
    for (rows, columns) in [(6, 30), (8, 40), (10, 40), (24, 80), (60, 200)] {
      var stage = Stage(rows: rows, columns: columns, tracks: Crate.tracks)
      stage.press("W")
      for key in ["PgDn", "PgDn", "PgUp", "Tab", "End", "Down", "PgDn", "Esc", "Ctrl-S", "Esc"] {
        stage.press(key)
        for row in 0..<rows {
          #expect(TextWidth.columns(of: stage.frame.text(ofRow: row)) == columns)
        }
      }
    }
  }
}
