import Interface
import Music
import Screen
import Testing

@Suite("The list of cues")
struct CueListTests {
  private static let cues = [
    Cue(id: CueID(1), time: .seconds(30), kind: .intro),
    Cue(id: CueID(2), time: .milliseconds(90_250), end: .seconds(100), kind: .drop, name: "Big"),
    Cue(id: CueID(3), time: .seconds(150), kind: .mixOut, color: "pink"),
  ]

  /// The first track plays, 95 s in; the cursor is on it.
  private func stage(_ cues: [Cue] = CueListTests.cues, rows: Int = 40, columns: Int = 120)
    -> Stage
  {
    var stage = Stage(rows: rows, columns: columns)
    stage.cues = cues
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(95))))))
    }
    _ = stage.receive()
    return stage
  }

  private func list(_ stage: Stage) -> CueList? {
    if case .cues(let list) = stage.app.overlays.last { list } else { nil }
  }

  private func line(_ stage: Stage, _ text: String) -> Substring? {
    stage.text.split(separator: "\n").first { $0.contains(text) }
  }

  @Test("C lists the cues of what plays, with the cursor where the music is")
  func opens() throws {
    var stage = stage()
    stage.press("C")
    #expect(list(stage)?.cue?.id == CueID(2))
    #expect(stage.text.contains("Cues of Aerodynamic ▶ 1:35 / 3:27"))
    let row = try #require(line(stage, "Big"))
    for text in ["▶", "2", "1:30.25", "1:40.00", "0:09.75", "╞ Drop"] {
      #expect(row.contains(text), "\(text)")
    }
    #expect(line(stage, "Mix Out")?.contains("● pink") == true)
    // The next cue is reached without a key.
    stage.wait(.milliseconds(55_010))
    #expect(line(stage, "Mix Out")?.contains("▶") == true)
    #expect(line(stage, "Big")?.contains("▶") == false)
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("the list wakes up for the next cue and not for none")
  func wakes() throws {
    var stage = stage()
    stage.send(
      .player(
        .state(
          .playing(
            try #require(stage.app.player.item), stage.clock(.milliseconds(149_700))))))
    let time = try #require(stage.app.timeToNextTick)
    #expect(time < .milliseconds(303))
    stage.send(
      .player(
        .state(
          .paused(
            try #require(stage.app.player.item),
            stage.clock(.milliseconds(149_700), isAdvancing: false)))))
    stage.wait(.seconds(10))
    #expect(stage.app.timeToNextTick.map { $0 > .seconds(1) } ?? true)
  }

  @Test("Enter goes to a cue and leaves the list open; Space pauses")
  func jumps() {
    var stage = stage()
    stage.press("C", "Down", "Enter")
    #expect(stage.receive() == [.player(.seek(.seconds(150)))])
    #expect(list(stage) != nil)
    stage.press("Space")
    #expect(stage.receive() == [.player(.pause)])
    stage.press("Home", "End", "k", "k", "k", "j")
    #expect(list(stage)?.cursor.selected == 1)
  }

  @Test("nudges are 10 ms, 100 ms and 1 s, and those that follow each other go on as one")
  func nudges() {
    var stage = stage()
    stage.press("C")
    for (key, time) in [
      (",", -10), (".", 10), ("[", -100), ("]", 100), ("{", -1000), ("}", 1000),
    ] {
      stage.wait(.seconds(2))
      _ = stage.receive()
      stage.press(key)
      #expect(
        stage.receive() == [
          .edit(.cues(.adjust(CueID(2), .move(by: .milliseconds(time)), isContinued: false)))
        ], "\(key)")
    }
    stage.press("}")
    #expect(
      stage.receive() == [
        .edit(.cues(.adjust(CueID(2), .move(by: .seconds(1)), isContinued: true)))
      ])
    // Another cue, another kind of change and an undo part them.
    stage.press("k", ".")
    #expect(
      stage.receive() == [
        .edit(.cues(.adjust(CueID(1), .move(by: .milliseconds(10)), isContinued: false)))
      ])
    stage.press("Tab", "Shift-Tab")
    #expect(
      stage.receive() == [
        .edit(.cues(.adjust(CueID(1), .kind(by: 1), isContinued: false))),
        .edit(.cues(.adjust(CueID(1), .kind(by: -1), isContinued: true))),
      ])
    stage.press("Ctrl-Z", "Tab", "Ctrl-R")
    #expect(
      stage.receive() == [
        .history(.undo), .edit(.cues(.adjust(CueID(1), .kind(by: 1), isContinued: false))),
        .history(.redo),
      ])
  }

  @Test("the cursor stays on its cue when that is moved past another, and goes on when it goes")
  func cursor() {
    var stage = stage()
    stage.press("C")
    var cues = CueListTests.cues
    cues[1].time = .seconds(160)
    cues[1].end = nil
    cues.swapAt(1, 2)
    stage.cues = cues
    stage.send(.library(.changed))
    #expect(list(stage)?.cue?.id == CueID(2) && list(stage)?.cursor.selected == 2)
    stage.press("k", "d")
    #expect(stage.receive().contains(.edit(.cues(.remove([CueID(3)])))))
    cues.remove(at: 1)
    stage.cues = cues
    stage.send(.library(.changed))
    #expect(list(stage)?.cue?.id == CueID(2))
    stage.press("Del")
    stage.cues = [cues[0]]
    stage.send(.library(.changed))
    #expect(list(stage)?.cue?.id == CueID(1))
    stage.press("Del")
    stage.cues = []
    stage.send(.library(.changed))
    #expect(stage.text.contains("No cues yet"))
    _ = stage.receive()
    stage.press("Enter", "d", ".", "Tab", "R")
    #expect(stage.receive().isEmpty && stage.app.overlays.count == 1)
  }

  @Test("a sets one where it plays, e the end; what is there already is said")
  func adds() {
    var stage = stage()
    stage.press("C", "a")
    #expect(stage.receive() == [.edit(.cues(.add(Cue(time: .seconds(95)), to: TrackID(1))))])
    let new = Cue(id: CueID(4), time: .seconds(95))
    stage.send(.cues(.added(new, to: TrackID(1), isNew: true)))
    stage.cues.insert(new, at: 2)
    stage.send(.library(.changed))
    _ = stage.receive()
    #expect(list(stage)?.cue?.id == CueID(4))
    stage.press("e")
    #expect(stage.receive().isEmpty)
    #expect(stage.app.message?.text == "The end has to be after 1:35.00")
    stage.wait(.seconds(3))
    stage.press("e")
    #expect(
      stage.receive() == [.edit(.cues(.adjust(CueID(4), .end(.seconds(98)), isContinued: false)))])
    stage.press("k", "E")
    #expect(stage.receive() == [.edit(.cues(.adjust(CueID(2), .end(nil), isContinued: false)))])
    stage.send(.cues(.added(CueListTests.cues[0], to: TrackID(1), isNew: false)))
    #expect(stage.app.message?.text == "There already is a cue at 0:30.00")
    #expect(list(stage)?.cue?.id == CueID(1))
  }

  @Test(
    "the row under the cursor has its own list, which plays it from a cue; C goes to what plays")
  func otherTrack() throws {
    var stage = stage()
    stage.press("j", "C")
    #expect(stage.text.contains("Cues of Blue in Green (not playing)"))
    #expect(list(stage)?.cursor.selected == 0)
    stage.press("a")
    #expect(stage.receive().isEmpty)
    stage.press("j", "Enter")
    #expect(
      stage.receive() == [
        .find(.toPlay(.rows([], ListQuery.folded(.songs)), start: .track(TrackID(2)), serial: 2))
      ])
    stage.send(
      .search(.foundToPlay(stage.library.map { QueuedTrack($0.id) }, start: 1)))
    let from = stage.receive().compactMap { effect in
      if case .player(.play(let request, let from, _)) = effect {
        (request.id.track, from)
      } else {
        nil
      }
    }
    #expect(from.count == 1)
    #expect(from.first?.0 == TrackID(2) && from.first?.1 == .milliseconds(90_250))
    // Later requests begin at the track's start.
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(2))], start: 0)))
    #expect(
      stage.receive().contains { if case .player(.play(_, .zero, _)) = $0 { true } else { false } })
    stage.press("Esc", "j", "C", "C")
    #expect(list(stage)?.track == stage.app.player.item?.track)
    stage.press("C")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("a track that is forgotten takes its list with it")
  func gone() {
    var stage = stage()
    stage.press("C")
    stage.send(.cues(.listLoaded(TrackID(1), nil, [])))
    #expect(stage.app.overlays.isEmpty)
    stage.app.messages.clear()
    stage.send(.cues(.listLoaded(TrackID(1), nil, [])))
    #expect(stage.app.message == nil)
  }

  @Test("a click selects, another one goes there, the wheel moves")
  func mouse() throws {
    var stage = stage()
    stage.press("C")
    let rows = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("Mix Out") })
    let position = Position(row: row, column: 40)
    stage.send(.input(.mouse(Mouse(.press, at: position))))
    #expect(list(stage)?.cursor.selected == 2)
    #expect(stage.receive().isEmpty)
    stage.send(.input(.mouse(Mouse(.press, at: position))))
    #expect(stage.receive() == [.player(.seek(.seconds(150)))])
    stage.send(.input(.mouse(Mouse(.wheelUp, at: position))))
    #expect(list(stage)?.cursor.selected == 1)
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: 0, column: 0)))))
    #expect(list(stage)?.cursor.selected == 1)
  }

  @Test("the form keeps all in one edit, and what nobody touched to the microsecond")
  func form() {
    var cues = CueListTests.cues
    cues[1].time = .microseconds(90_250_123)
    var stage = stage(cues)
    stage.press("C", "R")
    #expect(stage.text.contains("1:30.250") && stage.text.contains("1:40.000"))
    stage.press("Ctrl-U")
    stage.type("Hook")
    stage.press("Tab", "v", "Tab", "Tab", "Ctrl-U", "Tab", "g", "Enter")
    var new = cues[1]
    (new.name, new.kind, new.end, new.color) = ("Hook", .vocal, nil, "gold")
    #expect(stage.receive() == [.edit(.cues(.change(new, from: cues[1])))])
    #expect(list(stage) != nil)
    stage.press("P", "Enter")
    #expect(stage.receive().isEmpty && list(stage) != nil)
  }

  @Test(
    "what does not fit the track is said at its field",
    arguments: [
      ("Time", "", "A cue needs a time"), ("Time", "x", "A time is written 1:23 or 83.5"),
      ("Time", "3:27.001", "It is only 3:27.00 long"),
      ("End", "1:30.25", "The end has to be after 1:30.25"),
      ("End", "4:00", "It is only 3:27.00 long"),
      ("Time", "1:50", "The end has to be after 1:50.00"),
      ("Name", String(repeating: "x", count: 201), "A name has at most 200 characters"),
    ])
  func mistakes(label: String, text: String, reason: String) throws {
    var stage = stage()
    stage.press("C", "R")
    for _ in 0..<(["Name": 0, "Time": 2, "End": 3][label] ?? 0) { stage.press("Tab") }
    stage.press("Ctrl-U")
    stage.send(.input(.paste(text)))
    stage.press("Enter")
    #expect(stage.receive().isEmpty)
    guard case .form(let form) = stage.app.overlays.last else {
      Issue.record("the form must stay open")
      return
    }
    #expect(form.fields[form.focused].mistake == reason)
  }

  @Test(
    "the window fits every screen, with the keys that nudge",
    arguments: [(6, 30), (10, 40), (24, 80), (40, 120)])
  func sizes(rows: Int, columns: Int) {
    var cues: [Cue] = []
    for index in 0..<60 {
      cues.append(Cue(id: CueID(Int64(index + 1)), time: .seconds(3 * index), kind: .vocal))
    }
    var stage = stage(cues, rows: rows, columns: columns)
    stage.press("C", "End")
    #expect(stage.text.contains("2:57.00"))
    #expect(stage.text.contains("10 ms"))
    stage.press("PgUp", "Home")
    #expect(stage.text.contains("0:00.00"))
  }
}
