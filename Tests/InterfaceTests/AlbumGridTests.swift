import Music
import Screen
import Testing

@testable import Interface

@Suite("Albums as a grid of covers")
struct AlbumGridTests {
  private static let cell = PixelSize(width: 10, height: 20)

  private func stage(
    _ size: Size = Size(rows: 40, columns: 120), _ way: ImageWay = .image(.kitty)
  ) throws -> Stage {
    var stage = Scene.albums.stage(size)
    let picture = try #require(Picture(width: 1, height: 1, pixels: [240, 0, 0]))
    for case .album(let album) in stage.rows[ListQuery(.albums)] ?? [] {
      stage.albumCovers[album.key.name] = picture
    }
    stage.send(.imagesChosen(way, cell: Self.cell))
    stage.press(":")
    stage.type("view grid")
    stage.press("Enter")
    _ = stage.receive()
    _ = stage.receive()
    return stage
  }

  @Test("each album has its cover and its names below, the selected one its tracks beside them")
  func shows() throws {
    let stage = try stage()
    let frame = stage.frame
    let albums = stage.app.library.window.rows.compactMap { row in
      if case .album(let album) = row { album } else { nil }
    }
    #expect(albums.count > 4)
    // The covers of the tiles, and the one beside them.
    #expect(frame.images.count == min(albums.count, stage.app.browsing.grid?.capacity ?? 0) + 1)
    #expect(frame.images.allSatisfy(frame.isWhole))
    let first = try #require(albums.first)
    #expect(stage.text.contains(RowView.named(first.key.name)))
    let tracks = stage.library.filter { $0.tags.album == first.key.name }
    for track in tracks { #expect(stage.text.contains(track.title.prefix(12))) }
  }

  @Test("the arrows move in two dimensions and stop at the edges")
  func moves() throws {
    var stage = try stage()
    let columns = try #require(stage.app.browsing.grid?.columns)
    let count = stage.app.library.count
    #expect(columns > 1 && count > columns)
    func selected(_ key: String) -> Int {
      stage.press(key)
      return stage.app.library.selected
    }
    #expect(selected("Left") == 0 && selected("Up") == 0)
    #expect(selected("Right") == 1)
    #expect(selected("Down") == min(count - 1, 1 + columns))
    #expect(selected("Up") == 1)
    #expect(selected("End") == count - 1)
    #expect(selected("Right") == count - 1 && selected("Down") == count - 1)
    #expect(selected("Home") == 0)
    // Seeks are keys of the other panes still.
    stage.press("Tab")
    #expect(stage.app.browsing.grid == nil)
  }

  @Test("Enter opens the album at the cursor as a list, and Backspace leads back to its tile")
  func opens() throws {
    var stage = try stage()
    stage.press("Right")
    let key = stage.app.library.selectedRow?.id
    stage.press("Enter")
    _ = stage.receive()
    #expect(stage.app.browsing.grid == nil && stage.app.library.query.source.isAlbum)
    stage.press("Backspace")
    _ = stage.receive()
    #expect(stage.app.browsing.grid != nil && stage.app.library.selectedRow?.id == key)
  }

  @Test("a click selects a tile, a double click opens it, the wheel scrolls by rows")
  func mouse() throws {
    var stage = try stage(Size(rows: 24, columns: 80))
    let grid = try #require(stage.app.browsing.grid)
    let tile = grid.tile(1)
    let position = Position(row: tile.row + 1, column: tile.column + 2)
    stage.send(.input(.mouse(Mouse(.press, at: position))))
    #expect(stage.app.library.selected == 1)
    stage.send(.input(.mouse(Mouse(.wheelDown, at: position))))
    #expect(stage.app.library.selected == min(stage.app.library.count - 1, 1 + grid.columns))
    #expect(stage.app.library.top % grid.columns == 0)
    stage.send(.input(.mouse(Mouse(.wheelUp, at: position))))
    stage.wait(.seconds(1))
    for _ in 0..<2 { stage.send(.input(.mouse(Mouse(.press, at: position)))) }
    #expect(stage.app.library.query.source.isAlbum)
  }

  @Test("dragging the scroll bar reaches the last row, and keeps the cursor's column")
  func drags() throws {
    var list = ListState(ListQuery(.albums))
    list.columns = 4
    let rows = (0..<39).map { index in
      ListRow.album(
        ListRow.Album(
          key: AlbumKey(artist: "", name: "\(index)"), year: nil, tracks: 1, duration: .zero))
    }
    list.update(ListWindow(query: list.query, count: 39, rows: rows), height: 12)
    list.move(to: 1, height: 12)
    list.scroll(to: 27, height: 12)
    #expect(list.top == 28 && list.selected == 29)
    list.scroll(to: 0, height: 12)
    #expect(list.top == 0 && list.selected == 9)
    list.scroll(to: 5, height: 12)
    #expect(list.top == 8 && list.selected == 9)
  }

  @Test(
    "tiles fit at every size, and nothing of one is on another",
    arguments: [(10, 40), (14, 46), (24, 80), (24, 100), (30, 120), (50, 200), (80, 300)])
  func sizes(rows: Int, columns: Int) throws {
    let stage = try stage(Size(rows: rows, columns: columns))
    let frame = stage.frame
    guard let grid = stage.app.browsing.grid else { return }
    let area = try #require(stage.app.layout.list(of: .library))
    var taken: Set<[Int]> = []
    for index in 0..<grid.capacity {
      let tile = grid.tile(index)
      #expect(tile.row >= area.row && tile.bottom <= area.bottom)
      #expect(tile.column > area.column && tile.right < area.right)
      for row in tile.row..<tile.bottom {
        for column in tile.column..<tile.right { #expect(taken.insert([row, column]).inserted) }
      }
    }
    #expect(frame.images.allSatisfy(frame.isWhole))
  }

  @Test("the view is kept, and the list comes back by its name")
  func kept() throws {
    var stage = try stage()
    #expect(stage.app.kept(.listsAlbums) == .text("grid"))
    stage.press(":")
    stage.type("view list")
    stage.press("Enter")
    #expect(stage.app.browsing.grid == nil && stage.app.kept(.listsAlbums) == nil)
  }

  @Test("while rows fly by, what is dropped is loaded once it shows again")
  func dropped() throws {
    var stage = try stage()
    let album = try #require(stage.app.library.selectedRow)
    guard case .album(let row) = album else { return }
    let grid = try #require(stage.app.browsing.grid)
    let request = CoverRequest(
      subject: .album(row.key), box: grid.picture, way: .image(.kitty), cell: Self.cell)
    let effects = stage.app.handle(.track(.coverDropped(request)))
    #expect(effects.contains(.load(.cover(request))))
    // One for images that are not shown any more is none that is missing.
    let older = CoverRequest(
      subject: .album(row.key), box: grid.picture, way: .image(.sixel), cell: Self.cell)
    let others = stage.app.handle(.track(.coverDropped(older)))
    #expect(!others.contains { if case .load(.cover) = $0 { true } else { false } })
  }
}
