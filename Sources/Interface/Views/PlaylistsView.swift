import Music
import Screen

/// The playlists pane: all playlists, the entries of the open one, or the queue.
struct PlaylistsView {
  let app: App
  let layout: Layout

  func draw(into frame: inout Frame, in rect: Rect) {
    let list = app.side
    let columns = TrackColumns(width: rect.columns)
    Tabs.side(app).draw(into: &frame, row: rect.row, column: rect.column, limit: rect.columns)
    drawTotals(list, into: &frame, in: rect)
    PaneHeading(app: app, list: list, pane: .playlists).draw(
      into: &frame, in: rect.line(layout.headerRows - 1), columns: columns,
      path: app.showsQueue || app.openPlaylist == nil ? nil : openName(list),
      isAlone: layout.headerRows > 1)
    drawSound(list, into: &frame, in: rect)
    drawRemarks(list, into: &frame, in: rect)
    guard let area = layout.list(of: .playlists) else { return }
    if list.count == 0 {
      ListView.drawEmpty(emptyLines(list), into: &frame, in: area)
    } else {
      ListView(app: app, list: list, isFocused: app.focus == .playlists, columns: columns).draw(
        into: &frame, in: area)
    }
  }

  private func openName(_ list: ListState) -> String? {
    guard let playlist = list.window.playlist else { return app.openPlaylistName }
    return (playlist.smart == nil ? "" : RowView.smartSign) + playlist.name
  }

  /// What is said of the open playlist, behind its name as far as what is said of the selected
  /// entry leaves room.
  private func drawRemarks(_ list: ListState, into frame: inout Frame, in rect: Rect) {
    guard layout.headerRows > 1, list.query.filter.isEmpty, !app.showsQueue,
      let playlist = list.window.playlist, app.openPlaylist == playlist.id,
      let name = openName(list)
    else { return }
    var room = rect.columns - TextWidth.columns(of: name) - 6
    if case .entry(_, _, _, _, let sound) = list.selectedRow, !sound.markers.isEmpty {
      room -= TextWidth.columns(of: sound.markers.joined(separator: " ")) + 2
    }
    frame.put(
      RowView.remarks(on: playlist, withNotes: true, room: room),
      row: rect.row + layout.headerRows - 1,
      column: rect.column + 4 + TextWidth.columns(of: name), face: .dimmed, ground: .base)
  }

  /// How the selected entry is played, beside the name of its playlist.
  private func drawSound(_ list: ListState, into frame: inout Frame, in rect: Rect) {
    guard layout.headerRows > 1, list.query.filter.isEmpty, !app.showsQueue,
      case .entry(_, _, _, _, let sound) = list.selectedRow
    else { return }
    let text = sound.markers.joined(separator: " ")
    let column = rect.right - TextWidth.columns(of: text) - 1
    guard column > rect.column + 12 else { return }
    frame.put(
      " " + text, row: rect.row + layout.headerRows - 1, column: column - 1, face: .dimmed,
      ground: .base)
  }

  private func drawTotals(_ list: ListState, into frame: inout Frame, in rect: Rect) {
    guard list.count > 0, app.showsQueue || app.openPlaylist != nil else { return }
    var text = list.window.trackCount.grouped
    if list.window.duration > .zero { text += "  " + list.window.duration.clockText }
    let column = rect.right - TextWidth.columns(of: text) - 1
    guard column > rect.column + 20 else { return }
    frame.put(text, row: rect.row, column: column, face: .dimmed, ground: .base)
  }

  private func emptyLines(_ list: ListState) -> [String] {
    if !list.query.filter.isEmpty, !list.isLoading {
      return ["Nothing matches “\(list.query.filter)”", "Esc clears the filter"]
    }
    if app.showsQueue { return ["The queue is empty", "Enter plays a list, e adds to it"] }
    if list.isLoading { return [] }
    if list.window.playlist?.smart != nil {
      return ["Nothing matches its query", "P changes it"]
    }
    if app.openPlaylist != nil, list.window.playlist == nil {
      return ["This playlist is gone", "Backspace goes back to the others"]
    }
    if app.openPlaylist != nil {
      return ["This playlist is empty", "1 2 3 add from the library, a picks a playlist"]
    }
    return ["No playlists yet", "A makes one; 1 2 3 fill a mix"]
  }
}
