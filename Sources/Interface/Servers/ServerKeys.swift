// The keys of the windows of servers.

package enum ServersKey: Hashable, Sendable {
  case add, sync, check, remove, signIn, goOn
  /// Ends the listing of the server.
  case stop
}

package enum ServerFormKey: Hashable, Sendable {
  /// The neighbouring choice.
  case left, right
  case next, back, save
}

extension ServersKey: OwnWindowKey {
  static let kind = WindowKind.servers

  init?(_ key: WindowKey) {
    guard case .servers(let own) = key else { return nil }
    self = own
  }
}

extension ServerFormKey: OwnWindowKey {
  static let kind = WindowKind.serverForm

  init?(_ key: WindowKey) {
    guard case .serverForm(let own) = key else { return nil }
    self = own
  }
}

extension WindowTable {
  static let serverSection = Section(
    title: "In servers",
    entries: [
      WindowEntry(.servers(.add), "servers-add", "a", does: "add a server…"),
      WindowEntry(.servers(.sync), "servers-sync", "s", does: "list what has changed there"),
      WindowEntry(
        .servers(.check), "servers-check", "c", does: "ask whether it answers, and its version"),
      WindowEntry(.servers(.signIn), "servers-sign-in", "n", does: "sign in anew…"),
      WindowEntry(
        .servers(.goOn), "servers-go-on", "p", does: "take over the play queue of another client…"),
      WindowEntry(
        .servers(.remove), "servers-remove", "d", "Del", does: "remove the server…"),
      WindowEntry(.servers(.stop), "servers-stop", "Ctrl-X", does: "stop its listing"),
      WindowEntry(.serverForm(.save), "server-save", "Ctrl-S", does: "add or keep the server"),
      WindowEntry(.serverForm(.left), "server-left", "Left", does: "the choice before"),
      WindowEntry(.serverForm(.right), "server-right", "Right", "Space", does: "the next choice"),
      WindowEntry(.serverForm(.next), "server-next", "Tab", does: "the next field"),
      WindowEntry(.serverForm(.back), "server-back", "Shift-Tab", does: "the field before"),
    ])
}
