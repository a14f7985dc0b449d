import Interface
import Music
import Screen
import Testing

@Suite("Adding tracks to an open playlist")
struct AddTracksTests {
  private static let list = PlaylistID(3)
  private static let anchor = EntryID(51)

  /// The window over a playlist of three entries, behind the second.
  private func stage(_ change: (inout Stage) -> Void = { _ in }) -> Stage {
    var stage = Stage()
    change(&stage)
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(3, "Friday"), slots: [], depth: 0))
    ]
    stage.rows[ListQuery(.playlist(Self.list))] = (0..<3).map {
      .entry(
        ListRow.Entry(
          id: EntryID(Int64(50 + $0)), position: $0 + 1, track: Samples.tracks[$0], slots: []))
    }
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "Enter", "j", "Ctrl-A")
    _ = stage.receive()
    return stage
  }

  private func panel(_ stage: Stage) -> AddTracksPanel? {
    if case .addTracks(let panel) = stage.app.overlays.last { panel } else { nil }
  }

  private func insertion(_ tracks: [Int64], past: [Int64] = []) -> Effect {
    .edit(
      .entries(
        .insert(
          tracks.map { QueuedTrack(TrackID($0)) }, into: Self.list, behind: Self.anchor,
          past: past.map { TrackID($0) })))
  }

  private func addition(_ added: Int, _ there: Int = 0) -> Event {
    .playlists(
      .tracksAdded(
        Addition(playlist: "Friday", added: added, alreadyThere: there, target: Self.list),
        slot: nil))
  }

  @Test("the window says where it adds to, and lists the library until a text is typed")
  func opens() {
    var stage = stage()
    #expect(stage.text.contains("Add tracks to Friday behind “Blue in Green”"))
    #expect(stage.text.contains("8 tracks") && stage.text.contains("Aerodynamic"))
    stage.type("Clair de")
    #expect(stage.text.contains("1 track") && !stage.text.contains("Déjà vu"))
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("without an open playlist it says what is missing")
  func refusals() {
    var stage = Stage()
    stage.press("Ctrl-A")
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text.hasPrefix("Open a playlist first") == true)
  }

  @Test("Enter adds what is found, and the window stays open for the next text")
  func enter() {
    var stage = stage()
    stage.type("Clair")
    stage.press("Enter")
    #expect(stage.receive() == [insertion([3])])
    stage.send(addition(1))
    #expect(stage.text.contains("1 added") && stage.text.contains("✓ Clair"))
    stage.press("Ctrl-U")
    stage.type("Aero")
    stage.press("Enter")
    // Behind the first addition, and not in front of it.
    #expect(stage.receive() == [insertion([1], past: [3])])
    stage.send(addition(1))
    #expect(stage.text.contains("2 added"))
  }

  @Test("Enter before the rows are there adds the first one when they come")
  func enterAhead() {
    var stage = stage { $0.holdsLists = false }
    stage.holdsLists = true
    stage.type("Clair")
    stage.press("Enter")
    #expect(stage.receive().isEmpty)
    guard case .load(.tracksToAdd(let query, _, let serial)) = stage.loads.last else {
      Issue.record("nothing was asked for")
      return
    }
    // The answer to an older text adds nothing.
    let old = ListWindow(
      query: ListQuery(.songs, filter: "Clai"), count: 1,
      rows: [.track(Samples.tracks[0], slots: [])])
    stage.send(.list(.tracksToAddFound(old, serial: serial - 1)))
    #expect(stage.receive().isEmpty)
    let new = ListWindow(query: query, count: 1, rows: [.track(Samples.tracks[2], slots: [])])
    stage.send(.list(.tracksToAddFound(new, serial: serial)))
    #expect(stage.receive() == [insertion([3])])
  }

  @Test("Space adds row after row, and in the text it is a space")
  func space() {
    var stage = stage()
    stage.press("Down", "Space", "Space")
    #expect(stage.receive() == [insertion([1]), insertion([2], past: [1])])
    stage.type("Blue in")
    #expect(panel(stage)?.field.text == "Blue in")
    #expect(stage.receive().isEmpty)
  }

  @Test("marked tracks are added together, in the order of marking, over several texts")
  func marks() {
    var stage = stage()
    stage.press("Tab")
    stage.type("Clair")
    stage.press("Tab")
    #expect(stage.text.contains("2 marked"))
    stage.press("Enter")
    #expect(stage.receive() == [insertion([1, 3])])
    stage.send(addition(1, 1))
    #expect(stage.text.contains("1 added") && !stage.text.contains("marked"))
    #expect(stage.app.message?.text.contains("1 were already there") == true)
    // A second press takes the mark back.
    stage.press("Ctrl-U", "Tab", "Up", "Tab")
    #expect(panel(stage)?.marked == [])
  }

  @Test("a refused addition shows no longer as added")
  func refusedAddition() {
    var stage = stage()
    stage.press("Down", "Space")
    let effect = stage.receive().first ?? insertion([])
    #expect(panel(stage)?.added == [TrackID(1)])
    stage.send(.refused(effect, "The library is locked"))
    #expect(panel(stage)?.added == [])
    #expect(stage.app.message?.text == "The library is locked")
  }

  @Test("an invalid query says so, and adds nothing")
  func mistake() {
    var stage = stage()
    stage.type("year:199x")
    #expect(stage.text.contains("Column 6"))
    stage.press("Enter")
    #expect(stage.receive().isEmpty)
  }

  @Test("only rows around those that show are read, also at the end of a large library")
  func manyRows() {
    let tracks = (1...10_000).map {
      Samples.track($0, "Track \($0)", nil, nil, nil, nil, seconds: 9)
    }
    var stage = Stage(tracks: tracks)
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(3, "Friday"), slots: [], depth: 0))
    ]
    stage.rows[ListQuery(.playlist(Self.list))] = []
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "Enter", "Ctrl-A", "Down", "End", "Space")
    #expect(
      stage.receive().contains(
        .edit(
          .entries(
            .insert([QueuedTrack(TrackID(10_000))], into: Self.list, behind: nil, past: [])))))
    for case .load(.tracksToAdd(_, let range, _)) in stage.loads { #expect(range.count < 300) }
  }

  @Test("a click selects a row, and adds the selected one; the wheel moves")
  func mouse() {
    var stage = stage()
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = lines.firstIndex { $0.contains("Clair de lune") && $0.contains("Debussy") } ?? 0
    let click = Event.input(.mouse(Mouse(.press, at: Position(row: row, column: 30))))
    stage.send(click)
    #expect(stage.receive().isEmpty && panel(stage)?.cursor.selected == 2)
    stage.send(click)
    #expect(stage.receive() == [insertion([3])])
    stage.send(.input(.mouse(Mouse(.wheelUp, at: Position(row: row, column: 30)))))
    #expect(panel(stage)?.cursor.selected == 0)
  }

  @Test("a screen reader reads the text, then the rows with what is marked and added")
  func reader() {
    var stage = stage { $0.run("screen-reader on") }
    stage.press("Down", "Space", "Tab")
    #expect(stage.text.contains("Add tracks to Friday"))
    #expect(stage.text.contains("Aerodynamic, Daft Punk, added"))
    #expect(stage.text.contains("Blue in Green, Miles Davis, marked"))
  }
}
