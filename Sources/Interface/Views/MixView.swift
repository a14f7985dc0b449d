import Music
import Screen

/// The mix slots: a pane of three rows, or one line where there is no room for a pane.
struct MixView {
  let app: App
  let layout: Layout

  /// The row of slot 1.
  static func firstRow(in rect: Rect) -> Int { rect.row + 1 }

  func draw(into frame: inout Frame, in rect: Rect) {
    let isFocused = app.focus == .mix
    if layout.form != .column {
      Tabs.title(.mix, app).draw(
        into: &frame, row: rect.row, column: rect.column, limit: rect.columns)
    }
    for slot in MixSlot.allCases {
      let row = MixView.firstRow(in: rect) + slot.rawValue - 1
      guard row < rect.bottom else { return }
      let line = Rect(row: row, column: rect.column, rows: 1, columns: rect.columns)
      draw(slot, into: &frame, in: line, isSelected: isFocused && slot == app.selectedSlot)
    }
  }

  private func draw(_ slot: MixSlot, into frame: inout Frame, in line: Rect, isSelected: Bool) {
    let ground: Ground = isSelected ? .selected : isFlashing(slot) ? .marked : .base
    frame.fill(line, ground: ground)
    var column = line.column + 1
    column += frame.put(
      " \(slot.rawValue) ", row: line.row, column: column, face: slot.badge, ground: ground)
    column += 1
    guard let playlist = app.mix[slot] else {
      frame.put(
        TextWidth.truncated(
          "empty — m \(slot.rawValue) gives it a playlist", to: line.right - column - 1,
          keep: .start),
        row: line.row, column: column, face: .dimmed, ground: ground)
      return
    }
    let detail =
      playlist.trackCount.counted("track")
      + RowView.padded(playlist.duration.clockText, 10)
    let width = TextWidth.columns(of: detail)
    let showsDetail = line.right - column > width + 10
    if showsDetail {
      frame.put(
        detail, row: line.row, column: line.right - width - 1, face: .dimmed, ground: ground)
    }
    let room = line.right - column - 1 - (showsDetail ? width + 2 : 0)
    frame.put(
      TextWidth.truncated(playlist.name, to: room, keep: .start), row: line.row, column: column,
      face: slot.face, ground: ground)
  }

  private func isFlashing(_ slot: MixSlot) -> Bool {
    app.flash.map { $0.slot == slot && $0.until > app.now } ?? false
  }

  /// All three in one line, each in its third.
  func drawLine(into frame: inout Frame, in line: Rect) {
    for slot in MixSlot.allCases {
      let left = line.column + line.columns * (slot.rawValue - 1) / 3
      let right = line.column + line.columns * slot.rawValue / 3 - 1
      let ground: Ground = isFlashing(slot) ? .marked : .base
      frame.fill(
        Rect(row: line.row, column: left, rows: 1, columns: right - left), ground: ground)
      var column = left + 1
      column += frame.put(
        "\(slot.rawValue)", row: line.row, column: column, face: slot.badge, ground: ground)
      column += 1
      guard let playlist = app.mix[slot] else {
        frame.put("–", row: line.row, column: column, face: .dimmed, ground: ground)
        continue
      }
      let count = playlist.trackCount.grouped
      let room = right - column - count.count - 1
      column += frame.put(
        TextWidth.truncated(playlist.name, to: max(3, room), keep: .start), row: line.row,
        column: column, limit: right - column, face: slot.face, ground: ground)
      frame.put(
        count, row: line.row, column: column + 1, limit: right - column - 1, face: .dimmed,
        ground: ground)
    }
  }
}
