import Music
import Screen
import Testing

@testable import Interface

@Suite("Forms")
struct FormTests {
  private func stage() -> Stage {
    var stage = Stage()
    let playlist = Playlist(
      id: PlaylistID(7), name: "Friday", notes: "warm", color: "blue", targetBPM: 124)
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: playlist, slots: [], depth: 0))
    ]
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "P")
    return stage
  }

  private func shownForm(_ stage: Stage) -> Form? {
    if case .form(let form) = stage.app.overlays.last { form } else { nil }
  }

  @Test("the form of a playlist holds what is known of it")
  func opens() throws {
    let form = try #require(shownForm(stage()))
    #expect(form.fields.map(\.value) == ["Friday", "warm", "blue", "124"])
    #expect(form.focused == 0)
  }

  @Test("all fields are kept in one edit")
  func keeps() {
    var stage = stage()
    stage.type(" night")
    stage.press("Tab", "Ctrl-U", "Down", "Right", "Tab", "Ctrl-U")
    stage.type("126,5")
    _ = stage.receive()
    stage.press("Enter")
    let details = PlaylistDetails(name: "Friday night", notes: "", color: "gold", targetBPM: 126.5)
    #expect(stage.receive() == [.edit(.playlists(.change(PlaylistID(7), details)))])
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("what cannot be kept is said at its field, and nothing is kept")
  func refuses() throws {
    var stage = stage()
    stage.press("Ctrl-U", "Up", "Ctrl-U")
    stage.type("fast")
    _ = stage.receive()
    stage.press("Enter")
    #expect(stage.receive().isEmpty)
    let shown = try #require(shownForm(stage))
    #expect(shown.focused == 0)
    #expect(shown.fields.map { $0.mistake != nil } == [true, false, false, true])
    #expect(stage.text.contains("A playlist needs a name"))
    // Typing removes the message.
    stage.type("x")
    #expect(try #require(shownForm(stage)).fields[0].mistake == nil)
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty && stage.receive().isEmpty)
  }

  @Test("a choice is reached by its first letter, and the ends meet")
  func choices() throws {
    var stage = stage()
    stage.press("Tab", "Tab", "g")
    #expect(try #require(shownForm(stage)).fields[2].value == "gold")
    stage.press("g")
    #expect(try #require(shownForm(stage)).fields[2].value == "green")
    stage.press("Home", "Left")
    #expect(try #require(shownForm(stage)).fields[2].value == "pink")
    stage.press("Right")
    #expect(try #require(shownForm(stage)).fields[2].value == "none")
  }

  @Test("a colour of one's own is typed from # on, kept, and shown again")
  func ownColor() throws {
    var stage = stage()
    stage.press("Tab", "Tab", "#")
    stage.type("f80")
    _ = stage.receive()
    stage.press("Enter")
    #expect(stage.receive().isEmpty)
    #expect(try #require(shownForm(stage)).fields[2].mistake != nil)
    #expect(stage.text.contains("as in #ff8800"))
    // Nothing left of it brings the choices back.
    stage.press("Ctrl-U")
    #expect(try #require(shownForm(stage)).fields[2].value == "none")
    stage.press("#")
    stage.type("FF8800")
    stage.press("Enter")
    let details = PlaylistDetails(
      name: "Friday", notes: "warm", color: "#ff8800", targetBPM: 124)
    #expect(stage.receive() == [.edit(.playlists(.change(PlaylistID(7), details)))])
    let playlist = Playlist(id: PlaylistID(7), name: "Friday", color: "#ff8800")
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: playlist, slots: [], depth: 0))
    ]
    stage.send(.library(.changed))
    let cell = stage.frame.cells.first { $0.text == "●" }
    #expect(cell?.colors?.foreground == Color(0xFF8800))
    stage.press("P")
    #expect(try #require(shownForm(stage)).fields[2].value == "#ff8800")
  }

  @Test("a form fits the smallest screen and shows the focused field")
  func small() {
    var stage = stage()
    stage.send(.resized(Size(rows: 6, columns: 30)))
    stage.press("Up")
    #expect(stage.text.contains("Target BPM"))
    #expect(stage.frame.cursor != nil)
  }

  @Test("a click focuses a field, another one changes a choice")
  func mouse() throws {
    var stage = stage()
    let rows = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("Colour") })
    let position = Position(row: row, column: 60)
    stage.send(.input(.mouse(Mouse(.press, at: position))))
    #expect(try #require(shownForm(stage)).focused == 2)
    #expect(try #require(shownForm(stage)).fields[2].value == "blue")
    stage.send(.input(.mouse(Mouse(.press, at: position))))
    #expect(try #require(shownForm(stage)).fields[2].value == "gold")
  }

  @Test("the form of a smart playlist shows what matches while its query is typed")
  func matches() {
    var stage = Stage(rows: 40, columns: 120)
    stage.press("S", "Tab")
    stage.type("lun")
    #expect(
      stage.text.contains("1 track matches")
        && stage.text.contains("Clair de lune — Claude Debussy"))
    stage.type("x")
    #expect(stage.text.contains("0 tracks match"))
    stage.press("Backspace", "Backspace", "Backspace")
    let all = stage.library.count { $0.title.contains("l") }
    #expect(all > 1 && stage.text.contains("\(all) tracks match"))
    stage.press("Tab", "Tab", "Tab")
    stage.type("1")
    #expect(stage.text.contains("1 of \(all) tracks"))
    stage.press("Shift-Tab", "Shift-Tab", "Shift-Tab")
    stage.type("(")
    #expect(stage.text.contains("The query has a mistake"))
    stage.press("Backspace")
    #expect(stage.text.contains("1 of \(all) tracks"))
    // Where there is no room for the names, their number stays.
    stage.send(.resized(Size(rows: 16, columns: 80)))
    #expect(stage.text.contains("of \(all) tracks") && !stage.text.contains("— Claude"))
  }

  /// The queries whose matches were asked for.
  private func asked(_ stage: Stage) -> Int {
    stage.loads.count { if case .load(.matches) = $0 { true } else { false } }
  }

  @Test("matches are asked for one request at a time, and a fault is no answer")
  func oneRequest() {
    var stage = Stage(rows: 40, columns: 120)
    stage.press("S", "Tab")
    // The empty query was asked for already.
    let before = asked(stage)
    stage.holdsAnswers = true
    stage.type("lun")
    #expect(asked(stage) == before + 1)
    // An answer to another request ends nothing.
    stage.send(.playlists(.matched(nil, serial: 1_000_000)))
    #expect(asked(stage) == before + 1 && !stage.text.contains("1 track matches"))
    stage.deliver()
    #expect(asked(stage) == before + 2 && stage.text.contains("1 track matches"))
    stage.press("Ctrl-U")
    stage.type("(")
    #expect(stage.text.contains("The query has a mistake"))
  }

  @Test("a form that was refused while its matches were asked for shows them again")
  func matchesAfterRefusal() throws {
    var stage = Stage(rows: 40, columns: 120)
    stage.press("S")
    stage.type("Moon")
    stage.press("Tab")
    stage.holdsAnswers = true
    stage.holdsEdits = true
    stage.type("lun")
    _ = stage.receive()
    stage.press("Enter")
    let effect = try #require(stage.receive().last { $0.isEdit })
    #expect(stage.app.overlays.isEmpty)
    stage.deliver()
    stage.send(.refused(effect, "The library is busy"))
    #expect(shownForm(stage) != nil && stage.text.contains("The library is busy"))
    #expect(stage.text.contains("1 track matches"))
    stage.press("Tab")
    stage.type("x")
    #expect(stage.text.contains("0 tracks match"))
  }
}
