import Music
import Screen

/// The library by browse mode, and the lists opened from there.
struct LibraryPane: PaneContent {
  let pane = Pane.library
  let title = "Library"

  func slot(in browsing: Browsing) -> ListID? {
    browsing.isShelf || browsing.isSharedShelf ? nil : .library
  }

  func tabs(in app: App) -> Tabs {
    let modes = app.browsing.modes
    return Tabs(
      names: modes.map(\.title), active: modes.firstIndex(of: app.mode) ?? 0,
      isFocused: app.focus == pane)
  }

  func command(ofTab index: Int, in app: App) -> Command {
    .pane(.browse(app.browsing.modes[index]))
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
    if app.browsing.isSharedShelf {
      return SharedShelf.hints(of: app.browsing.sharedShelf.selected)
    }
    if let playlist = app.browsing.openShared { return SharedShelf.hints(inside: playlist) }
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
    if app.browsing.isSharedShelf {
      let news = (app.browsing.sharedShelf.playlists ?? []).reduce(0) { $0 + $1.news }
      return news > 0 ? ("\(news.grouped) new", .accent) : nil
    }
    let list = app.library
    // The built-in lists share their tracks, so a sum would mean nothing.
    guard list.count > 0, columns >= 60, list.query.source != .lists else { return nil }
    let count = list.window.trackCount
    let text = count > 0 ? count.counted("track") : list.count.grouped
    return (TextWidth.columns(of: text) > room ? list.count.grouped : text, .dimmed)
  }

  func openedName(in app: App) -> String? {
    app.browsing.isShelf || app.browsing.isSharedShelf
      ? nil : LibraryView(app: app, layout: app.layout).path(app.library)
  }

  func selection(in app: App) -> Selection? {
    guard app.browsing.isSharedShelf else {
      return slot(in: app.browsing).flatMap { app.selection(in: $0) }
    }
    // A row stands for the tracks of its playlist.
    return app.browsing.sharedShelf.selected?.playlist.map {
      .rows([.playlist($0)], ListQuery(.playlists))
    }
  }

  func emptyPane(in app: App) -> EmptyPane {
    LibraryView(app: app, layout: app.layout).emptyPane(app.library)
  }

  func changeTab(by step: Int, in browsing: inout Browsing) {
    browsing.changeMode(by: step)
  }

  func move(by step: Int, in app: inout App) {
    if app.browsing.isSharedShelf {
      return app.browsing.sharedShelf.move(by: step, height: app.browsing.shelfHeight)
    }
    guard app.browsing.isShelf else { return app.browsing.move(.library, by: step) }
    app.browsing.shelf.move(by: step, height: app.browsing.shelfHeight)
  }

  func move(toRow index: Int, in app: inout App) {
    if app.browsing.isSharedShelf {
      return app.browsing.sharedShelf.move(to: index, height: app.browsing.shelfHeight)
    }
    guard app.browsing.isShelf else { return app.browsing.move(.library, toRow: index) }
    app.browsing.shelf.move(to: index, height: app.browsing.shelfHeight)
  }

  func activate(in app: inout App) -> [Effect] {
    if app.browsing.isShelf { return app.activateBook() }
    if app.browsing.isSharedShelf { return app.activateShared() }
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
    if app.browsing.isSharedShelf, let list = app.layout.list(of: pane), list.contains(position) {
      let shared = app.browsing.sharedShelf
      let index = shared.cursor.top + position.row - list.row
      let isRow = index < shared.count && !shared.rows[index].isHeading
      return isRow ? .command(pane, .shared(.row(index))) : .command(nil, .pane(.focus(pane)))
    }
    if app.browsing.isShelf || app.browsing.isSharedShelf {
      return paneTarget(at: position, in: rect, of: app)
    }
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
    if app.browsing.isSharedShelf {
      return SharedShelfView(app: app, layout: app.layout).draw(into: &frame, in: rect)
    }
    LibraryView(app: app, layout: app.layout).draw(into: &frame, in: rect)
    if let rect = app.layout.comments { SharedStrip(app: app).draw(into: &frame, in: rect) }
    if let inspector = app.layout.inspector, case .album(let album) = app.library.selectedRow {
      frame.draw(in: inspector, AlbumInspector(app: app, album: album).draw(on:))
    }
  }
}
