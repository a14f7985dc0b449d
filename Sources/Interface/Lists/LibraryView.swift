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
    let columns = TrackColumns(width: canvas.columns, numbered: list.query.source.isAlbum)
    drawCount(list, on: canvas)
    PaneHeading(app: app, list: list, pane: .library).draw(
      on: canvas.line(layout.headerRows - 1), columns: columns, path: path(list),
      isAlone: layout.headerRows > 1)
    guard let area = layout.list(of: .library) else { return }
    if list.count == 0 {
      ListView.drawEmpty(emptyLines(list), on: canvas.part(area))
    } else {
      ListView(app: app, list: list, isFocused: app.focus == .library, columns: columns).draw(
        on: canvas.part(area))
    }
  }

  private func drawCount(_ list: ListState, on canvas: Canvas) {
    // The built-in lists share their tracks, so a sum would mean nothing.
    guard list.count > 0, canvas.columns >= 60, list.query.source != .lists else { return }
    let text =
      list.window.trackCount > 0 ? list.window.trackCount.counted("track") : list.count.grouped
    canvas.put(" \(text) ", .dimmed, align: .right)
  }

  /// The path from the mode to the list.
  private func path(_ list: ListState) -> String? {
    switch list.query.source {
    case .folder(let path?): path == .streams ? "Streams" : path.text
    case .artist(let name): RowView.named(name)
    case .album(let key): RowView.named(key.artist) + " — " + RowView.named(key.name)
    case .genre(let name): RowView.named(name)
    case .smart(let list): list.title
    case .duplicates: "The same audio, more than once"
    case .folder(nil), .songs, .artists, .albums, .genres, .lists, .playlists, .playlist: nil
    }
  }

  private func emptyLines(_ list: ListState) -> [String] {
    if !list.query.filter.isEmpty, !list.isLoading {
      return ["Nothing matches “\(list.query.filter)”", "\(app.key(.cancel)) clears the filter"]
    }
    if let demo = app.tasks.demo {
      return ["Writing demo tracks…", "\(demo.done) of \(demo.total)"]
    }
    if app.tasks.scan != nil { return ["Looking for music…", "Rows appear as they are found"] }
    if list.isLoading { return [] }
    if case .smart(let smart) = list.query.source {
      return ["Nothing is in “\(smart.title)”", "\(app.key(.pane(.back))) goes back"]
    }
    if list.query.source == .duplicates {
      return ["Nothing is there twice", "\(app.key(.pane(.back))) goes back"]
    }
    return ["No music yet", ":scan FOLDER adds a folder, :demo writes a dozen tracks"]
  }
}

extension ListSource {
  var isAlbum: Bool { if case .album = self { true } else { false } }
}
