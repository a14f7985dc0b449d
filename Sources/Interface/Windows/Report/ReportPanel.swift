package import Music
import Screen

/// A scrolled text with headings.
package struct ReportPanel: Equatable, Sendable {
  package enum Row: Equatable, Sendable {
    case heading(String)
    case line(String, detail: String)
    case below(String)
    /// An entry of the log.
    case entry(time: String, LogLevel, String)
    /// A name and its value.
    case fact(String, String)
    /// As a fact, with a bar from 0 to 1.
    case share(String, String, bar: Double)
  }

  package var title: String
  package private(set) var rows: [Row] = []
  package internal(set) var cursor = ListCursor()

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

  mutating func add(_ rows: [Row]) { self.rows += rows }

  mutating func scroll(by step: Int, height: Int) {
    cursor.scroll(by: step, height: height, of: rows.count)
  }
}

extension ReportPanel: CursorWindow {
  var kind: WindowKind { .reading }

  var hints: [Hint] { [Hint(.move(.up), .move(.down), does: "move"), Hint(.close, does: "close")] }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var report = self
    let height = ReportView.height(of: report, in: app.size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: report.scroll(by: -3, height: height)
      case .wheelDown: report.scroll(by: 3, height: height)
      case .press where !ReportView.contains(mouse.position, of: report, in: app.size):
        return app.windows.closeTop()
      case .press, .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: ArrangementKey.self) {
      case .close, .accept: return app.windows.closeTop()
      case .move(let move): report.scroll(by: move.step(page: height), height: height)
      case .own, nil: return []
      }
    }
    app.windows.replaceTop(.report(report))
    return []
  }

  func list(in app: App) -> WindowList? {
    WindowList(
      rect: ReportView.rows(of: self, in: app.size), count: rows.count, top: cursor.top)
  }

  var overlay: Overlay { .report(self) }

  func draw(into frame: inout Frame, of app: App) {
    ReportView(report: self, size: app.size, keymap: app.keymap).draw(into: &frame)
  }
}
