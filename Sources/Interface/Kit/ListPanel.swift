import Screen

/// A window that is one list of rows without headings: keys and the mouse move its cursor, and Enter
/// or a click on the row at the cursor accepts that.
protocol ListPanel: CursorWindow {
  associatedtype Own: OwnWindowKey

  func count(in app: App) -> Int
  /// The rows that show.
  func height(in size: Size) -> Int
  func accept(in app: inout App) -> [Effect]
  /// Handles a key of its own.
  func perform(_ key: Own, in app: inout App) -> [Effect]
}

extension ListPanel {
  /// The row at the cursor; nil where there is none.
  func selected<Row>(of rows: [Row]?) -> Row? {
    rows.flatMap { $0.indices.contains(cursor.selected) ? $0[cursor.selected] : nil }
  }

  mutating func move(by step: Int, in app: App) {
    let count = count(in: app)
    cursor.move(by: step, of: count)
    cursor.scroll(height: height(in: app.size), of: count)
  }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var window = self
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: window.move(by: -3, in: app)
      case .wheelDown: window.move(by: 3, in: app)
      case .press:
        guard let row = list(in: app)?.row(at: mouse.position) else { return [] }
        if row == cursor.selected { return accept(in: &app) }
        window.move(by: row - cursor.selected, in: app)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: Own.self) {
      case .close: return app.windows.closeTop()
      case .accept: return accept(in: &app)
      case .move(let move): window.move(by: move.step(page: height(in: app.size)), in: app)
      case .own(let key): return perform(key, in: &app)
      case nil: return []
      }
    }
    app.windows.replaceTop(window.overlay)
    return []
  }
}
