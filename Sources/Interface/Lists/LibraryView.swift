import Music
import Screen

/// The library pane: the browse modes, the path, and the list.
struct LibraryView {
  let app: App
  let layout: Layout

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect, draw(on:))
  }

  private func draw(on canvas: Canvas) {
    let list = app.library
    let columns = app.columns(of: list, width: canvas.columns)
    let heading = canvas.line(layout.headerRows - 1)
    PaneHeading(app: app, list: list, pane: .library).draw(
      on: heading, columns: columns, path: path(list), isAlone: layout.headerRows > 1)
    if let playlist = app.browsing.openShared, layout.headerRows > 1, list.query.filter.isEmpty,
      !isFiltering
    {
      SharedHeading(app: app, playlist: playlist).draw(on: heading)
    }
    guard let area = layout.list(of: .library) else { return }
    if list.count > 0, let grid = app.browsing.grid {
      return AlbumGridView(app: app, list: list, grid: grid).draw(on: canvas.part(area))
    }
    if list.count == 0 {
      emptyPane(list).draw(on: canvas.part(area))
    } else {
      ListView(app: app, list: list, isFocused: app.focus == .library, columns: columns).draw(
        on: canvas.part(area))
    }
  }

  /// Whether the line of the path has a filter that is being typed.
  private var isFiltering: Bool {
    app.focus == .library && app.filterPrompt != nil
  }

  /// The command of a click on the line of the path or of the headings.
  func command(at position: Position, in rect: Rect) -> Command? {
    let list = app.library
    guard layout.headerRows > 1, position.row == rect.row + layout.headerRows - 1,
      rect.contains(position), list.query.filter.isEmpty
    else { return nil }
    if path(list) != nil { return .pane(.back) }
    let columns = app.columns(of: list, width: rect.columns)
    let heading = PaneHeading(app: app, list: list, pane: .library)
    guard
      let sort = heading.sort(
        at: position.column - rect.column, of: rect.columns, columns: columns)
    else { return nil }
    return .list(sort == list.query.sort ? .reverseSort : .sort(sort))
  }

  /// The path from the mode to the list.
  func path(_ list: ListState) -> String? {
    switch list.query.source {
    case .folder(let path?): path == .streams ? "Streams" : path.text
    case .artist(let name): RowView.named(name)
    case .album(let key): RowView.named(key.artist) + " — " + RowView.named(key.name)
    case .genre(let name): RowView.named(name)
    case .category(let word): TrackCategory(rawValue: word).title
    case .smart(let list): list.title
    case .duplicates: "The same audio, more than once"
    case .playlist: app.browsing.openShared?.name ?? list.window.playlist?.name
    case .folder(nil), .songs, .artists, .albums, .genres, .categories, .lists, .playlists: nil
    }
  }

  func emptyPane(_ list: ListState) -> EmptyPane {
    func key(_ command: Command, _ text: String) -> KeyText { (app.key(command), text) }
    let back = key(.pane(.back), "goes back")
    if !list.query.filter.isEmpty, !list.isLoading {
      return EmptyPane(
        "Nothing matches “\(list.query.filter)”", key(.cancel, "clears the filter"),
        key(.list(.filter), "changes it"), key(.list(.searchLibrary), "searches the library"))
    }
    if let demo = app.tasks.demo {
      return EmptyPane("Writing demo tracks: \(demo.done) of \(demo.total)")
    }
    if app.tasks.scan != nil {
      return EmptyPane(
        "Looking for music: rows appear as they are found",
        key(.pane(.activate), "plays the first one found"), key(.help, "finds every key"))
    }
    if list.isLoading { return EmptyPane("") }
    if list.query.source.isPlaylist {
      return EmptyPane(
        "No tracks in it yet", back, key(.shared(.send), "asks for news"),
        key(.help, "finds every key"))
    }
    if case .smart(let smart) = list.query.source {
      return EmptyPane(
        "Nothing is in “\(smart.title)”", back, key(.pane(.nextTab), "shows another view"),
        key(.help, "finds every key"))
    }
    if list.query.source == .duplicates {
      return EmptyPane(
        "Nothing is there twice", back, key(.pane(.nextTab), "shows another view"),
        key(.help, "finds every key"))
    }
    return EmptyPane(
      "No music yet", key(.library(.addFolder), "adds a folder of music"),
      key(.library(.writeDemo), "writes a dozen demo tracks"), key(.help, "finds every key"))
  }
}

extension ListSource {
  var isPlaylist: Bool { if case .playlist = self { true } else { false } }
  var isAlbum: Bool { if case .album = self { true } else { false } }
}
