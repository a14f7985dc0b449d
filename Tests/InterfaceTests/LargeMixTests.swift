import Music
import Screen
import Testing

@testable import Interface

@Suite("A mix opened large")
struct LargeMixTests {
  private static let playlist = PlaylistID(1)
  private static let query = ListQuery(.playlist(playlist))
  private static let tempos = [118, 122, 120, 122, 123, 124, 123, 126, 125, 124.5]

  private static let entries = zip(Mixes.warmUp, tempos).enumerated().map { index, part in
    ListRow.Entry(
      id: EntryID(Int64(index + 1)), position: index + 1,
      track: Samples.track(
        Int64(index + 1), "Track \(index + 1)", "Somebody", nil, nil, nil, bpm: part.1,
        key: part.0.key, seconds: Double(part.0.seconds)),
      sound: EntryPlayback(crossfade: index == 4 ? .seconds(8) : nil))
  }

  /// The first slot is open large.
  private static func stage(rows: Int = 40, columns: Int = 120) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    stage.rows[query] = entries.map { .entry($0) }
    stage.send(.playlists(.mixBoardLoaded(Mixes.board)))
    stage.press("Tab", "Tab", "Enter")
    _ = stage.receive()
    return stage
  }

  private static func change(_ entry: Int64, _ change: EntryChange) -> [Effect] {
    [.edit(.entries(.change([EntryID(entry)], change)))]
  }

  @Test("Enter on a slot opens it large: tabs, strip, table and join")
  func opens() {
    let stage = Self.stage()
    let text = stage.text
    #expect(stage.app.focus == .mix && stage.app.layout.isMixLarge)
    for part in [
      "1  Warm-up for Friday", "10 entries  53:51  118–126 BPM", "Δ %", "Track 10", "+3.4", "−1.6",
      "Join 1 ▸ 2", "no crossfade", "P edits this join", "J move entry",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("Now Playing"))
  }

  @Test("it fits into every size", arguments: Scene.sizes)
  func sizes(size: Size) {
    let stage = Self.stage(rows: size.rows, columns: size.columns)
    #expect(stage.text.contains("Track 1"))
    #expect((stage.app.layout.join != nil) == (size.rows >= 24))
  }

  @Test("] and [ show the other slots, Esc and Backspace the small pane")
  func slots() {
    for key in ["Esc", "Backspace"] {
      var stage = Self.stage()
      stage.press("]")
      #expect(stage.app.selectedSlot == .two && stage.app.openPlaylist == PlaylistID(2))
      stage.press("[", "[")
      #expect(stage.app.selectedSlot == .three)
      stage.press(key)
      #expect(stage.app.focus == .mix && !stage.app.layout.isMixLarge)
      #expect(stage.text.contains("Now Playing"))
    }
  }

  @Test("an empty slot says how it is filled, and follows the board")
  func empty() {
    var stage = Self.stage()
    var board = Mixes.board
    board.playlists[.two] = nil
    board.timelines[.two] = nil
    stage.send(.playlists(.mixBoardLoaded(board)))
    stage.press("]")
    #expect(stage.text.contains("Mix 2 is empty"))
    #expect(stage.app.focusedList == nil)
    stage.press("d", "J", "P")
    #expect(!stage.receive().contains { if case .edit = $0 { true } else { false } })
    stage.send(.playlists(.mixBoardLoaded(Mixes.board)))
    #expect(stage.app.openPlaylist == PlaylistID(2))
    #expect(!stage.text.contains("Mix 2 is empty"))
  }

  @Test("entries are moved, removed and played as in any playlist")
  func entries() {
    var stage = Self.stage()
    stage.press("j", "J")
    let row = Selection.rows([.entry(EntryID(2))], Self.query)
    #expect(stage.receive() == [.edit(.entries(.move(row, of: Self.playlist, .by(1))))])
    stage.press("d")
    #expect(stage.receive().contains { if case .edit(.entries) = $0 { true } else { false } })
    stage.press("Enter")
    #expect(
      stage.receive() == [
        .find(.toPlay(.rows([], Self.query), start: .entry(EntryID(2)), serial: 1))
      ])
  }

  @Test("the join follows the cursor, and its waveforms are asked for")
  func follows() {
    var stage = Self.stage()
    let asked = stage.loads.filter { if case .load(.analysis) = $0 { true } else { false } }
    #expect(asked == [.load(.analysis(TrackID(1))), .load(.analysis(TrackID(2)))])
    stage.press("j")
    #expect(stage.text.contains("Join 1 ▸ 2"))
    stage.press("G")
    #expect(stage.text.contains("Join 9 ▸ 10"))
    stage.press("g", "j", "j", "j", "j", "j")
    #expect(stage.text.contains("Join 5 ▸ 6") && stage.text.contains("crossfade 8.0 s"))
  }

  // MARK: The join's keys

  @Test("P takes the arrows: In and Out move by a beat or 10 ms, the fade by a beat")
  func trims() {
    var stage = Self.stage()
    stage.press("j", "j", "P")
    #expect(stage.app.isEditingJoin)
    let presses: [(String, [Effect])] = [
      ("Right", Self.change(3, .start(.milliseconds(500)))), ("Left", []),
      (".", Self.change(3, .start(.milliseconds(10)))), (",", []),
      ("Shift-Left", Self.change(2, .end(.milliseconds(347_000 - 492)))), ("Shift-Right", []),
      ("<", Self.change(2, .end(.milliseconds(346_990)))), (">", []),
      ("Up", Self.change(2, .crossfade(.milliseconds(492)))), ("Down", []),
    ]
    for (key, effects) in presses {
      stage.press(key)
      #expect(stage.receive() == effects, "\(key)")
    }
    #expect(stage.app.message?.text == "It goes no shorter")
    stage.press("j")
    #expect(stage.text.contains("Join 3 ▸ 4"))
    stage.press("Ctrl-Z")
    #expect(stage.receive() == [.history(.undo)])
    stage.press("Esc")
    #expect(!stage.app.isEditingJoin && stage.app.layout.isMixLarge)
  }

  @Test("a crossfade ends at nothing, and at the longest there is")
  func fades() {
    var stage = Self.stage()
    stage.press("j", "j", "j", "j", "j", "P", "Down")
    #expect(stage.receive() == Self.change(5, .crossfade(.milliseconds(8_000 - 488))))
    stage.rows[Self.query]?[4] = .entry(
      ListRow.Entry(
        id: EntryID(5), position: 5, track: Self.entries[4].track,
        sound: EntryPlayback(crossfade: .milliseconds(300))))
    stage.send(.library(.changed))
    _ = stage.receive()
    stage.press("Down")
    #expect(stage.receive() == Self.change(5, .crossfade(.zero)))
  }

  @Test("Space hears the join from before its Out, and goes back")
  func hears() throws {
    var stage = Self.stage()
    stage.press("j", "j", "P", "Space")
    guard case .player(.play(_, from: .seconds(347 - 8), isPaused: false))? = stage.effects.last
    else {
      Issue.record("it is not heard from before its Out: \(stage.effects)")
      return
    }
    let obeyed = stage.obey()
    let out = try #require(obeyed)
    #expect(out.track == TrackID(2))
    stage.send(.player(.wantsNext(after: out)))
    guard case .player(.prepareNext(let next?, after: out))? = stage.receive().last else {
      Issue.record("nothing is prepared")
      return
    }
    #expect(next.id.track == TrackID(3) && next.entry == EntryID(3))
    stage.send(.player(.state(.playing(next.id, stage.clock()))))
    #expect(stage.app.playing.audition != nil)
    stage.press("Space")
    #expect(stage.receive().contains(.player(.stop)))
  }

  // MARK: The mouse

  /// The row of the strip.
  private func strip(_ stage: Stage) throws -> Int {
    let frame = stage.frame
    let row = (2..<8).first { frame.text(ofRow: $0).contains(" 8B") }
    return try #require(row)
  }

  @Test("a click on a block selects its entry, and a drag moves it")
  func blocks() throws {
    var stage = Self.stage()
    let row = try strip(stage)
    func send(_ action: Mouse.Action, _ column: Int) {
      stage.send(.input(.mouse(Mouse(action, at: Position(row: row, column: column)))))
    }
    send(.press, 30)
    send(.release, 30)
    #expect(stage.app.focusedList?.selectedRow?.id == .entry(EntryID(3)))
    #expect(stage.receive().isEmpty)
    send(.press, 30)
    send(.drag, 115)
    #expect(stage.app.message?.text == "Let go to move it behind entry 10")
    send(.release, 115)
    let moved = Selection.rows([.entry(EntryID(3))], Self.query)
    #expect(
      stage.receive() == [
        .edit(.entries(.move(moved, of: Self.playlist, .after(EntryID(10)))))
      ])
    send(.press, 30)
    send(.drag, 2)
    send(.release, 2)
    #expect(
      stage.receive() == [
        .edit(.entries(.move(moved, of: Self.playlist, .before(EntryID(1)))))
      ])
  }

  @Test("Out and In are dragged in the join, and a press elsewhere leaves it")
  func marks() throws {
    var stage = Self.stage()
    stage.press("j", "j")
    let join = try #require(stage.app.layout.join)
    let frame = stage.frame
    let lines = (join.row..<join.bottom).map { ($0, frame.text(ofRow: $0)) }
    func place(_ mark: String) throws -> Position {
      let line = lines.first { $0.1.contains(mark) }
      let (row, text) = try #require(line)
      let range = try #require(text.firstRange(of: mark))
      return Position(
        row: row, column: TextWidth.columns(of: String(text[..<range.lowerBound])))
    }
    let (into, out) = (try place("▴ In"), try place("▾ Out"))
    func send(_ action: Mouse.Action, _ position: Position) {
      stage.send(.input(.mouse(Mouse(action, at: position))))
    }
    send(.press, into)
    #expect(stage.app.isEditingJoin)
    send(.drag, Position(row: into.row, column: into.column + 10))
    send(.release, Position(row: into.row, column: into.column + 10))
    guard case .edit(.entries(.change([EntryID(3)], .start(let start?))))? = stage.receive().last
    else {
      Issue.record("In did not move")
      return
    }
    #expect(start > .seconds(1) && start < .seconds(2))
    send(.press, out)
    send(.drag, Position(row: out.row, column: out.column - 10))
    send(.release, Position(row: out.row, column: out.column - 10))
    guard case .edit(.entries(.change([EntryID(2)], .end(let end?))))? = stage.receive().last
    else {
      Issue.record("Out did not move")
      return
    }
    #expect(end < .seconds(346) && end > .seconds(345))
    send(.press, Position(row: try strip(stage), column: 2))
    #expect(!stage.app.isEditingJoin)
    #expect(stage.app.focusedList?.selectedRow?.id == .entry(EntryID(1)))
  }
}
