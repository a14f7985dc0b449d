import Music
import Screen
import ScreenPictures
import Testing

@testable import Interface

@Suite("Chosen columns")
struct ColumnTests {
  private static func stage(_ line: String, rows: Int = 40, columns: Int = 120) -> Stage {
    var stage = Scene.songs.stage(Size(rows: rows, columns: columns))
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    return stage
  }

  private static func kinds(_ stage: Stage) -> [TrackColumns.Kind] {
    let width = stage.app.layout.panes[.library]?.columns ?? 0
    return stage.app.columns(of: stage.app.library, width: width).columns.map(\.kind)
  }

  @Test("a command line names columns in their order, and a wrong name changes nothing")
  func commandLine() throws {
    var stage = Self.stage("columns year artist:12 title format time")
    #expect(Self.kinds(stage) == [.state, .year, .artist, .title, .format, .badges, .time])
    let heading = stage.frame.text(ofRow: 1)
    let names = ["Year", "Artist", "Title", "Format", "Time"].compactMap {
      heading.firstRange(of: $0)?.lowerBound
    }
    #expect(names.count == 5 && names == names.sorted())
    stage.press(":")
    stage.type("columns title colour")
    stage.press("Enter", "Esc", "Esc")
    #expect(Self.kinds(stage).contains(.year))
    stage.press(":")
    stage.type("columns default")
    stage.press("Enter")
    #expect(stage.app.browsing.columns == ListColumns())
  }

  @Test("the last word of a line of columns is completed by what it does not have yet")
  func completion() {
    let stage = Stage()
    #expect(stage.app.completions(of: "columns ti") == ["columns title", "columns time"])
    #expect(stage.app.completions(of: "columns title ti") == ["columns title time"])
    #expect(
      stage.app.completions(of: "columns title:20 al")
        == ["columns title:20 album-artist", "columns title:20 album"])
  }

  @Test("the window shows, moves and widens columns at once; Esc takes everything back")
  func window() throws {
    var stage = Scene.songs.stage(Size(rows: 40, columns: 120))
    let before = Self.kinds(stage)
    stage.press(":")
    stage.type("columns")
    stage.press("Enter")
    guard case .columns(let panel) = stage.app.overlays.last else {
      Issue.record("no window")
      return
    }
    #expect(
      panel.rows.filter(\.isOn).map(\.column.kind)
        == before.filter { $0 != .state && $0 != .badges })
    #expect(stage.frame.plainText.contains("Columns"))
    stage.press("j", "Space")
    #expect(!Self.kinds(stage).contains(.artist))
    stage.press("Space", "K")
    #expect(Self.kinds(stage).prefix(3) == [.state, .artist, .title])
    stage.press("l", "l")
    let chosen = try #require(stage.app.browsing.columns[stage.app.library])
    #expect(chosen[0].kind == .artist && (chosen[0].width ?? 0) > 10)
    stage.press("Esc")
    #expect(Self.kinds(stage) == before && stage.app.overlays.isEmpty)
  }

  @Test("the title cannot be switched off, and r takes all changes back")
  func title() {
    var stage = Self.stage("columns artist")
    #expect(Self.kinds(stage).contains(.title))
    stage.press(":")
    stage.type("columns")
    stage.press("Enter", "Space", "r", "Enter")
    #expect(stage.app.browsing.columns == ListColumns())
  }

  @Test("each kind of list has its own columns, which are kept")
  func session() {
    var stage = Self.stage("columns title path:30 played")
    #expect(stage.app.kept(.columnsSongs) == .names(["title", "path:30", "played"]))
    stage.press("[")
    #expect(stage.app.browsing.columns[stage.app.library] == nil)
    var other = Stage()
    other.begin(with: stage.app.keptSettings)
    #expect(other.app.keptSettings == stage.app.keptSettings)
    other.begin(with: SettingsFile(values: [.columnsQueue: .names(["time", "time"])]))
    #expect(other.app.kept(.columnsQueue) == .names(["title", "time"]))
    #expect(other.app.kept(.columnsSongs) == nil)
  }

  @Test("chosen columns fit every width: the least important go first, and title and slots stay")
  func widths() {
    let all = TrackColumns.Kind.choosable.map { ChosenColumn($0) }
    for columns in [all, all.reversed(), all.map { ChosenColumn($0.kind, width: 25) }] {
      var last = 0
      for width in 10...320 {
        let fitted = TrackColumns(width: width, chosen: columns).columns
        #expect(fitted.contains { $0.kind == .title } && fitted.contains { $0.kind == .badges })
        for (column, next) in zip(fitted, fitted.dropFirst()) {
          #expect(column.start + column.width == next.start && column.width > 0)
        }
        if width >= 16, let end = fitted.last { #expect(end.start + end.width <= width) }
        #expect(fitted.count >= last - 1)
        last = fitted.count
      }
    }
  }

  @Test("a click on a heading sorts where there is such an order")
  func headings() throws {
    let stage = Self.stage("columns title format plays added")
    let rect = try #require(stage.app.layout.panes[.library])
    func click(_ kind: TrackColumns.Kind) throws -> ScreenTarget? {
      let columns = stage.app.columns(of: stage.app.library, width: rect.columns)
      let column = try #require(columns.columns.first { $0.kind == kind })
      return ScreenTarget.find(
        at: Position(row: rect.row + 1, column: rect.column + column.start), in: stage.app)
    }
    #expect(try click(.added) == .command(.library, .list(.sort(.added))))
    #expect(try click(.plays) == .command(.library, .list(.sort(.plays))))
    #expect(try click(.format) == nil)
  }

  @Test("in folders the arrow is at the order that counts there, which is that of paths")
  func folders() throws {
    var stage = Stage(mode: .folders)
    let rows = Samples.tracks.map { ListRow.track($0, slots: []) }
    stage.rows[ListQuery(.folder(nil))] = rows
    stage.rows[ListQuery(.folder(nil), sort: .title)] = rows
    stage.send(.library(.changed))
    stage.run("columns title artist path")
    #expect(stage.frame.text(ofRow: 1).contains("Artist  "))
    #expect(!stage.frame.text(ofRow: 1).contains("Artist▴"))
    stage.run("sort artist")
    #expect(stage.app.message?.text == "Sorted by path")
    let rect = try #require(stage.app.layout.panes[.library])
    let columns = stage.app.columns(of: stage.app.library, width: rect.columns)
    let artist = try #require(columns.columns.first { $0.kind == .artist })
    let target = ScreenTarget.find(
      at: Position(row: rect.row + 1, column: rect.column + artist.start), in: stage.app)
    #expect(target == nil || target == .command(nil, .pane(.focus(.library))))
    stage.run("sort title")
    #expect(stage.frame.text(ofRow: 1).contains("Title▴"))
  }

  @Test("the window fits every size, with its row at the cursor")
  func sizes() {
    for (rows, columns) in [(10, 40), (15, 60), (24, 80), (40, 120), (80, 300)] {
      var stage = Self.stage("columns", rows: rows, columns: columns)
      for _ in 0..<30 { stage.press("j") }
      let frame = stage.frame
      for row in 0..<rows { #expect(TextWidth.columns(of: frame.text(ofRow: row)) == columns) }
      #expect(frame.plainText.contains("Path") || frame.plainText.contains("Bit rate"))
    }
  }
}
