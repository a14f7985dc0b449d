import Music
import Screen

/// The list of known devices.
package struct DevicesPanel: Equatable, Sendable {
  package internal(set) var cursor = ListCursor()

  init() {}

  func item(in app: App) -> DeviceListItem? {
    let devices = app.syncing.devices ?? []
    return devices.indices.contains(cursor.selected) ? devices[cursor.selected] : nil
  }

  mutating func move(by step: Int, in app: App) {
    let count = app.syncing.devices?.count ?? 0
    cursor.move(by: step, of: count)
    cursor.scroll(height: DevicesView.height(in: app.size), of: count)
  }
}

extension DevicesPanel: CursorWindow {
  var kind: WindowKind { .devices }
  var overlay: Overlay { .devices(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, in: app)
      case .wheelDown: panel.move(by: 3, in: app)
      case .press:
        guard let row = DevicesView(panel: self, app: app).windowList.row(at: mouse.position) else {
          return []
        }
        if row == cursor.selected { return app.sync(item(in: app)) }
        panel.move(by: row - cursor.selected, in: app)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: DevicesKey.self) {
      case .close: return app.windows.closeTop()
      case .accept:
        guard let item = item(in: app) else { return app.addDevice() }
        return app.sync(item)
      case .move(let move):
        panel.move(by: move.step(page: DevicesView.height(in: app.size)), in: app)
      case .own(.add): return app.addDevice()
      case .own(.edit): return app.editDevice(item(in: app))
      case .own(.forget): return app.askToForget(item(in: app))
      case .own(.automatic): return app.toggleAutomatic(item(in: app))
      case .own(.stop): return app.stopSync()
      case nil: return []
      }
    }
    app.windows.replaceTop(.devices(panel))
    return []
  }

  func list(in app: App) -> WindowList? {
    DevicesView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    DevicesView(panel: self, app: app).draw(into: &frame)
  }
}
