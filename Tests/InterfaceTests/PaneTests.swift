import Music
import Screen
import Testing

@testable import Interface

/// The contract of `PaneContent`, for each pane.
@Suite("Panes")
struct PaneTests {
  private static func stage(_ pane: Pane, _ scene: Scene = .songs, _ size: Size? = nil) -> Stage {
    var stage = scene.stage(size ?? Size(rows: 40, columns: 120))
    stage.app.windows.close { _ in true }
    _ = stage.app.perform(.pane(.focus(pane)))
    stage.send(.ticked)
    return stage
  }

  private static func cells(_ area: Rect) -> [Position] {
    (area.row..<area.bottom).flatMap { row in
      (area.column..<area.right).map { Position(row: row, column: $0) }
    }
  }

  /// The targets of clicks in a pane, cell by cell.
  private static func targets(of pane: Pane, in app: App) throws -> [ScreenTarget] {
    let rect = try #require(app.layout.panes[pane])
    return cells(rect).compactMap { pane.content.target(at: $0, in: rect, of: app) }
  }

  // MARK: Every pane

  @Test("every pane has a title and draws within its rectangle", arguments: Pane.allCases)
  func everyPane(pane: Pane) throws {
    #expect(pane.content.pane == pane && !pane.content.title.isEmpty)
    for (scene, size) in [Scene.songs, .playlist, .empty].flatMap({ scene in
      Scene.sizes.map { (scene, $0) }
    }) {
      let app = Self.stage(pane, scene, size).app
      let rect = try #require(app.layout.panes[pane])
      var frame = Frame(size: size)
      pane.content.draw(into: &frame, in: rect, of: app)
      let drawn = Self.cells(frame.bounds).filter { frame[$0.row, $0.column] != .blank }
      #expect(drawn.allSatisfy(rect.contains), "\(scene) at \(size)")
      #expect(!drawn.isEmpty || app.focusedList?.isLoading == true, "\(scene) at \(size)")
    }
  }

  @Test("every pane is found by the mouse, in its tab where it shows alone")
  func mouse() throws {
    for pane in Pane.allCases {
      var app = Self.stage(.library, .songs, Size(rows: 24, columns: 80)).app
      let line = try #require(app.layout.tabs)
      let command = Command.pane(.focus(pane))
      let target = Self.cells(line).first {
        ScreenTarget.find(at: $0, in: app) == .command(nil, command)
      }
      #expect(target != nil)
      _ = app.perform(command)
      #expect(app.focus == pane && app.layout.panes[pane] != nil)
    }
  }

  @Test(
    "every pane has a box, that of the focused one stands out, and the boxes fill the upper part")
  func boxes() throws {
    for pane in Pane.allCases {
      for size in [24, 31, 40, 60].flatMap({ rows in
        [100, 120, 150, 300].map { Size(rows: rows, columns: $0) }
      }) {
        let stage = Self.stage(pane, .songs, size)
        let (layout, frame) = (stage.app.layout, stage.frame)
        #expect(layout.boxes.count == Pane.allCases.count)
        let foot = try #require(layout.cues ?? layout.wave).row
        let boxes = layout.boxes.values + [layout.otherList].compactMap { $0 }
        #expect(boxes.reduce(0) { $0 + $1.rows * $1.columns } == foot * size.columns)
        for (owner, box) in layout.boxes {
          let inside = box.inset(top: 1, left: 1, bottom: 1, right: 1)
          #expect(inside.rows >= 2 && inside.columns >= 30, "\(owner) at \(size)")
          let wrong = Self.cells(box).filter { position in
            guard !inside.contains(position) else { return false }
            let cell = frame[position.row, position.column]
            // Titles are in the upper edge, and the scroll thumb is in the right one.
            if !"╭╮╰╯│─".contains(cell.text) {
              return box.row + 1..<box.bottom - 1 ~= position.row && cell.text != "┃"
            }
            return cell.face != (owner == pane ? .borderFocused : .border)
          }
          #expect(wrong == [], "\(owner) with \(pane) at \(size)")
        }
      }
    }
  }

  /// A pane with no more than `PaneContent` requires.
  private struct Plain: PaneContent {
    let pane = Pane.nowPlaying
    let title = "Plain"
    func draw(into frame: inout Frame, in rect: Rect, of app: App) {}
  }

  @Test("a pane with a title only takes the focus, and nothing is selected in it")
  func plain() throws {
    var app = Self.stage(.nowPlaying).app
    let (before, pane) = (app, Plain())
    #expect(pane.tabs(in: app).names == ["Plain"])
    #expect(pane.slot(in: app.browsing) == nil && pane.selection(in: app) == nil)
    #expect(pane.playlist(in: app) == nil)
    let rect = try #require(app.layout.panes[.nowPlaying])
    for row in [rect.row, rect.row + 3] {
      let target = pane.target(at: Position(row: row, column: rect.column), in: rect, of: app)
      guard case .command(_, .pane(.focus(.nowPlaying))) = target else {
        Issue.record("row \(row) finds \(String(describing: target))")
        continue
      }
    }
    #expect(pane.remove(in: &app).isEmpty)
    pane.move(by: 1, in: &app)
    pane.move(toRow: 0, in: &app)
    pane.changeTab(by: 1, in: &app.browsing)
    #expect(app == before)
  }

  @Test("the wheel moves the list under the pointer, and leaves the focus where it is")
  func wheel() throws {
    for focus in Pane.allCases {
      for pane in Pane.allCases {
        var stage = Self.stage(focus)
        let rect = try #require(stage.app.layout.panes[pane])
        let position = Position(row: rect.row + 3, column: rect.column + 3)
        let cursors = { (app: App) in [app.library.selected, app.playlistsList.selected] }
        let (before, slot) = (cursors(stage.app), stage.app.selectedSlot)
        stage.send(.input(.mouse(Mouse(.wheelDown, at: position))))
        let after = cursors(stage.app)
        #expect(stage.app.focus == focus)
        #expect((before[0] != after[0]) == (pane == .library), "\(pane) from \(focus)")
        #expect((before[1] != after[1]) == (pane == .playlists), "\(pane) from \(focus)")
        #expect((slot != stage.app.selectedSlot) == (pane == .mix), "\(pane) from \(focus)")
      }
    }
  }

  // MARK: Single panes

  @Test("the library's tabs are the ways to browse, each found by the mouse and by its keys")
  func libraryTabs() throws {
    var app = Self.stage(.library).app
    let targets = try Self.targets(of: .library, in: app)
    for mode in app.browsing.modes {
      #expect(targets.contains(.command(.library, .pane(.browse(mode)))))
    }
    let mode = app.mode
    for _ in app.browsing.modes {
      LibraryPane().changeTab(by: 1, in: &app.browsing)
      #expect(
        LibraryPane().tabs(in: app).names[LibraryPane().tabs(in: app).active] == app.mode.title)
    }
    #expect(app.mode == mode)
  }

  @Test("what is opened in the library is left again, down to the first list")
  func libraryLists() throws {
    var stage = Self.stage(.library, .artists)
    let list = stage.app.library.query
    #expect(LibraryPane().activate(in: &stage.app).isEmpty)
    #expect(stage.app.library.query != list)
    let wasPopped = stage.app.browsing.pop()
    #expect(wasPopped && stage.app.library.query == list)
    let wasPoppedAgain = stage.app.browsing.pop()
    #expect(!wasPoppedAgain)
    #expect(LibraryPane().remove(in: &stage.app).isEmpty && stage.app.message != nil)
  }

  @Test("the playlists pane shows playlists or the queue, and commands are about what shows")
  func playlists() throws {
    var stage = Self.stage(.playlists)
    stage.press("Backspace")
    #expect(PlaylistsPane().slot(in: stage.app.browsing) == .playlists)
    #expect(PlaylistsPane().playlist(in: stage.app)?.name == "Friday at the harbour")
    #expect(
      PlaylistsPane().selection(in: stage.app)
        == .rows([.playlist(PlaylistID(3))], ListQuery(.playlists)))
    var targets = try Self.targets(of: .playlists, in: stage.app)
    #expect(targets.contains(.command(.playlists, .pane(.nextTab))))
    #expect(targets.contains(.row(.playlists, 0)))
    stage.press("]")
    #expect(PlaylistsPane().slot(in: stage.app.browsing) == .queue)
    #expect(PlaylistsPane().playlist(in: stage.app) == nil)
    targets = try Self.targets(of: .playlists, in: stage.app)
    #expect(targets.contains(.command(.playlists, .pane(.nextTab))))
    guard case .tracks(let queued) = PlaylistsPane().selection(in: stage.app) else {
      Issue.record("nothing is selected in the queue")
      return
    }
    #expect(queued.count == 1)
  }

  @Test("the mix pane is about the slot under the cursor, which stays among the three")
  func mix() throws {
    var stage = Self.stage(.mix)
    let pane = MixPane()
    #expect(pane.slot(in: stage.app.browsing) == nil)
    #expect(
      pane.selection(in: stage.app) == .rows([.playlist(PlaylistID(1))], ListQuery(.playlists)))
    #expect(
      pane.remove(in: &stage.app) == [.edit(.playlists(.assignSlot(.one, nil)))])
    #expect(
      try Set(Self.targets(of: .mix, in: stage.app).map { "\($0)" }).sorted()
        == MixSlot.allCases.map { "\(ScreenTarget.slot($0))" }.sorted())
    pane.move(by: 9, in: &stage.app)
    #expect(stage.app.selectedSlot == .three && pane.selection(in: stage.app) == nil)
    #expect(pane.remove(in: &stage.app).isEmpty)
    _ = pane.activate(in: &stage.app)
    #expect(!stage.app.overlays.isEmpty)
    stage.app.windows.close { _ in true }
    pane.move(toRow: 0, in: &stage.app)
    _ = pane.activate(in: &stage.app)
    #expect(stage.app.focus == .mix && stage.app.layout.isMixLarge)
    #expect(stage.app.openPlaylist == PlaylistID(1))
  }

  @Test("what plays is what commands are about in its pane, whatever is selected elsewhere")
  func nowPlaying() throws {
    var stage = Self.stage(.nowPlaying)
    let heard = try #require(stage.app.audibleItem)
    #expect(NowPlayingPane().selection(in: stage.app) == .tracks([heard]))
    #expect(stage.app.focusedTrack == stage.app.playing.track && stage.app.focusedList == nil)
    let effects = NowPlayingPane().activate(in: &stage.app)
    #expect(effects == [.player(.pause)] || effects == [.player(.resume)])
  }

  @Test("a window fades the screen behind it, unless the screen is read or changed meanwhile")
  func fading() {
    var stage = Stage(rows: 40, columns: 120)
    func faded(_ stage: Stage) -> Int {
      let frame = stage.frame
      return frame.cells.count { $0.isBehind }
    }
    #expect(faded(stage) == 0)
    stage.press("?")
    let frame = stage.frame
    #expect(faded(stage) > 1_000)
    #expect(frame[0, 0].isBehind && !frame[39, 1].isBehind)
    let behind = frame.line(20).count { $0.isBehind }
    #expect(behind > 0 && behind < 120)
    stage.press("Esc")
    #expect(faded(stage) == 0)
    stage.press(":")
    #expect(faded(stage) > 1_000)
    stage.press("Esc")
    for key in ["/", "F10", "T"] {
      stage.press(key)
      #expect(!stage.app.overlays.isEmpty && faded(stage) == 0, "\(key)")
      stage.press("Esc")
    }
    // Below the size of the palette the commands are typed in the last line.
    stage.send(.resized(Size(rows: 12, columns: 60)))
    stage.press(":")
    #expect(!stage.app.overlays.isEmpty && faded(stage) == 0)
  }
}
