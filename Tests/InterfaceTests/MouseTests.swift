import Music
import Screen
import Testing

@testable import Interface

@Suite("The mouse on bars and headings")
struct MouseTests {
  private func stage() -> Stage {
    Stage(
      tracks: (1...400).map {
        Samples.track($0, "Title \($0)", "Artist", "Album", "2001", 1, seconds: 200)
      })
  }

  private func mouse(
    _ action: Mouse.Action, row: Int, column: Int, _ stage: inout Stage
  ) {
    stage.send(.input(.mouse(Mouse(action, at: Position(row: row, column: column)))))
  }

  @Test("a click beside a list jumps, and a drag scrolls until the button is released")
  func scrollBar() throws {
    var stage = stage()
    let bar = try #require(ScrollBar(of: .library, in: stage.app))
    let height = bar.rect.rows
    mouse(.press, row: bar.rect.bottom - 1, column: bar.rect.column, &stage)
    #expect(stage.app.library.top == 400 - height)
    #expect(stage.app.library.selected >= 400 - height)
    // The pointer may leave the bar meanwhile.
    mouse(.drag, row: bar.rect.row + height / 2, column: 3, &stage)
    #expect((150...250).contains(stage.app.library.top))
    mouse(.drag, row: 0, column: 90, &stage)
    #expect(stage.app.library.top == 0)
    mouse(.release, row: 0, column: 90, &stage)
    mouse(.drag, row: bar.rect.bottom - 1, column: bar.rect.column, &stage)
    #expect(stage.app.library.top == 0)
    #expect(stage.frame.text(ofRow: bar.rect.row).contains("Title 1"))
  }

  /// The position of a text, which the lowest row that has it shows.
  private func position(of text: String, in stage: Stage) throws -> Position {
    let frame = stage.frame
    let lines = (0..<frame.size.rows).map { frame.text(ofRow: $0) }
    let row = try #require(lines.lastIndex { $0.contains(text) })
    let found = try #require(lines[row].firstRange(of: text))
    return Position(
      row: row, column: lines[row].distance(from: lines[row].startIndex, to: found.lowerBound))
  }

  private func click(
    _ text: String, at offset: Int = 0, button: Mouse.Button = .left, _ stage: inout Stage
  ) throws {
    var position = try position(of: text, in: stage)
    position.column += offset
    stage.send(.input(.mouse(Mouse(.press, at: position, button: button))))
    stage.send(.input(.mouse(Mouse(.release, at: position, button: button))))
  }

  @Test(
    "a click on a hint of a pane or a window does what its key does",
    arguments: [(40, 120), (24, 80), (10, 40)])
  func hints(rows: Int, columns: Int) throws {
    var stage = Stage(rows: rows, columns: columns)
    try click("help", button: .right, &stage)
    #expect(stage.app.overlays.isEmpty)
    try click("help", &stage)
    guard case .picker(let help) = stage.app.overlays.last else {
      Issue.record("no help")
      return
    }
    try click("↑↓ move", at: 1, &stage)
    guard case .picker(let moved) = stage.app.overlays.last else {
      Issue.record("no help")
      return
    }
    #expect(moved.cursor.selected == help.cursor.selected + 1)
    try click("↑↓ move", at: 3, &stage)
    #expect(stage.app.overlays.last == .picker(moved))
    try click("close", &stage)
    #expect(stage.app.overlays.isEmpty)
    stage.press(":")
    stage.type("mute")
    if rows > 10 {
      try click("Enter run", at: 8, &stage)
      #expect(stage.receive().contains(.player(.setMuted(true))))
    }
  }

  @Test("each key of a hint is one of its own, and waits as long as that would")
  func keysOfHint() throws {
    var (clicked, pressed) = (Stage(), Stage())
    try click("1 2 3 mix", at: 2, &clicked)
    pressed.press("2")
    #expect(clicked.app.message?.text == pressed.app.message?.text)
    let effects = clicked.receive()
    #expect(effects == pressed.receive())
    clicked.holdsLists = true
    clicked.press("/")
    clicked.type("Ferry")
    clicked.press("Enter")
    let queue = try position(of: "queue", in: clicked)
    #expect(clicked.app.awaits(before: .mouse(Mouse(.press, at: queue))))
  }

  @Test("a hint of a pane is gone while a window is open")
  func hintBelowWindow() throws {
    var stage = Stage()
    let help = try position(of: "help", in: stage)
    stage.press("?")
    let open = stage.app.overlays
    stage.send(.input(.mouse(Mouse(.press, at: help))))
    #expect(stage.app.overlays == open)
  }

  @Test("each part of a list can be reached by its scroll bar")
  func wholeList() throws {
    for rows in [24, 40, 14] {
      var stage = Stage(rows: rows, columns: 90, tracks: self.stage().library)
      let bar = try #require(ScrollBar(of: .library, in: stage.app))
      var tops: [Int] = []
      for row in bar.rect.row..<bar.rect.bottom {
        mouse(.press, row: row, column: bar.rect.column, &stage)
        mouse(.release, row: row, column: bar.rect.column, &stage)
        tops.append(stage.app.library.top)
      }
      #expect(tops == tops.sorted() && tops.first == 0 && tops.last == 400 - bar.rect.rows)
    }
  }

  private func help(of stage: Stage) throws -> Picker {
    guard case .picker(let help) = stage.app.overlays.last else {
      throw NoHelp()
    }
    return help
  }

  private struct NoHelp: Error {}

  @Test(
    "the scroll bar of a window scrolls its list and takes the selected row along",
    arguments: [(40, 120), (24, 80), (10, 40)])
  func windowScrollBar(rows: Int, columns: Int) throws {
    var stage = Stage(rows: rows, columns: columns)
    stage.press("?")
    let bar = try #require(ScrollBar(of: help(of: stage), in: stage.app))
    let (edge, height) = (bar.rect.column, bar.rect.rows)
    #expect(stage.frame[bar.rect.row, edge].text == "┃")
    mouse(.press, row: bar.rect.bottom - 1, column: edge, &stage)
    let end = try help(of: stage)
    #expect(end.cursor.top == end.shown.count - height && end.cursor.selected >= end.cursor.top)
    #expect(stage.frame[bar.rect.bottom - 1, edge].text == "┃")
    // The pointer may leave the bar meanwhile.
    mouse(.drag, row: 0, column: 3, &stage)
    let start = try help(of: stage).cursor
    #expect(start.top == 0 && (1..<height).contains(start.selected))
    mouse(.release, row: 0, column: 3, &stage)
    mouse(.drag, row: bar.rect.bottom - 1, column: edge, &stage)
    #expect(try help(of: stage).cursor == start)
  }

  @Test("the list of each window can be scrolled from end to end by its bar")
  func windowScrollBars() throws {
    var kinds: Set<WindowKind> = []
    for size in [Size(rows: 10, columns: 40), Size(rows: 24, columns: 80)] {
      var (palette, menu) = (Stage(rows: size.rows, columns: size.columns), Scene.songs.stage(size))
      palette.press(":")
      menu.press("F10")
      for var stage in Scene.allCases.map({ $0.stage(size) }) + [palette, menu] {
        guard let window = stage.app.overlays.last?.window,
          let list = window.list(in: stage.app), let bar = ScrollBar(of: window, in: stage.app)
        else { continue }
        kinds.insert(window.kind)
        for (row, top) in [(bar.rect.bottom - 1, list.count - list.rect.rows), (bar.rect.row, 0)] {
          mouse(.press, row: row, column: bar.rect.column, &stage)
          mouse(.release, row: row, column: bar.rect.column, &stage)
          let scrolled = stage.app.overlays.last?.window.list(in: stage.app)
          #expect(scrolled?.top == top, "\(window.kind), \(size)")
        }
      }
    }
    #expect(kinds.isSuperset(of: [.picker, .line, .menu, .columns]), "\(kinds)")
  }

  @Test("the wheel on the bar changes the volume, and its line can be dragged")
  func volume() throws {
    var stage = stage()
    let bar = try #require(stage.app.layout.bar)
    mouse(.wheelDown, row: bar.row, column: 40, &stage)
    #expect(stage.app.audio.volume == 0.95)
    mouse(.press, row: bar.row, column: 110, &stage)
    let before = stage.app.audio.volume
    mouse(.drag, row: bar.row - 3, column: 90, &stage)
    #expect(before > 0.1 && stage.app.audio.volume == 0)
    mouse(.drag, row: bar.row, column: 119, &stage)
    #expect(stage.app.audio.volume == 1)
    mouse(.release, row: bar.row, column: 119, &stage)
    mouse(.drag, row: bar.row, column: 104, &stage)
    #expect(stage.app.audio.volume == 1)
  }

  @Test("a heading sorts by its column, and again turns the order; a path leads back")
  func headings() throws {
    var stage = stage()
    let line = stage.frame.text(ofRow: 1)
    let bpm = try #require(line.firstRange(of: "BPM"))
    let column = line.distance(from: line.startIndex, to: bpm.lowerBound)
    mouse(.press, row: 1, column: column, &stage)
    #expect(stage.app.library.query.sort == .bpm && !stage.app.library.query.isDescending)
    stage.wait(.seconds(1))
    mouse(.press, row: 1, column: column, &stage)
    #expect(stage.app.library.query.sort == .bpm && stage.app.library.query.isDescending)
    stage.app.browsing.mode = .albums
    stage.app.browsing.push(ListQuery(.album(AlbumKey(artist: "A", name: "B"))))
    stage.send(.ticked)
    mouse(.press, row: 1, column: 4, &stage)
    #expect(stage.app.library.query.source == .albums)
  }

  @Test(
    "headings of artists and albums are where the mouse finds them",
    arguments: [BrowseMode.artists, .albums, .genres], [40, 60, 75, 118])
  func groupHeadings(mode: BrowseMode, columns: Int) throws {
    let headings = try #require(GroupHeadings(ListQuery(mode.source)))
    var frame = Frame(size: Size(rows: 1, columns: columns), title: "")
    frame.draw(in: frame.bounds, headings.draw(on:))
    let line = frame.text(ofRow: 0)
    for (name, sort) in [("Tracks", SortColumn.tracks), ("Time", .duration), ("Year", .year)] {
      guard let range = line.firstRange(of: name) else { continue }
      let column = line.distance(from: line.startIndex, to: range.lowerBound)
      #expect(headings.sort(at: column, of: columns) == sort)
    }
  }

  @Test("the stars of the selected row rate; a row without stars is not rated by a click")
  func stars() throws {
    var stage = Stage()
    let list = try #require(stage.app.layout.list(of: .library))
    let column = try #require(
      TrackColumns(width: list.columns).columns.first { $0.kind == .rating })
    let left = list.column + column.start
    mouse(.press, row: list.row + 1, column: left + 1, &stage)
    #expect(stage.receive().isEmpty && stage.app.library.selected == 1)
    stage.wait(.seconds(1))
    mouse(.press, row: list.row + 1, column: left + 1, &stage)
    let rated = Selection.rows([.track(TrackID(2))], ListQuery.folded(.songs))
    #expect(stage.receive() == [.edit(.tracks(.setRating(Rating(stars: 2), rated)))])
    stage.press("j")
    stage.wait(.seconds(1))
    mouse(.press, row: list.row + 2, column: left + 1, &stage)
    #expect(stage.receive().isEmpty)
  }
}
