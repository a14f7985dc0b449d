import Music
import Screen

/// The window of a proposed order: the gain, the strips of both orders, and a table of the entries.
struct ArrangementView {
  let panel: ArrangementPanel
  let app: App

  private static func box(of panel: ArrangementPanel, in size: Size) -> WindowBox {
    let isWide = size.columns >= 60
    return WindowBox(
      size: size,
      rows: min(
        size.rows - 1,
        max(8, min(panel.arrangement.entries.count + 5 + strips(in: size), size.rows - 4))),
      columns: size.columns >= 100 ? size.columns - 12 : isWide ? size.columns - 4 : size.columns,
      title: "Arrange \(panel.arrangement.name)")
  }

  /// The rows of the strips and the blank one below them.
  private static func strips(in size: Size) -> Int { size.rows >= 24 ? 3 : 0 }

  static func rows(of panel: ArrangementPanel, in size: Size) -> Rect {
    let inside = box(of: panel, in: size).inside
    return inside.inset(top: min(2 + strips(in: size), inside.rows), bottom: 1)
  }

  /// Rows of entries that fit.
  static func height(of panel: ArrangementPanel, in size: Size) -> Int {
    max(1, rows(of: panel, in: size).rows)
  }

  func draw(into frame: inout Frame) {
    ArrangementView.box(of: panel, in: app.size).draw(into: &frame) { inside in
      inside.put(about, .text)
      if ArrangementView.strips(in: app.size) > 0 { drawStrips(on: inside.inset(top: 1)) }
      let rows = inside.part(ArrangementView.rows(of: panel, in: app.size))
      let count = panel.arrangement.entries.count
      let table = MixTable(
        [.number, .was, .clash, .title, .artist, .change, .bpm, .key, .energy, .time],
        width: rows.columns, givingWay: [.energy, .bpm, .artist, .time, .was],
        digits: max(2, "\(count)".count))
      table.drawHeadings(on: inside.part(rows.rect.inset(top: -1)).line(0))
      // The window may have become higher since the last scroll.
      let top = max(0, min(panel.cursor.top, count - rows.rows))
      for (row, position) in zip(0..<rows.rows, top..<count) {
        draw(position, table, on: rows.line(row))
      }
      let hints = [
        Hint(.accept, does: "takes this order"),
        Hint(
          .arrangement(.keepFirst),
          does: panel.arrangement.isFirstKept ? "any first" : "keep the first"),
        Hint(.close, does: "leaves it"),
      ]
      inside.lastLine.put(hints.shown(app.keymap, in: .reading))
    }
  }

  /// "Distance 61.0 → 24.1; clashes 9 → 2: keys 6 → 1, tempo jumps 4 → 1".
  private var about: String {
    let entries = panel.arrangement.entries.map(\.track.mixPoint)
    let before = ArrangementView.clashes(entries)
    let after = ArrangementView.clashes(panel.arrangement.order.map { entries[$0] })
    func change(_ count: ([MixClash]) -> Int) -> String {
      "\(count(before).grouped) → \(count(after).grouped)"
    }
    return "Distance \(panel.before.tenths) → \(panel.after.tenths); "
      + "clashes \(change(\.count)): keys \(change { $0.count { $0.from != nil } }), "
      + "tempo jumps \(change { $0.count { $0.jump != nil } })"
  }

  private static func clashes(_ points: [MixPoint]) -> [MixClash] {
    zip(points, points.dropFirst()).compactMap { MixClash(from: $0.0, to: $0.1) }
  }

  private func drawStrips(on area: Canvas) {
    for (row, item) in [("Now", panel.now), ("New", panel.proposed)].enumerated() {
      let line = area.line(row)
      line.put(item.0, .dimmed)
      let strip = line.inset(left: 5)
      guard strip.columns > 0, item.1.duration > .zero else { continue }
      MixStripView(
        .one, item.1, scale: MixScale(longest: item.1.duration, columns: strip.columns), app: app
      ).draw(on: strip)
    }
  }

  private func draw(_ position: Int, _ table: MixTable, on line: Canvas) {
    let arrangement = panel.arrangement
    let (old, track) = (
      arrangement.order[position], arrangement.entries[arrangement.order[position]].track
    )
    let before = position == 0 ? nil : arrangement.entries[arrangement.order[position - 1]].track
    let fit = before.map { MixFit(from: $0.mixPoint, to: track.mixPoint) }
    let clash = before.flatMap { MixClash(from: $0.mixPoint, to: track.mixPoint) }
    let cells = MixCells(app: app)
    for column in table.columns {
      let cell = line.columns(from: column.start, count: column.width)
      switch column.kind {
      case .number: cell.put("\(position + 1)", .dimmed, align: .right)
      case .was: cell.put(old == position ? "" : "was \(old + 1)", .dimmed, align: .right)
      case .clash: cell.put(clash == nil ? "" : clash?.from == nil ? "!" : "≠", .warning)
      case .title: cell.put(track.title, old == position ? .dimmed : .text)
      case .artist: cell.put(track.tags.artist ?? "", .dimmed)
      case .change:
        let face: Face = clash?.jump == nil ? .dimmed : .warning
        cell.put(fit.map { MixCells.change($0.difference) } ?? "", face, align: .right)
      case .bpm: cell.put(track.mixPoint.bpm?.tenths ?? "—", .dimmed, align: .right)
      case .key: cells.put(track.mixPoint.key, of: track, on: cell)
      case .energy: cells.putEnergy(track.mixPoint.energy, on: cell)
      case .time: cell.put(track.audio.duration?.clockText ?? "—", .dimmed, align: .right)
      case .at, .score, .scoreBar, .longEnergy, .join, .badges, .played: break
      }
    }
  }
}
