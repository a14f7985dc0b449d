import Music
import Screen
import Testing

@testable import Interface

@Suite("Cues of what plays")
struct CueKeysTests {
  private static let cues = [
    Cue(id: CueID(1), time: .seconds(30), kind: .intro, name: "Start of it"),
    Cue(id: CueID(2), time: .seconds(90), end: .seconds(100), kind: .drop),
    Cue(id: CueID(3), time: .seconds(150), kind: .mixOut),
  ]

  private func stage(at seconds: Double, _ cues: [Cue] = CueKeysTests.cues) -> Stage {
    var stage = Stage()
    stage.cues = cues
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(seconds))))))
    }
    _ = stage.receive()
    return stage
  }

  private func run(_ line: String, _ stage: inout Stage) -> [Effect] {
    // A delayed seek is not part of this test.
    stage.wait(.seconds(0.2))
    _ = stage.receive()
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    return stage.receive()
  }

  @Test("c sets a cue where it is heard, a command one of a kind with a name")
  func drops() {
    var stage = stage(at: 12)
    stage.app.now = stage.app.now.advanced(by: .milliseconds(3_250))
    stage.press("c")
    #expect(
      stage.receive() == [.edit(.cues(.add(Cue(time: .milliseconds(15_250)), to: TrackID(1))))])
    stage.send(.cues(.added(Cue(time: .milliseconds(15_250)), to: TrackID(1), isNew: true)))
    #expect(stage.app.message?.text == "Cue at 0:15.25; C lists them")
    for (text, kind, name) in [
      ("cue drop", Cue.Kind.drop, ""), ("cue mix-in", .mixIn, ""), ("cue mix in", .mixIn, ""),
      ("cue Mix Out here", .mixOut, "here"), ("cue vocal  The big one", .vocal, "The big one"),
    ] {
      guard case .edit(.cues(.add(let cue, to: TrackID(1)))) = run(text, &stage).first else {
        Issue.record("\(text) sets none")
        continue
      }
      #expect(cue.kind == kind && cue.name == name, "\(text)")
    }
    #expect(run("cue mix", &stage).isEmpty)
    #expect(stage.app.message?.text.hasPrefix("Usage: cue KIND [NAME]") == true)
    var silent = Stage()
    silent.press("c")
    #expect(silent.receive().isEmpty && silent.app.message?.text == "Nothing plays")
  }

  @Test("a cue at the very end is within the track")
  func atTheEnd() {
    var stage = stage(at: 179.999)
    stage.app.now = stage.app.now.advanced(by: .seconds(2))
    stage.press("c")
    #expect(stage.receive() == [.edit(.cues(.add(Cue(time: .seconds(180)), to: TrackID(1))))])
  }

  @Test(
    "; and ' go to the cue before and the next one; within a second, to the one before that",
    arguments: [
      (10, nil, 30.0), (30, 30, 90), (30.5, 30, 90), (31.5, 30, 90), (90.9, 30, 150),
      (91.1, 90, 150), (170, 150, nil),
    ] as [(Double, Double?, Double?)])
  func neighbors(position: Double, previous: Double?, next: Double?) {
    var one = stage(at: position)
    one.press(";")
    #expect(one.receive() == (previous.map { [.player(.seek(.seconds($0)))] } ?? []))
    if previous == nil { #expect(one.app.message?.text == "No cue before this") }
    var other = stage(at: position)
    other.press("'")
    #expect(other.receive() == (next.map { [.player(.seek(.seconds($0)))] } ?? []))
    if next == nil { #expect(other.app.message?.text == "No cue follows") }
  }

  @Test("keys pressed faster than the player follows go on from where they lead")
  func quick() {
    var stage = stage(at: 10)
    stage.press("'", "'", "'")
    stage.wait(.milliseconds(100))
    #expect(stage.receive().last == .player(.seek(.seconds(150))))
    #expect(stage.app.message?.text == "Mix Out at 2:30.00")
  }

  @Test("a cue is gone to by its number, its name or its kind")
  func byName() {
    var stage = stage(at: 10)
    #expect(run("go-cue 2", &stage) == [.player(.seek(.seconds(90)))])
    #expect(run("go-cue start", &stage) == [.player(.seek(.seconds(30)))])
    #expect(run("go-cue Mix Out", &stage) == [.player(.seek(.seconds(150)))])
    for text in ["4", "0", "-1", "nothing", "99999999999999999999"] {
      #expect(run("go-cue \(text)", &stage).isEmpty, "\(text)")
      #expect(stage.app.message?.text == "There is no cue “\(text)”; C lists them")
    }
    var empty = self.stage(at: 10, [])
    empty.press("'")
    #expect(empty.app.message?.text == "No cues yet; c sets one where it plays")
  }

  @Test("the bar shows points, ranges and the bounds of a mix as different signs")
  func bar() throws {
    var cues = CueKeysTests.cues
    cues.append(Cue(id: CueID(4), time: .seconds(170), kind: .mixIn))
    cues.append(Cue(id: CueID(5), time: .seconds(120), end: .milliseconds(120_010), kind: .loop))
    let stage = stage(at: 0, cues)
    let line = try #require(
      stage.text.split(separator: "\n").first { $0.contains("●─") || $0.contains("●━") })
    for glyph in ["┿", "╞", "═", "╡", "┫", "┣", "╪"] { #expect(line.contains(glyph), "\(glyph)") }
    let range = try #require(line.split(separator: "╞").last)
    #expect(range.prefix { $0 == "═" }.count >= 1)
  }

  @Test("a click on the bar goes exactly to a cue that is there or beside it; a drag does not")
  func clicks() throws {
    var stage = stage(at: 10)
    let rows = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("┿") && $0.contains("┫") })
    let frame = stage.frame
    let cells = (0..<120).map { frame[row, $0].text }
    let column = try #require(cells.firstIndex(of: "┿"))
    for offset in -1...1 {
      stage.wait(.seconds(1))
      _ = stage.receive()
      let position = Position(row: row, column: column + offset)
      stage.send(.input(.mouse(Mouse(.press, at: position))))
      #expect(stage.receive() == [.player(.seek(.seconds(30)))])
    }
    stage.wait(.seconds(1))
    stage.send(.input(.mouse(Mouse(.drag, at: Position(row: row, column: column + 1)))))
    #expect(stage.receive() != [.player(.seek(.seconds(30)))])
    stage.wait(.seconds(1))
    // Below the names.
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row + 1, column: column + 4)))))
    guard case .player(.seek(let time))? = stage.receive().last else {
      Issue.record("a click on the bar goes there")
      return
    }
    #expect(time > .seconds(30) && time < .seconds(90))
  }

  @Test("the player's bar names the next cue, and in a narrow one the one that was passed last")
  func passed() {
    var stage = stage(at: 80)
    #expect(stage.text.contains("1:20 / 3:00  −1:40  ╞ Drop in 0:10"))
    stage.send(.resized(Size(rows: 24, columns: 80)))
    #expect(stage.text.contains("1:20 / 3:00  −1:40  ╞ Drop in 0:10"))
    stage = self.stage(at: 95)
    stage.send(.resized(Size(rows: 24, columns: 60)))
    #expect(stage.text.contains("1:35 / 3:00 ╞ Drop"))
    stage = self.stage(at: 20)
    stage.send(.resized(Size(rows: 24, columns: 60)))
    #expect(!stage.text.contains("Start of it"))
  }

  @Test("the names of cues stand above the seek line, and a click on one goes there")
  func names() throws {
    var stage = stage(at: 10)
    let row = try #require(stage.app.layout.cues).row
    let line = stage.frame.text(ofRow: row)
    let frame = stage.frame
    let cells = (0..<120).map { frame[row, $0].text }
    #expect(line.contains("┿ Start of it"))
    let column = try #require(cells.firstIndex(of: "┿"))
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: column + 8)))))
    #expect(stage.receive() == [.player(.seek(.seconds(30)))])
    // A name that would touch the next mark is left out; the mark stays.
    stage.send(.resized(Size(rows: 30, columns: 100)))
    for columns in 100...130 {
      stage.send(.resized(Size(rows: 40, columns: columns)))
      let labels = SeekLine.labels(stage.app, columns: columns)
      #expect(labels.count == Self.cues.count)
      for (label, next) in zip(labels, labels.dropFirst()) {
        #expect(label.column + TextWidth.columns(of: label.text) < next.column)
      }
    }
  }

  @Test("while the pointer holds the seek line, its time is above it, also beside the line")
  func heldTime() throws {
    var stage = stage(at: 10)
    let wave = try #require(stage.app.layout.wave)
    let cues = try #require(stage.app.layout.cues).row
    let before = stage.frame.text(ofRow: cues)
    func send(_ action: Mouse.Action, _ row: Int, _ column: Int) {
      stage.send(.input(.mouse(Mouse(action, at: Position(row: row, column: column)))))
    }
    send(.press, wave.row, 60)
    let length = try #require(stage.app.duration)
    let half = (length * (60.0 / 119)).clockText
    #expect(stage.frame.text(ofRow: cues).contains(half))
    send(.drag, wave.row - 8, 119)
    #expect(stage.frame.text(ofRow: cues).hasSuffix(length.clockText))
    send(.drag, wave.row, 400)
    #expect(stage.app.browsing.grip == .seekLine(column: 119, length))
    send(.release, wave.row, 119)
    #expect(stage.app.browsing.grip == nil && stage.frame.text(ofRow: cues) == before)
  }

  @Test("the seek line is let go in a window that opened meanwhile, too")
  func heldUnderWindow() throws {
    var stage = stage(at: 10)
    let wave = try #require(stage.app.layout.wave)
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: wave.row, column: 60)))))
    #expect(stage.app.browsing.grip != nil)
    stage.press("?")
    stage.send(.input(.mouse(Mouse(.release, at: Position(row: wave.row, column: 60)))))
    #expect(!stage.app.overlays.isEmpty && stage.app.browsing.grip == nil)
  }

  @Test("the line of a live stream has no positions, and is not held")
  func heldStream() throws {
    var stage = Stage()
    let address = try #require(StreamAddress("http://host/live"))
    stage.library[0] = Track(
      id: TrackID(1), source: .stream(address), tags: Tags(title: "Live"))
    if let id = stage.playSelected() {
      let clock = PlayClock(
        position: .seconds(9), at: stage.app.now, isAdvancing: true, duration: nil)
      stage.send(.player(.state(.playing(id, clock))))
    }
    #expect(stage.app.isLive && stage.app.barSpan == nil)
    let wave = try #require(stage.app.layout.wave)
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: wave.row, column: 60)))))
    #expect(stage.app.browsing.grip == nil)
  }

  @Test("entries begin and end at cues by a command, all that is chosen at once")
  func parts() {
    var stage = stage(at: 10)
    let entry = ListRow.entry(
      ListRow.Entry(id: EntryID(5), position: 1, track: Samples.tracks[0], slots: []))
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(1, "L"), slots: [], depth: 0))
    ]
    stage.rows[ListQuery(.playlist(PlaylistID(1)))] = [entry]
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "Enter")
    let chosen = Selection.rows([.entry(EntryID(5))], ListQuery(.playlist(PlaylistID(1))))
    #expect(
      run("start mix-in", &stage) == [.edit(.cues(.setParts(chosen, start: .mixIn, end: nil)))])
    #expect(
      run("end mix-out", &stage) == [.edit(.cues(.setParts(chosen, start: nil, end: .mixOut)))])
    #expect(
      run("trim-to-mix", &stage) == [.edit(.cues(.setParts(chosen, start: .mixIn, end: .mixOut)))])
    stage.press("V")
    #expect(
      run("trim-to-mix", &stage) == [
        .edit(
          .cues(
            .setParts(
              .all(ListQuery(.playlist(PlaylistID(1))), except: []), start: .mixIn, end: .mixOut)))
      ])
  }

  @Test("a number that is no cue's is said to be none, however large or small")
  func numbers() {
    var stage = stage(at: 12)
    for number in ["0", "-1", "4", "-9223372036854775808", "9223372036854775807"] {
      #expect(run("go-cue \(number)", &stage).isEmpty)
      #expect(stage.app.message?.text.contains("no cue “\(number)”") == true)
    }
    #expect(run("go-cue 3", &stage).contains(.player(.seek(.seconds(150)))))
  }
}
