import Music
import Screen

/// The window of a proposed order: new and old places of the entries, and where they clash still.
struct ArrangementView {
  let panel: ArrangementPanel
  let size: Size
  let keymap: Keymap

  private static func box(of panel: ArrangementPanel, in size: Size) -> WindowBox {
    WindowBox(
      size: size,
      rows: min(
        size.rows - 1, max(8, min(panel.arrangement.entries.count + 5, size.rows - 4))),
      columns: size.columns >= 60 ? min(size.columns - 4, 110) : size.columns,
      title: "Arrange \(panel.arrangement.name)")
  }

  private static func rows(of panel: ArrangementPanel, in size: Size) -> Rect {
    let inside = box(of: panel, in: size).inside
    return inside.inset(top: min(1, inside.rows), bottom: 1)
  }

  /// Entries that show at once.
  static func height(of panel: ArrangementPanel, in size: Size) -> Int {
    max(1, rows(of: panel, in: size).rows)
  }

  func draw(into frame: inout Frame) {
    let box = ArrangementView.box(of: panel, in: size)
    box.draw(into: &frame)
    let inside = box.inside
    frame.put(
      TextWidth.truncated(about, to: inside.columns, keep: .start), row: inside.row,
      column: inside.column, face: .dimmed, ground: .overlay)
    let rows = ArrangementView.rows(of: panel, in: size)
    let count = panel.arrangement.entries.count
    // The window may have become higher since it was scrolled.
    let top = max(0, min(panel.cursor.top, count - rows.rows))
    for offset in 0..<rows.rows where top + offset < count {
      draw(top + offset, in: rows.line(offset), &frame)
    }
    let isKept = panel.arrangement.isFirstKept
    HintLine(keymap: keymap, kind: .reading).draw(
      [
        Hint(.accept, does: "takes this order"),
        Hint(.keepFirst, does: isKept ? "any first" : "keep the first"),
        Hint(.close, does: "leaves it"),
      ], in: inside.line(inside.rows - 1), &frame)
  }

  /// "Distance 61.0 → 24.1; clashes 9 → 2".
  private var about: String {
    let entries = panel.arrangement.entries.map(\.track.mixPoint)
    let after = ArrangementView.clashes(panel.arrangement.order.map { entries[$0] })
    let before = ArrangementView.clashes(entries)
    return "Distance \(ArrangementView.tenths(panel.before)) → "
      + "\(ArrangementView.tenths(panel.after)); clashes \(before.grouped) → \(after.grouped)"
  }

  private static func clashes(_ points: [MixPoint]) -> Int {
    zip(points, points.dropFirst()).count { MixClash(from: $0.0, to: $0.1) != nil }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\((tenths / 10).grouped).\(tenths % 10)"
  }

  private func draw(_ place: Int, in line: Rect, _ frame: inout Frame) {
    let arrangement = panel.arrangement
    let (old, track) = (
      arrangement.order[place], arrangement.entries[arrangement.order[place]].track
    )
    let before = place == 0 ? nil : arrangement.entries[arrangement.order[place - 1]].track
    let clash = before.flatMap { MixClash(from: $0.mixPoint, to: track.mixPoint) }
    let digits = max(2, "\(arrangement.entries.count)".count)
    let number = RowView.padded("\(place + 1)", digits)
    let was = RowView.padded(old == place ? "" : "was \(old + 1)", digits + 4)
    frame.put(number, row: line.row, column: line.column, face: .dimmed, ground: .overlay)
    frame.put(
      clash == nil ? " " : "≠", row: line.row, column: line.column + digits + 1, face: .warning,
      ground: .overlay)
    let point = track.mixPoint
    let detail = [
      line.columns >= 50
        ? before.map { MixFit(from: $0.mixPoint, to: point).reasons().joined(separator: ", ") }
        : nil,
      was,
    ].compactMap { $0 }.joined(separator: "  ")
    let start = line.column + digits + 3
    let shown = TextWidth.truncated(detail, to: (line.right - start) * 3 / 5, keep: .end)
    let width = TextWidth.columns(of: shown)
    frame.put(shown, row: line.row, column: line.right - width, face: .dimmed, ground: .overlay)
    let artist = line.columns >= 60 ? track.tags.artist.map { $0 + " — " } ?? "" : ""
    frame.put(
      TextWidth.truncated(
        artist + track.title, to: max(1, line.right - width - 2 - start), keep: .start),
      row: line.row, column: start, face: old == place ? .dimmed : .text, ground: .overlay)
  }
}
