import Music
import Screen

/// The library by browse mode, and the lists opened from there.
struct LibraryPane: PaneContent {
  let pane = Pane.library
  let title = "Library"

  func slot(in browsing: Browsing) -> ListID? { browsing.isShelf ? nil : .library }

  func tabs(in app: App) -> Tabs {
    Tabs(
      names: BrowseMode.allCases.map(\.title),
      active: BrowseMode.allCases.firstIndex(of: app.mode) ?? 0, isFocused: app.focus == pane)
  }

  func command(ofTab index: Int, in app: App) -> Command {
    .pane(.browse(BrowseMode.allCases[index]))
  }

  func hints(in app: App) -> [(Command, String)] {
    if app.browsing.isShelf {
      let opens = app.browsing.shelf.selectedRow?.book == nil
      return [
        (.pane(.activate), opens ? "open" : "go on"), (.pane(.back), "back"),
        (.list(.filter), "filter"), (.book(.chapters), "chapters"), (.pane(.nextTab), "view"),
        (.pane(.next), "pane"), (.help, "help"),
      ]
    }
    return [
      (.pane(.activate), "play"), (.slot(.add(.one)), "mix"), (.list(.filter), "filter"),
      (.queue(.addLast), "queue"), (.row(.addToPlaylist), "playlist"), (.pane(.nextTab), "view"),
      (.pane(.next), "pane"), (.pane(.menu), "menu"), (.help, "help"),
    ]
  }

  func status(in app: App, columns: Int, room: Int) -> (text: String, face: Face)? {
    if app.browsing.isShelf {
      let shelf = app.browsing.shelf
      return shelf.count > 0 && shelf.list != .home ? (shelf.count.grouped, .dimmed) : nil
    }
    let list = app.library
    // The built-in lists share their tracks, so a sum would mean nothing.
    guard list.count > 0, columns >= 60, list.query.source != .lists else { return nil }
    let count = list.window.trackCount
    let text = count > 0 ? count.counted("track") : list.count.grouped
    return (TextWidth.columns(of: text) > room ? list.count.grouped : text, .dimmed)
  }

  func openedName(in app: App) -> String? {
    app.browsing.isShelf
      ? nil : LibraryView(app: app, layout: app.layout).path(app.library)
  }

  func emptyPane(in app: App) -> EmptyPane {
    LibraryView(app: app, layout: app.layout).emptyPane(app.library)
  }

  func changeTab(by step: Int, in browsing: inout Browsing) {
    browsing.changeMode(by: step)
  }

  func move(by step: Int, in app: inout App) {
    guard app.browsing.isShelf else { return app.browsing.move(.library, by: step) }
    app.browsing.shelf.move(by: step, height: app.browsing.shelfHeight)
  }

  func move(toRow index: Int, in app: inout App) {
    guard app.browsing.isShelf else { return app.browsing.move(.library, toRow: index) }
    app.browsing.shelf.move(to: index, height: app.browsing.shelfHeight)
  }

  func activate(in app: inout App) -> [Effect] {
    if app.browsing.isShelf { return app.activateBook() }
    if app.library.selectedRow == nil, app.tasks.scan != nil {
      app.browsing.playWhenFound(after: app.windows.inputs)
    }
    return app.activateRow()
  }

  func remove(in app: inout App) -> [Effect] {
    app.say("Files are never deleted here; \(app.key(.row(.remove))) works in playlists and queue")
    return []
  }

  func target(at position: Position, in rect: Rect, of app: App) -> ScreenTarget? {
    if app.browsing.isShelf, let list = app.layout.list(of: pane), list.contains(position) {
      let index = app.browsing.shelf.cursor.top + position.row - list.row
      return index < app.browsing.shelf.count
        ? .command(pane, .book(.row(index))) : .command(nil, .pane(.focus(pane)))
    }
    if app.browsing.isShelf { return paneTarget(at: position, in: rect, of: app) }
    if let grid = app.browsing.grid, let tile = grid.index(at: position) {
      let index = app.library.top + tile
      return index < app.library.count ? .row(pane, index) : .command(nil, .pane(.focus(pane)))
    }
    return LibraryView(app: app, layout: app.layout).command(at: position, in: rect)
      .map { .command(pane, $0) } ?? paneTarget(at: position, in: rect, of: app)
  }

  func draw(into frame: inout Frame, in rect: Rect, of app: App) {
    if app.browsing.isShelf {
      return BookshelfView(app: app, layout: app.layout).draw(into: &frame, in: rect)
    }
    LibraryView(app: app, layout: app.layout).draw(into: &frame, in: rect)
    if let inspector = app.layout.inspector, case .album(let album) = app.library.selectedRow {
      frame.draw(in: inspector, AlbumInspector(app: app, album: album).draw(on:))
    }
  }
}
