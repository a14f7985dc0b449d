import Music
import Screen

/// A text to read: headings with lines under them, scrolled and closed.
package struct ReportPanel: Equatable, Sendable {
  package enum Row: Equatable, Sendable {
    case heading(String)
    case line(String, detail: String)
    case below(String)
    /// A name and what is said under it.
    case fact(String, String)
  }

  package var title: String
  package private(set) var rows: [Row] = []
  package private(set) var cursor = ListCursor()

  package init(title: String) { self.title = title }

  mutating func add(_ heading: String, _ lines: [ReportLine]) {
    guard !lines.isEmpty else { return }
    rows.append(.heading(heading))
    for line in lines {
      rows.append(.line(line.text, detail: line.detail))
      if !line.below.isEmpty { rows.append(.below(line.below)) }
    }
  }

  mutating func add(_ heading: String, facts: [(name: String, value: String)]) {
    guard !facts.isEmpty else { return }
    rows.append(.heading(heading))
    rows += facts.map { .fact($0.name, $0.value) }
  }

  mutating func scroll(by step: Int, height: Int) {
    cursor.scroll(by: step, height: height, of: rows.count)
  }
}

extension App {
  /// Keys of a report: they move, or close it.
  mutating func take(_ input: Input, in report: ReportPanel) -> [Effect] {
    var report = report
    let height = ReportView.height(of: report, in: size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: report.scroll(by: -3, height: height)
      case .wheelDown: report.scroll(by: 3, height: height)
      case .press where !ReportView.contains(mouse.position, of: report, in: size):
        overlays.removeLast()
        return []
      case .press, .drag, .release: return []
      }
    case .key(let key):
      switch (key.code, key.modifiers) {
      case (.escape, _), (.enter, _), (.character("q"), []), (.character("c"), .control),
        (.character("g"), .control):
        overlays.removeLast()
        return []
      case (.down, _), (.character("j"), []): report.scroll(by: 1, height: height)
      case (.up, _), (.character("k"), []): report.scroll(by: -1, height: height)
      case (.pageDown, _), (.character(" "), []), (.character("d"), .control):
        report.scroll(by: height, height: height)
      case (.pageUp, _), (.character("u"), .control): report.scroll(by: -height, height: height)
      case (.home, _), (.character("g"), []): report.scroll(by: .min, height: height)
      case (.end, _), (.character("G"), _): report.scroll(by: .max, height: height)
      default: return []
      }
    }
    replaceTop(.report(report))
    return []
  }
}
