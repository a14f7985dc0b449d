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
    #expect(stage.app.kept(.listsRows) == nil)
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

  @Test("two lines are kept, and columns that the second line has are left out")
  func session() throws {
    var stage = Self.stage(tracks: 20)
    #expect(stage.app.kept(.listsRows) == .text("two-line"))
    var other = Stage()
    other.begin(with: stage.app.keptSettings)
    #expect(other.app.browsing.density == .twoLine)
    _ = stage.app.perform(
      .list(.setColumns([ChosenColumn(.title), ChosenColumn(.artist), ChosenColumn(.plays)])))
    let kinds = stage.app.columns(of: stage.app.library, width: 70).columns.map(\.kind)
    #expect(kinds == [.state, .title, .plays, .badges])
  }

  // MARK: Covers

  private static let cell = PixelSize(width: 10, height: 20)

  /// Rows of three albums by turns, of which the first two have covers.
  private static func covered(
    _ way: ImageWay, rows: Int = 40, columns: Int = 120
  ) throws -> Stage {
    var stage = Stage(
      rows: rows, columns: columns,
      tracks: (1...60).map {
        Samples.track(
          Int64($0), "Title \($0)", "Artist", "Album \($0 % 3)", "2001", $0, seconds: 100)
      })
    let picture = try #require(Picture(width: 1, height: 1, pixels: [240, 0, 0]))
    for name in ["Album 0", "Album 1"] { stage.albumCovers[name] = picture }
    stage.send(.imagesChosen(way, cell: cell))
    stage.press(":")
    stage.type("rows two-line")
    stage.press("Enter")
    return stage
  }

  @Test("a cover is at the left of each row, asked for once for each album")
  func covers() throws {
    var stage = try Self.covered(.blocks)
    func asked(_ app: inout App) -> [CoverRequest] {
      app.missingCovers().compactMap {
        if case .load(.cover(let request)) = $0 { request } else { nil }
      }
    }
    var app = stage.app
    app.covers = Covers()
    app.covers.show(.blocks, cell: Self.cell)
    let requests = asked(&app)
    #expect(requests.count == 3 && requests.allSatisfy { $0.box == RowCover.size })
    #expect(asked(&app).isEmpty)
    let list = try #require(stage.app.layout.list(of: .library))
    let frame = stage.frame
    for row in 0..<list.rows / 2 {
      let track = try #require(stage.app.library.window[row]?.track)
      let hasCover = track.tags.album != "Album 2"
      for line in 0..<2 {
        let cells = (0..<4).map { frame[list.row + 2 * row + line, list.column + $0] }
        #expect(cells.allSatisfy { ($0.colors?.background?.red == 240) == hasCover })
        #expect(hasCover || cells.allSatisfy { $0.ground == .field })
      }
      let text = frame.text(ofRow: list.row + 2 * row).dropFirst(list.column)
      #expect(text.dropFirst(RowCover.indent).dropFirst(2).hasPrefix(track.title))
      let names = frame.text(ofRow: list.row + 2 * row + 1).dropFirst(list.column)
      #expect(names.dropFirst(RowCover.indent).dropFirst(2).hasPrefix("Artist"))
    }
    // Headings stand above their columns.
    let heading = frame.text(ofRow: list.row - 1).dropFirst(list.column + RowCover.indent + 2)
    #expect(heading.hasPrefix("Title"))
    // Rows that come into view ask for nothing that is there.
    stage.press("PgDn")
    #expect(asked(&stage.app).isEmpty)
  }

  @Test("images are whole in each row, and blocks stand in their place under a window")
  func images() throws {
    for way in [ImageProtocol.kitty, .sixel] {
      var stage = try Self.covered(.image(way))
      let list = try #require(stage.app.layout.list(of: .library))
      var frame = stage.frame
      let covered = (0..<list.rows / 2).count { ($0 + 1) % 3 != 2 }
      #expect(frame.images.count == covered)
      #expect(frame.images.allSatisfy { frame.isWhole($0) && $0.image.size == RowCover.size })
      // The row of the cursor leaves the ground of an image as it is.
      stage.press("j", "j", "j")
      let moved = stage.frame
      #expect(moved.images == frame.images)
      #expect(
        moved.images.allSatisfy { placed in
          moved[placed.position.row, placed.position.column]
            == frame[placed.position.row, placed.position.column]
        })
      stage.press("?")
      frame = stage.frame
      #expect(frame.images.isEmpty == !way.usesCells)
    }
  }

  @Test("without pictures, colours or room the columns stay where they are")
  func withoutCovers() throws {
    func start(_ stage: Stage) throws -> Int? {
      let list = try #require(stage.app.layout.list(of: .library))
      return stage.app.columns(of: stage.app.library, width: list.columns).columns.first?.start
    }
    var stage = try Self.covered(.blocks)
    #expect(try start(stage) == RowCover.indent)
    stage.send(.imagesChosen(.none, cell: Self.cell))
    #expect(try start(stage) == 0 && stage.app.subjectsOfRows.isEmpty)
    stage.send(.imagesChosen(.blocks, cell: Self.cell))
    stage.app.choose(ShapeChoice.ascii)
    #expect(try start(stage) == 0)
    stage.app.choose(ShapeChoice.skin)
    stage.app.hasManyColors = false
    #expect(try start(stage) == 0)
    #expect(try start(Self.covered(.blocks, rows: 24, columns: 80)) == RowCover.indent)
    #expect(try start(Self.covered(.blocks, rows: 24, columns: 38)) == 0)
    #expect(try start(Self.covered(.blocks, rows: 10, columns: 40)) == 0)
  }
}
