import Music
import Screen

/// A report as a window with as many rows as it has, or as fit.
struct ReportView {
  let report: ReportPanel
  let size: Size
  let keymap: Keymap

  /// Columns for rows.
  static func columns(in size: Size) -> Int { max(30, min(size.columns - 4, 100)) - 4 }

  private static func box(of report: ReportPanel, in size: Size) -> WindowBox {
    let columns = max(30, min(size.columns - 4, 100))
    let rows = max(5, min(report.rows.count + 4, size.rows - 4))
    return WindowBox(size: size, rows: rows, columns: columns, title: report.title)
  }

  /// Columns for the names of facts.
  private static let names = 18
  /// Columns for the values of shares, before their bars.
  private static let shares = 22

  /// The area of the rows; the last line has the hints.
  static func rows(of report: ReportPanel, in size: Size) -> Rect {
    box(of: report, in: size).inside.inset(bottom: 2)
  }

  /// Visible rows.
  static func height(of report: ReportPanel, in size: Size) -> Int {
    max(1, rows(of: report, in: size).rows)
  }

  static func contains(_ position: Position, of report: ReportPanel, in size: Size) -> Bool {
    box(of: report, in: size).rect.contains(position)
  }

  func draw(into frame: inout Frame) {
    ReportView.box(of: report, in: size).draw(into: &frame) { inside in
      let height = ReportView.height(of: report, in: size)
      // The window may have shrunk since the last scroll.
      let top = max(0, min(report.cursor.top, report.rows.count - height))
      inside.markSelection()
      for (offset, row) in report.rows.dropFirst(top).prefix(height).enumerated() {
        draw(row, on: inside.line(offset))
      }
      guard inside.rows > 2 else { return }
      let rest = report.rows.count - top - height
      let closing = "\(keymap.key(for: .close, in: .reading)) closes"
      inside.lastLine.put(
        rest > 0 ? "\(rest.grouped) more rows below · \(closing)" : closing, .dimmed)
    }
  }

  private func draw(_ row: ReportPanel.Row, on line: Canvas) {
    var line = line
    switch row {
    case .heading(let text): line.put(text, .header)
    case .below(let text): line.put(text, .dimmed, at: 4)
    case .entry(let time, let level, let text):
      line.put(time, .dimmed, at: 2)
      line.put(level.rawValue, level.face, at: 12)
      line.put(text, level.face, at: 21)
    case .fact(let name, let value):
      let names = min(ReportView.names, line.columns / 2)
      line.columns(from: 0, count: names).put(name, .dimmed, at: 2)
      line.put(value, .text, at: names + 1)
    case .share(let name, let value, let bar):
      draw(.fact(name, value), on: line)
      let start = min(ReportView.names, line.columns / 2) + ReportView.shares + 1
      guard line.columns >= start + 10 else { return }
      line.put(StatisticsReport.bar(bar, columns: line.columns - start - 1), .progress, at: start)
    case .line(let text, let detail):
      line.writeRight(detail, .dimmed, upTo: line.columns / 2, gap: 2)
      line.put(text, .text, at: 2)
    }
  }
}

extension LogLevel {
  fileprivate var face: Face {
    switch self {
    case .error: .warning
    case .warning: .accent
    case .info: .text
    case .debug: .dimmed
    }
  }
}
