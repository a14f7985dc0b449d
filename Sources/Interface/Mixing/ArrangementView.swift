import Music
import Screen

/// The window of a proposed order: new and old indices of the entries, and the remaining clashes.
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

  /// Rows of entries that fit.
  static func height(of panel: ArrangementPanel, in size: Size) -> Int {
    max(1, rows(of: panel, in: size).rows)
  }

  func draw(into frame: inout Frame) {
    ArrangementView.box(of: panel, in: size).draw(into: &frame) { inside in
      inside.put(about, .dimmed)
      let rows = inside.part(ArrangementView.rows(of: panel, in: size))
      let count = panel.arrangement.entries.count
      // The window may have become higher since the last scroll.
      let top = max(0, min(panel.cursor.top, count - rows.rows))
      for (row, position) in zip(0..<rows.rows, top..<count) { draw(position, on: rows.line(row)) }
      let hints = [
        Hint(.accept, does: "takes this order"),
        Hint(
          .arrangement(.keepFirst),
          does: panel.arrangement.isFirstKept ? "any first" : "keep the first"),
        Hint(.close, does: "leaves it"),
      ]
      inside.lastLine.put(hints.shown(keymap, in: .reading))
    }
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

  private func draw(_ position: Int, on line: Canvas) {
    let arrangement = panel.arrangement
    let (old, track) = (
      arrangement.order[position], arrangement.entries[arrangement.order[position]].track
    )
    let before = position == 0 ? nil : arrangement.entries[arrangement.order[position - 1]].track
    let clash = before.flatMap { MixClash(from: $0.mixPoint, to: track.mixPoint) }
    let digits = max(2, "\(arrangement.entries.count)".count)
    let reasons =
      line.columns < 50
      ? nil
      : before.map { MixFit(from: $0.mixPoint, to: track.mixPoint).reasons() }?
        .joined(separator: ", ")
    let was = (old == position ? "" : "was \(old + 1)").padded(to: digits + 4)
    let artist = line.columns >= 60 ? track.tags.artist.map { $0 + " — " } ?? "" : ""
    var line = line
    line.write("\(position + 1)".padded(to: digits), .dimmed, columns: digits + 1)
    line.write(clash == nil ? " " : "≠", .warning, columns: 2)
    line.writeRight(
      [reasons, was].compactMap { $0 }.joined(separator: "  "), .dimmed,
      upTo: line.columns * 3 / 5, gap: 2, keep: .end)
    line.put(artist + track.title, old == position ? .dimmed : .text)
  }
}
