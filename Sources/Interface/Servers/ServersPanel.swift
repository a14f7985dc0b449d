import Music
import Screen

/// The list of the user's servers.
package struct ServersPanel: Equatable, Sendable {
  package internal(set) var cursor = ListCursor()

  init() {}

  func item(in app: App) -> ServerListItem? { selected(of: app.servers.items) }
}

extension ServersPanel: ListPanel {
  var kind: WindowKind { .servers }
  var overlay: Overlay { .servers(self) }

  func count(in app: App) -> Int { app.servers.items?.count ?? 0 }
  func height(in size: Size) -> Int { ServersView.height(in: size) }

  /// The form to add a server where there is none, to sign in where that is needed, and else the
  /// options.
  func accept(in app: inout App) -> [Effect] {
    guard let item = item(in: app) else { return app.addServer() }
    return app.openForm(item.state == .signInNeeded ? .signIn(item.server) : .options(item.server))
  }

  func perform(_ key: ServersKey, in app: inout App) -> [Effect] {
    switch key {
    case .add: return app.addServer()
    case .sync: return app.sync(item(in: app))
    case .check: return item(in: app).map { app.ask(.check($0.id)) } ?? []
    case .remove:
      app.askToRemove(item(in: app))
      return []
    case .signIn: return item(in: app).map { app.openForm(.signIn($0.server)) } ?? []
    case .goOn: return item(in: app).map { app.goOn(at: $0.id) } ?? []
    case .stop: return app.stopListing(item(in: app))
    }
  }

  func list(in app: App) -> WindowList? {
    ServersView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    ServersView(panel: self, app: app).draw(into: &frame)
  }
}
