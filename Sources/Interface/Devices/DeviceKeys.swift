// The keys of the windows of devices.

package enum DevicesKey: Hashable, Sendable { case add, edit, forget, automatic, stop }

package enum DeviceFormKey: Hashable, Sendable {
  /// The neighbouring choice.
  case left, right
  case complete, back, save
}

package enum SyncPlanKey: Hashable, Sendable {
  /// Leaves a row out, or takes it in.
  case toggle
  /// Sections; `turn` does the one that is not the case.
  case open, close, turn
}

extension DevicesKey: OwnWindowKey {
  static let kind = WindowKind.devices

  init?(_ key: WindowKey) {
    guard case .devices(let own) = key else { return nil }
    self = own
  }
}

extension DeviceFormKey: OwnWindowKey {
  static let kind = WindowKind.deviceForm

  init?(_ key: WindowKey) {
    guard case .deviceForm(let own) = key else { return nil }
    self = own
  }
}

extension SyncPlanKey: OwnWindowKey {
  static let kind = WindowKind.syncPlan

  init?(_ key: WindowKey) {
    guard case .syncPlan(let own) = key else { return nil }
    self = own
  }
}

extension WindowTable {
  static let deviceSection = Section(
    title: "In devices and plans of syncs",
    entries: [
      WindowEntry(.devices(.add), "devices-add", "a", does: "add a device…"),
      WindowEntry(
        .devices(.edit), "devices-edit", "e", does: "change the device, what goes on it…"),
      WindowEntry(.devices(.forget), "devices-forget", "d", "Del", does: "forget the device…"),
      WindowEntry(
        .devices(.automatic), "devices-auto", "A", does: "sync by itself when it comes, or not"),
      WindowEntry(.devices(.stop), "devices-stop", "Ctrl-X", does: "stop its sync"),
      WindowEntry(.deviceForm(.save), "device-save", "Ctrl-S", does: "keep the device"),
      WindowEntry(.deviceForm(.left), "device-left", "Left", does: "the choice before"),
      WindowEntry(.deviceForm(.right), "device-right", "Right", "Space", does: "the next choice"),
      WindowEntry(
        .deviceForm(.complete), "device-complete", "Tab", does: "complete a folder, or go on"),
      WindowEntry(.deviceForm(.back), "device-back", "Shift-Tab", does: "the field before"),
      WindowEntry(
        .syncPlan(.toggle), "plan-toggle", "Space", does: "leave the row out, or take it in"),
      WindowEntry(.syncPlan(.open), "plan-open", "Right", "l", does: "open the section"),
      WindowEntry(.syncPlan(.close), "plan-close", "Left", "h", does: "close the section"),
      WindowEntry(.syncPlan(.turn), "plan-turn", "y", does: "open or close the section"),
    ])
}
