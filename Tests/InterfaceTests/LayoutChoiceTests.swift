import Music
import Screen
import Testing

@testable import Interface

@Suite("The layout by hand")
struct LayoutChoiceTests {
  private static func stage(rows: Int = 40, columns: Int = 120) -> Stage {
    Scene.songs.stage(Size(rows: rows, columns: columns))
  }

  private static func type(_ line: String, into stage: inout Stage) {
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
  }

  private static func mouse(
    _ action: Mouse.Action, row: Int, column: Int, _ stage: inout Stage
  ) {
    stage.send(.input(.mouse(Mouse(action, at: Position(row: row, column: column)))))
  }

  @Test("a form holds where it fits, and comes back with the room for it")
  func forms() {
    var stage = Self.stage()
    Self.type("layout column", into: &stage)
    #expect(stage.app.layout.form == .column && stage.app.kept(.screenLayout) == .text("column"))
    Self.type("layout strip", into: &stage)
    #expect(stage.app.layout.form == .strip)
    Self.type("layout full", into: &stage)
    stage.send(.resized(Size(rows: 24, columns: 80)))
    #expect(stage.app.layout.form == .column)
    stage.send(.resized(Size(rows: 24, columns: 100)))
    #expect(stage.app.layout.form == .full)
    Self.type("layout auto", into: &stage)
    #expect(stage.app.kept(.screenLayout) == nil && stage.app.session.layout == nil)
  }

  @Test("Ctrl and arrows move the borders of the focused pane, as far as both sides fit")
  func keys() throws {
    var stage = Self.stage()
    let before = stage.app.layout.boxes
    stage.press("Ctrl-Left")
    let library = try #require(before[.library])
    #expect(stage.app.layout.boxes[.library]?.columns == library.columns - 2)
    for _ in 0..<100 { stage.press("Ctrl-Left") }
    #expect(stage.app.layout.boxes[.library]?.columns == 46)
    // The next step back is felt at once.
    stage.press("Ctrl-Right")
    #expect(stage.app.layout.boxes[.library]?.columns == 48)
    stage.press("Ctrl-Up")
    #expect(stage.app.layout.boxes[.mix]?.rows == 11)
    stage.press("Ctrl-Down", "Ctrl-Down", "Ctrl-Down")
    #expect(stage.app.layout.boxes[.mix]?.rows == 5)
    stage.press("Tab", "Ctrl-Up")
    let playing = try #require(stage.app.layout.boxes[.nowPlaying])
    stage.press("Ctrl-Down", "Ctrl-Down")
    #expect(stage.app.layout.boxes[.nowPlaying]?.rows == playing.rows + 2)
    Self.type("layout reset", into: &stage)
    #expect(stage.app.layout.boxes == before)
  }

  @Test("a dragged border follows the mouse, and its place is kept")
  func drag() throws {
    var stage = Self.stage()
    let playlists = try #require(stage.app.layout.boxes[.playlists])
    Self.mouse(.press, row: playlists.row + 3, column: playlists.column, &stage)
    Self.mouse(.drag, row: playlists.row + 3, column: playlists.column - 9, &stage)
    Self.mouse(.release, row: playlists.row + 3, column: playlists.column - 9, &stage)
    #expect(stage.app.layout.boxes[.playlists]?.column == playlists.column - 9)
    Self.mouse(.press, row: playlists.row - 1, column: 100, &stage)
    Self.mouse(.drag, row: playlists.row + 3, column: 100, &stage)
    Self.mouse(.release, row: playlists.row + 3, column: 100, &stage)
    #expect(stage.app.layout.boxes[.playlists]?.row == playlists.row + 4)
    let mix = try #require(stage.app.layout.boxes[.mix])
    Self.mouse(.press, row: mix.row - 1, column: 20, &stage)
    Self.mouse(.drag, row: mix.row - 4, column: 20, &stage)
    Self.mouse(.release, row: mix.row - 4, column: 20, &stage)
    #expect(stage.app.layout.boxes[.mix]?.rows == 11)
    let session = stage.app.session
    var other = Self.stage()
    _ = other.app.restore(session, PlayQueue())
    #expect(other.app.layout.boxes == stage.app.layout.boxes)
  }

  @Test("whatever sizes are set, the boxes fill the upper part of every screen, and none is empty")
  func sizes() throws {
    let lengths: [Int?] = [nil, .min, 0, 20, 60, .max]
    for size in [(24, 100), (30, 120), (40, 101), (50, 200), (80, 300)] {
      for right in lengths {
        for rows in lengths {
          for grows in [false, true] {
            let layout = Layout(
              size: Size(rows: size.0, columns: size.1), focus: .library, growsPlaylists: grows,
              choice: LayoutChoice(right: right, nowPlaying: rows, mix: rows))
            let foot = try #require(layout.cues ?? layout.wave).row
            let boxes = layout.boxes.values + [layout.otherList].compactMap { $0 }
            let area = boxes.reduce(0) { $0 + $1.rows * $1.columns }
            #expect(area == foot * size.1, "\(size) \(layout.choice)")
            #expect(boxes.allSatisfy { $0.rows >= 5 && $0.columns >= 38 })
          }
        }
      }
    }
  }

  @Test("forms by hand and moved borders leave no debris at any size")
  func debris() {
    for size in [(6, 30), (10, 40), (15, 60), (24, 80), (24, 100), (40, 120), (80, 300)] {
      for form in LayoutChoice.Form.allCases {
        for pane in Pane.allCases {
          var stage = Self.stage(rows: size.0, columns: size.1)
          _ = stage.app.perform(.pane(.layout(form)))
          _ = stage.app.perform(.pane(.focus(pane)))
          for _ in 0..<5 { stage.press("Ctrl-Left", "Ctrl-Up") }
          let frame = stage.frame
          for row in 0..<size.0 {
            #expect(TextWidth.columns(of: frame.text(ofRow: row)) == size.1)
          }
        }
      }
    }
  }
}

/// Playlists and queue side by side.
@Suite("The wide layout")
struct WideLayoutTests {
  private func stage() -> Stage {
    var stage = Stage(rows: 50, columns: 200)
    stage.app.focus = .library
    _ = stage.playSelected()
    _ = stage.receive()
    stage.send(.ticked)
    return stage
  }

  @Test("both lists are loaded and drawn, and Tab visits one after the other")
  func visits() throws {
    var stage = stage()
    let other = try #require(stage.app.layout.otherList)
    let shown = try #require(stage.app.layout.boxes[.playlists])
    #expect(
      shown.right == other.column && other.right == stage.app.layout.boxes[.nowPlaying]?.column)
    #expect(stage.text.contains("─ Playlists ─") && stage.text.contains("─ Queue ─"))
    var seen: [String] = []
    for _ in 0..<5 {
      stage.press("Tab")
      seen.append(
        stage.app.focus.rawValue
          + (stage.app.focus == .playlists && stage.app.showsQueue ? ", queue" : ""))
    }
    #expect(seen == ["nowPlaying", "mix", "playlists", "playlists, queue", "library"])
    stage.press("Shift-Tab")
    #expect(stage.app.focus == .playlists && stage.app.showsQueue)
    stage.press("Shift-Tab")
    #expect(stage.app.focus == .playlists && !stage.app.showsQueue)
  }

  @Test("a click in the other list selects its row, and the wheel moves it where it is")
  func mouse() throws {
    var stage = stage()
    stage.app.focus = .playlists
    let other = try #require(stage.app.layout.otherList)
    let before = stage.app.browsing[.queue].selected
    stage.send(
      .input(.mouse(Mouse(.wheelDown, at: Position(row: other.row + 4, column: other.column + 4)))))
    #expect(!stage.app.showsQueue && stage.app.browsing[.queue].selected != before)
    stage.send(
      .input(.mouse(Mouse(.press, at: Position(row: other.row + 3, column: other.column + 4)))))
    #expect(stage.app.focus == .playlists && stage.app.showsQueue)
    #expect(stage.app.browsing[.queue].selected == 1)
    #expect(stage.app.layout.boxes[.playlists] == other)
  }
}
