import Music
import Screen

/// The rows of a list that fit, with the cursor, and a thumb at the right edge for the place.
struct ListView {
  let app: App
  let list: ListState
  let isFocused: Bool
  let columns: TrackColumns

  func draw(into frame: inout Frame, in rect: Rect) {
    for offset in 0..<rect.rows {
      let index = list.top + offset
      guard index < list.count else { break }
      let line = rect.line(offset)
      let isSelected = index == list.selected
      guard let row = list.window[index] else {
        if isSelected { frame.fill(line, ground: isFocused ? .selected : .resting) }
        continue
      }
      let isMarked = list.marks.contains(row.id)
      let isHeld = isFocused && app.drag?.over != nil && app.drag?.row == row.id
      let ground: Ground =
        isSelected ? (isFocused ? .selected : .resting) : isMarked || isHeld ? .marked : .base
      var view = RowView(app: app, columns: columns)
      if case .entry(let id) = row.id { view.isNoted = list.window.notes[id] != nil }
      view.isClashing = app.showsClashes && list.clash(at: index) != nil
      view.draw(row, into: &frame, in: line, ground: ground, isMarked: isMarked)
      drawLanding(index, into: &frame, in: line, ground: ground)
    }
    drawThumb(into: &frame, in: rect)
  }

  /// Where an entry would land that the mouse drags.
  private func drawLanding(_ index: Int, into frame: inout Frame, in line: Rect, ground: Ground) {
    guard let drag = app.drag, drag.over == index, isFocused, app.focus == .playlists else {
      return
    }
    frame.put(
      drag.isDownward ? "▼" : "▲", row: line.row, column: line.column, face: .accent,
      ground: ground)
  }

  private func drawThumb(into frame: inout Frame, in rect: Rect) {
    guard list.count > rect.rows, rect.rows > 2 else { return }
    let length = max(1, rect.rows * rect.rows / list.count)
    let start = (rect.rows - length) * list.top / max(1, list.count - rect.rows)
    for offset in start..<min(rect.rows, start + length) {
      let row = rect.row + offset
      frame.put(
        "▐", row: row, column: rect.right - 1, face: .border,
        ground: frame[row, rect.right - 1].ground)
    }
  }

  /// What an empty list says instead of rows.
  static func drawEmpty(_ lines: [String], into frame: inout Frame, in rect: Rect) {
    let top = rect.row + max(0, min(rect.rows / 3, (rect.rows - lines.count) / 2))
    for (offset, text) in lines.enumerated() where top + offset < rect.bottom {
      let cut = TextWidth.truncated(text, to: rect.columns - 2, keep: .start)
      let column = rect.column + max(1, (rect.columns - TextWidth.columns(of: cut)) / 2)
      frame.put(
        cut, row: top + offset, column: column, face: offset == 0 ? .text : .dimmed, ground: .base)
    }
  }
}
