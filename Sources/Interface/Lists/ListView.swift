import Music
import Screen

/// The visible rows of a list, with the cursor.
struct ListView {
  let app: App
  let list: ListState
  let isFocused: Bool
  let columns: TrackColumns

  func draw(on canvas: Canvas) {
    let height = app.browsing.rowHeight(of: list)
    let playlist = app.browsing.sharedPlaylist(of: list)
    let said = playlist.flatMap { app.shared.opened[$0.id] }
    // One for all rows, since it has a copy of the state.
    var view = RowView(app: app, columns: columns)
    view.isFolded = list.content != .queue && list.query.variations != .listed
    for row in 0..<canvas.rows / height {
      let index = list.top + row
      let lines = canvas.part(
        Rect(
          row: canvas.rect.row + row * height, column: canvas.rect.column, rows: height,
          columns: canvas.columns))
      guard index < list.count else { break }
      let cursorGround: Surface? =
        index == list.selected ? (isFocused ? .selected : .resting) : nil
      if index == list.selected, isFocused {
        lines.inset(left: columns.start(of: list.window[index])).markSelection()
      }
      guard let item = list.window[index] else {
        if let cursorGround { lines.on(cursorGround).fill() }
        continue
      }
      let isMarked = list.marks.contains(item.id)
      let isHeld = isFocused && app.drag?.over != nil && app.drag?.row == item.id
      let line = lines.on(cursorGround ?? (isMarked || isHeld ? .marked : .base))
      view.isNoted =
        if case .entry(let id) = item.id { list.window.notes[id] != nil } else { false }
      view.said = item.track.flatMap { said?[$0.id] }
      view.ownReaction = playlist?.hasOwnReactions == true ? view.said?.reaction : nil
      view.number = ListView.number(of: item, at: index)
      view.isClashing = app.showsClashes && list.clash(at: index) != nil
      view.draw(item, on: line, isMarked: isMarked)
      if columns.indent > 0, let track = item.track {
        // On the same ground in every row: what is drawn over cells is erased when those change.
        let size = RowCover.size
        CoverView(rowOf: track, app).draw(
          on: lines.columns(from: 0, count: size.columns).on(.base))
      }
      drawLanding(index, on: line)
    }
  }

  /// The digits of the largest row number; 0 where rows have none, as those between headers.
  static func rowDigits(of list: ListState, _ shape: Shape) -> Int {
    shape.rows.contains(.numbers) && (!list.isGrouped || list.query.source.isPlaylist)
      ? max(2, "\(list.count)".count) : 0
  }

  /// An entry's position in its playlist, or the number of any other row.
  private static func number(of row: ListRow, at index: Int) -> Int {
    if case .entry(let entry) = row { entry.position } else { index + 1 }
  }

  /// The drop position of the dragged entry.
  private func drawLanding(_ index: Int, on line: Canvas) {
    guard let drag = app.drag, drag.over == index, isFocused, app.focus == .playlists else {
      return
    }
    line.put(drag.isDownward ? "▼" : "▲", .accent, at: columns.indent)
  }

  /// The text of an empty pane without keys.
  static func drawEmpty(_ lines: [String], on canvas: Canvas) {
    let top = max(0, min(canvas.rows / 3, (canvas.rows - lines.count) / 2))
    canvas.inset(top: top, left: 1, right: 1).put(
      lines: lines, .text, then: .dimmed, align: .center)
  }
}
