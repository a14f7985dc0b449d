import Music
import Screen

/// Draws a report as a window with as many rows as it has, or as fit.
struct ReportView {
  let report: ReportPanel
  let size: Size

  private static func box(of report: ReportPanel, in size: Size) -> WindowBox {
    let columns = max(30, min(size.columns - 4, 100))
    let rows = max(5, min(report.rows.count + 4, size.rows - 4))
    return WindowBox(size: size, rows: rows, columns: columns, title: report.title)
  }

  /// Columns for the names of facts.
  private static let names = 18

  /// Rows that are seen of it at once; the last line says which keys there are.
  static func height(of report: ReportPanel, in size: Size) -> Int {
    max(1, box(of: report, in: size).inside.rows - 2)
  }

  static func contains(_ position: Position, of report: ReportPanel, in size: Size) -> Bool {
    box(of: report, in: size).rect.contains(position)
  }

  func draw(into frame: inout Frame) {
    let box = ReportView.box(of: report, in: size)
    box.draw(into: &frame)
    let inside = box.inside
    let height = ReportView.height(of: report, in: size)
    // The window may have become smaller since it was scrolled.
    let top = max(0, min(report.top, report.rows.count - height))
    for (offset, row) in report.rows.dropFirst(top).prefix(height).enumerated() {
      draw(row, into: &frame, in: inside.line(offset))
    }
    guard inside.rows > 2 else { return }
    let rest = report.rows.count - top - height
    let hint = rest > 0 ? "\(rest.grouped) more rows below · Esc closes" : "Esc closes"
    let last = inside.line(inside.rows - 1)
    frame.put(
      TextWidth.truncated(hint, to: last.columns, keep: .start), row: last.row,
      column: last.column, face: .dimmed, ground: .overlay)
  }

  private func draw(_ row: ReportPanel.Row, into frame: inout Frame, in rect: Rect) {
    func put(_ text: String, _ face: Face, indent: Int, room: Int) {
      frame.put(
        TextWidth.truncated(text, to: max(1, room - indent), keep: .start), row: rect.row,
        column: rect.column + indent, face: face, ground: .overlay)
    }
    switch row {
    case .heading(let text): put(text, .header, indent: 0, room: rect.columns)
    case .below(let text): put(text, .dimmed, indent: 4, room: rect.columns)
    case .fact(let name, let value):
      put(name, .dimmed, indent: 2, room: min(ReportView.names, rect.columns / 2))
      put(value, .text, indent: min(ReportView.names, rect.columns / 2) + 1, room: rect.columns)
    case .line(let text, let detail):
      let detail = TextWidth.truncated(detail, to: rect.columns / 2, keep: .start)
      let width = TextWidth.columns(of: detail)
      put(text, .text, indent: 2, room: rect.columns - (width > 0 ? width + 2 : 0))
      frame.put(
        detail, row: rect.row, column: rect.right - width, face: .dimmed, ground: .overlay)
    }
  }
}
