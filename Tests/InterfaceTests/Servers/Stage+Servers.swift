import Music
import Screen

@testable import Interface

// What tests of servers say and look at.
extension Stage {
  /// A stage with known servers.
  static func serving(
    _ servers: [ServerListItem] = Crate.servers, rows: Int = 24, columns: Int = 80
  ) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    stage.send(.servers(.listed(servers, at: Crate.serverTime)))
    _ = stage.receive()
    return stage
  }

  /// The effects about servers since the last call, without requests of the list.
  mutating func receiveServers() -> [ServersEffect] {
    receive().compactMap {
      if case .servers(let effect) = $0, effect != .list { effect } else { nil }
    }
  }

  var serverForm: ServerFormPanel? {
    for case .serverForm(let panel) in app.overlays { return panel }
    return nil
  }

  /// Moves to a field of the form.
  mutating func moveInServer(to field: ServerFormField) {
    for _ in 0..<20 where serverForm?.focused != field { press("Tab") }
  }

  /// Writes a field anew.
  mutating func fillServer(_ field: ServerFormField, _ text: String) {
    moveInServer(to: field)
    if serverForm?.field?.text.isEmpty == false { press("Ctrl-U") }
    type(text)
  }
}
