import Music
import Screen

/// The list of the user's servers.
package struct ServersPanel: Equatable, Sendable {
  package internal(set) var cursor = ListCursor()

  init() {}

  func item(in app: App) -> ServerListItem? {
    let items = app.servers.items ?? []
    return items.indices.contains(cursor.selected) ? items[cursor.selected] : nil
  }

  mutating func move(by step: Int, in app: App) {
    let count = app.servers.items?.count ?? 0
    cursor.move(by: step, of: count)
    cursor.scroll(height: ServersView.height(in: app.size), of: count)
  }
}

extension ServersPanel: CursorWindow {
  var kind: WindowKind { .servers }
  var overlay: Overlay { .servers(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, in: app)
      case .wheelDown: panel.move(by: 3, in: app)
      case .press:
        guard let row = ServersView(panel: self, app: app).windowList.row(at: mouse.position) else {
          return []
        }
        if row == cursor.selected { return open(in: &app) }
        panel.move(by: row - cursor.selected, in: app)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: ServersKey.self) {
      case .close: return app.windows.closeTop()
      case .accept: return open(in: &app)
      case .move(let move):
        panel.move(by: move.step(page: ServersView.height(in: app.size)), in: app)
      case .own(.add): return app.addServer()
      case .own(.sync): return app.sync(item(in: app))
      case .own(.check):
        return item(in: app).map { app.ask(.check($0.id)) } ?? []
      case .own(.remove):
        app.askToRemove(item(in: app))
        return []
      case .own(.signIn): return item(in: app).map { app.openForm(.signIn($0.server)) } ?? []
      case .own(.goOn): return item(in: app).map { app.goOn(at: $0.id) } ?? []
      case .own(.stop): return app.stopListing(item(in: app))
      case nil: return []
      }
    }
    app.windows.replaceTop(.servers(panel))
    return []
  }

  /// The form to add a server where there is none, to sign in where that is needed, and else the
  /// options.
  private func open(in app: inout App) -> [Effect] {
    guard let item = item(in: app) else { return app.addServer() }
    return app.openForm(item.state == .signInNeeded ? .signIn(item.server) : .options(item.server))
  }

  func list(in app: App) -> WindowList? {
    ServersView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    ServersView(panel: self, app: app).draw(into: &frame)
  }
}
