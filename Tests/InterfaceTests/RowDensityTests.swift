import Music
import Screen
import Testing

@testable import Interface

@Suite("Rows of two lines")
struct RowDensityTests {
  private static func stage(
    _ scene: Scene = .songs, rows: Int = 40, columns: Int = 120, tracks: Int? = nil
  ) -> Stage {
    var stage = scene.stage(Size(rows: rows, columns: columns))
    if let tracks {
      stage = Stage(
        rows: rows, columns: columns,
        tracks: (1...tracks).map {
          Samples.track(
            Int64($0), "Title \($0)", "Artist \($0)", "Album", "2001", $0, bpm: 120, key: "Am",
            seconds: 100)
        })
    }
    stage.press(":")
    stage.type("rows two-line")
    stage.press("Enter")
    return stage
  }

  @Test("artist and album are below the title, and a click on either line selects the row")
  func lines() throws {
    var stage = Self.stage(tracks: 60)
    let list = try #require(stage.app.layout.list(of: .library))
    let frame = stage.frame
    #expect(frame.text(ofRow: list.row + 2).contains("Title 2"))
    #expect(frame.text(ofRow: list.row + 3).contains("Artist 2 — Album"))
    #expect(!frame.text(ofRow: list.row + 2).contains("Artist 2"))
    for line in [4, 5] {
      let target = ScreenTarget.find(
        at: Position(row: list.row + line, column: list.column + 5), in: stage.app)
      #expect(target == .row(.library, 2))
    }
    stage.press(":")
    stage.type("rows compact")
    stage.press("Enter")
    #expect(stage.frame.text(ofRow: list.row + 2).contains("Title 3"))
    #expect(stage.app.session.rows == nil)
  }

  @Test(
    "the cursor's row is whole on the screen wherever it moves, and pages are of rows that show")
  func scrolling() throws {
    for (rows, columns) in [(14, 46), (24, 80), (24, 100), (33, 120), (40, 120), (80, 300)] {
      var stage = Self.stage(rows: rows, columns: columns, tracks: 200)
      let list = try #require(stage.app.layout.list(of: .library))
      for keys in ["j", "PgDn", "PgDn", "G", "k", "k", "PgUp", "g"] {
        stage.press(keys)
        let state = stage.app.library
        let line = list.row + 2 * (state.selected - state.top)
        #expect(line >= list.row && line + 2 <= list.bottom)
        let frame = stage.frame
        #expect(frame.text(ofRow: line).contains("Title \(state.selected + 1)"))
        #expect(frame.text(ofRow: line + 1).contains("Artist \(state.selected + 1)"))
      }
    }
  }

  @Test("the scroll bar leads to both ends of the list")
  func scrollBar() throws {
    var stage = Self.stage(tracks: 200)
    let bar = try #require(ScrollBar(of: .library, in: stage.app))
    #expect(bar.thumb.lowerBound == 0)
    #expect(bar.top(withThumbAt: bar.rect.row) == 0)
    #expect(bar.top(withThumbAt: bar.rect.bottom) == 200 - bar.rect.rows / 2)
    stage.press("G")
    let end = try #require(ScrollBar(of: .library, in: stage.app))
    #expect(end.thumb.upperBound == end.rect.rows)
  }

  @Test(
    "headers, lists of other rows and the smallest screens stay as they are, and nothing is cut")
  func scenes() {
    for scene in [Scene.songs, .grouped, .playlist, .albums, .mixLarge] {
      for (rows, columns) in [(10, 40), (24, 80), (40, 120), (50, 200)] {
        let stage = Self.stage(scene, rows: rows, columns: columns)
        let frame = stage.frame
        for row in 0..<rows { #expect(TextWidth.columns(of: frame.text(ofRow: row)) == columns) }
        let list = stage.app.library
        let isHigh = rows > 10 && scene != .albums && scene != .mixLarge
        if scene != .playlist {
          #expect(stage.app.browsing.rowHeight(of: list) == (isHigh ? 2 : 1))
        }
      }
    }
  }

  @Test("the session keeps two lines, and columns that the second line has are left out")
  func session() throws {
    var stage = Self.stage(tracks: 20)
    #expect(stage.app.session.rows == .twoLine)
    var other = Stage()
    _ = other.app.restore(stage.app.session, PlayQueue())
    #expect(other.app.browsing.density == .twoLine)
    _ = stage.app.perform(
      .list(.setColumns([ChosenColumn(.title), ChosenColumn(.artist), ChosenColumn(.plays)])))
    let kinds = stage.app.columns(of: stage.app.library, width: 70).columns.map(\.kind)
    #expect(kinds == [.state, .title, .plays, .badges])
  }
}
