import Music
import Screen

/// The list of known devices.
package struct DevicesPanel: Equatable, Sendable {
  package internal(set) var cursor = ListCursor()

  init() {}

  func item(in app: App) -> DeviceListItem? { selected(of: app.syncing.devices) }
}

extension DevicesPanel: ListPanel {
  var kind: WindowKind { .devices }
  var overlay: Overlay { .devices(self) }

  func count(in app: App) -> Int { app.syncing.devices?.count ?? 0 }
  func height(in size: Size) -> Int { DevicesView.height(in: size) }

  func accept(in app: inout App) -> [Effect] {
    guard let item = item(in: app) else { return app.addDevice() }
    return app.sync(item)
  }

  func perform(_ key: DevicesKey, in app: inout App) -> [Effect] {
    switch key {
    case .add: app.addDevice()
    case .edit: app.editDevice(item(in: app))
    case .forget: app.askToForget(item(in: app))
    case .automatic: app.toggleAutomatic(item(in: app))
    case .stop: app.stopSync()
    }
  }

  func list(in app: App) -> WindowList? {
    DevicesView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    DevicesView(panel: self, app: app).draw(into: &frame)
  }
}
