import Music
import Screen

/// The playlists pane: all playlists, the entries of the open one, or the queue.
struct PlaylistsView {
  let app: App
  let layout: Layout

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect, draw(on:))
  }

  private func draw(on canvas: Canvas) {
    let list = app.playlistsList
    let columns = app.columns(of: list, width: canvas.columns)
    let heading = canvas.line(layout.headerRows - 1)
    PaneHeading(app: app, list: list, pane: .playlists).draw(
      on: heading, columns: columns,
      path: app.showsQueue || app.openPlaylist == nil ? nil : openName(list),
      isAlone: layout.headerRows > 1)
    if layout.headerRows > 1, list.query.filter.isEmpty, !app.showsQueue {
      drawSound(list, on: heading)
      drawRemarks(list, on: heading)
    }
    guard let area = layout.list(of: .playlists) else { return }
    if list.count == 0 {
      emptyPane(list).draw(on: canvas.part(area))
    } else {
      ListView(app: app, list: list, isFocused: app.focus == .playlists, columns: columns).draw(
        on: canvas.part(area))
    }
  }

  private func openName(_ list: ListState) -> String? {
    guard let playlist = list.window.playlist else { return app.openPlaylistName }
    return (playlist.smart == nil ? "" : RowView.smartSign) + playlist.name
  }

  /// Remarks on the open playlist behind its name, as far as those on the selected entry leave
  /// room.
  private func drawRemarks(_ list: ListState, on line: Canvas) {
    guard let playlist = list.window.playlist, app.openPlaylist == playlist.id,
      let name = openName(list)
    else { return }
    var room = line.columns - TextWidth.columns(of: name) - 6
    if let sound = list.selectedRow?.sound, !sound.markers.isEmpty {
      room -= TextWidth.columns(of: sound.markers.joined(separator: " ")) + 2
    }
    if app.showsClashes, let clash = list.clash(at: list.selected) {
      room -= TextWidth.columns(of: clash.text()) + 4
    }
    line.put(
      RowView.remarks(on: playlist, withNotes: true, room: room), .dimmed,
      at: 4 + TextWidth.columns(of: name))
  }

  /// The selected entry's playback settings, beside the name of its playlist.
  private func drawSound(_ list: ListState, on line: Canvas) {
    guard case .entry(let entry) = list.selectedRow else { return }
    let clash = app.showsClashes ? list.clash(at: list.selected).map { "≠ " + $0.text() } : nil
    let markers = ([clash].compactMap { $0 } + entry.sound.markers).joined(separator: " ")
    // The note gets the room left beside the playlist's name.
    let used = TextWidth.columns(of: markers) + TextWidth.columns(of: app.openPlaylistName ?? "")
    let room = min(line.columns - 20, max(line.columns / 3, line.columns - used - 8))
    let note = list.window.notes[entry.id].map {
      "✎ " + TextWidth.truncated($0, to: room - TextWidth.columns(of: markers))
    }
    let text = [markers, note ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    guard TextWidth.columns(of: text) < line.columns - 13 else { return }
    line.inset(right: 1).put(" " + text, .dimmed, align: .right)
  }

  /// The totals of the queue or the open playlist, for a room behind the tabs.
  static func totals(of list: ListState, in app: App, columns: Int, room: Int) -> String? {
    guard list.count > 0, app.showsQueue || app.openPlaylist != nil else { return nil }
    let room = min(room, columns - 21)
    var text =
      columns >= 44 ? list.window.trackCount.counted("track") : list.window.trackCount.grouped
    if list.window.duration > .zero { text += "  " + list.window.duration.clockText }
    if !app.showsQueue, let total = list.window.total {
      let left = list.query.filter.isEmpty ? app.remainingTime?.clockText : nil
      text = totals(total, left: left, room: room)
    }
    return TextWidth.columns(of: text) <= room ? text : nil
  }

  /// Entries, total, missing and remaining time, as long as there is room for.
  private static func totals(_ total: PlayTotal, left: String?, room: Int) -> String {
    let count = total.entries.grouped
    let time = total.duration.clockText
    let isLeast = total.unknown > 0
    let missing = total.missing.grouped
    let long = [
      total.entries.counted("entry"),
      isLeast ? "at least " + time : time, total.missing > 0 ? missing + " missing" : "",
      left.map { $0 + " left" } ?? "",
    ]
    let short = [count, isLeast ? "≥" + time : time]
    let texts = [
      long, [count] + long.dropFirst(),
      short + [total.missing > 0 ? missing + " missing" : "", left.map { "−" + $0 } ?? ""],
      short + [total.missing > 0 ? missing + "✕" : "", left.map { "−" + $0 } ?? ""],
      short + [left.map { "−" + $0 } ?? ""], short,
    ].map { $0.filter { !$0.isEmpty } }
      .flatMap { [$0.joined(separator: "  "), $0.joined(separator: " ")] }
    return texts.first { TextWidth.columns(of: $0) <= room } ?? texts[texts.count - 1]
  }

  func emptyPane(_ list: ListState) -> EmptyPane {
    func key(_ command: Command, _ text: String) -> KeyText { (app.key(command), text) }
    if !list.query.filter.isEmpty, !list.isLoading {
      return EmptyPane(
        "Nothing matches “\(list.query.filter)”", key(.cancel, "clears the filter"),
        key(.list(.filter), "changes it"), key(.list(.searchLibrary), "searches the library"))
    }
    if app.showsQueue {
      return EmptyPane(
        "The queue is empty", key(.pane(.activate), "plays a list"),
        key(.queue(.addLast), "adds to the queue"),
        key(.queue(.list), "brings back an earlier queue"))
    }
    if list.isLoading { return EmptyPane("") }
    if list.window.playlist?.smart != nil {
      return EmptyPane(
        "Nothing matches its query", key(.row(.edit), "changes it"),
        key(.pane(.back), "goes back to the playlists"), key(.help, "finds every key"))
    }
    if app.openPlaylist != nil, list.window.playlist == nil {
      return EmptyPane(
        "This playlist is gone", key(.pane(.back), "goes back to the others"),
        key(.undo, "takes back the last edit"), key(.playlist(.new), "makes a new one"))
    }
    if app.openPlaylist != nil {
      return EmptyPane(
        "This playlist is empty", key(.playlist(.addTracks), "finds tracks and adds them"),
        (app.slotKeys, "add from the library to a mix"),
        key(.pane(.back), "goes back to the playlists"))
    }
    return EmptyPane(
      "No playlists yet", (app.slotKeys, "put a track into a mix"),
      key(.playlist(.new), "makes a playlist"), key(.playlist(.smart("")), "makes a smart one"))
  }
}
