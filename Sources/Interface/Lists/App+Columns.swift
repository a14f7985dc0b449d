import Music
import Screen

// Choosing the columns of a list of tracks.
extension App {
  /// The list whose columns are chosen; nil where none has any.
  private mutating func listOfColumns() -> ListID? {
    guard browsing.largeMix == nil else {
      say("A mix that is open large has columns of its own")
      return nil
    }
    if focusedList == nil { focus = .library }
    guard let slot = browsing.focusedSlot else { return nil }
    guard ListColumns.kind(of: browsing[slot]) != nil else {
      say("\(browsing[slot].query.rowsName) have no columns to choose; lists of tracks have")
      return nil
    }
    return slot
  }

  mutating func openColumns() {
    guard let slot = listOfColumns() else { return }
    let list = browsing[slot]
    let width = layout.panes[focus]?.columns ?? size.columns
    windows.open(
      .columns(
        ColumnsPanel(
          slot: slot, pane: focus, before: browsing.columns[list],
          shown: automaticColumns(of: list, width: width))))
  }

  mutating func setColumns(_ columns: [ChosenColumn]) {
    guard let slot = listOfColumns() else { return }
    browsing.columns[browsing[slot]] = columns.isEmpty ? nil : columns
  }

  /// The columns on the screen while their window is open.
  func shownColumns(of panel: ColumnsPanel) -> [TrackColumns.Column] {
    let width = layout.panes[panel.pane]?.columns ?? size.columns
    return columns(of: browsing[panel.slot], width: width).columns
  }
}

extension ColumnsPanel: CursorWindow {
  var kind: WindowKind { .columns }
  func fadesScreen(in app: App) -> Bool { false }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let view = ColumnsView(panel: self, app: app)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, height: view.height)
      case .wheelDown: panel.move(by: 3, height: view.height)
      case .press:
        guard let row = view.row(at: mouse.position) else { return [] }
        if row == cursor.selected { panel.toggle() }
        panel.move(by: row - cursor.selected, height: view.height)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: ColumnsKey.self) {
      case .close:
        app.browsing.columns[app.browsing[slot]] = before
        return app.windows.closeTop()
      case .accept: return app.windows.closeTop()
      case .move(let move): panel.move(by: move.step(page: view.height), height: view.height)
      case .own(let own): panel.change(own, in: app, height: view.height)
      case nil: return []
      }
    }
    app.browsing.columns[app.browsing[slot]] = panel.chosen
    app.windows.replaceTop(.columns(panel))
    return []
  }

  private mutating func change(_ key: ColumnsKey, in app: App, height: Int) {
    var width: Int? {
      let kind = rows[cursor.selected].column.kind
      return app.shownColumns(of: self).first { $0.kind == kind }?.width
    }
    switch key {
    case .toggle: toggle()
    case .earlier: shift(by: -1, height: height)
    case .later: shift(by: 1, height: height)
    case .narrower: widen(by: -1, from: width)
    case .wider: widen(by: 1, from: width)
    case .automatic: setWidth(nil)
    case .reset:
      let width = app.layout.panes[pane]?.columns ?? app.size.columns
      reset(to: app.automaticColumns(of: app.browsing[slot], width: width))
    }
  }

  func list(in app: App) -> WindowList? {
    WindowList(
      rect: ColumnsView(panel: self, app: app).list, count: rows.count, top: cursor.top)
  }

  var overlay: Overlay { .columns(self) }

  func draw(into frame: inout Frame, of app: App) {
    ColumnsView(panel: self, app: app).draw(into: &frame)
  }
}
