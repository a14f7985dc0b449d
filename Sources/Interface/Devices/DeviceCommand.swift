package import Music

/// Commands about devices and syncs with them.
package enum DeviceCommand: Hashable, Sendable {
  case list, add
  /// By a name; nil for the device that came last, or the only one.
  case sync(String?)
  /// Shows the report of the last sync.
  case report
  /// Answers to questions.
  case makeFolders, carryOut
  case forget(DeviceID)
}

extension CommandTable {
  static let deviceSection = Section(
    title: "Devices",
    entries: [
      CommandEntry(
        .device(.list), "devices", "&", does: "sticks, phones, other machines: add, sync, forget…"),
      CommandEntry(.device(.add), "device-add", does: "add a device to sync with…"),
      CommandEntry(
        .device(.sync(nil)), "sync", "Ctrl-Y",
        does: "sync the device that came last, after its plan…"),
      CommandEntry(
        .device(.report), "sync-report", does: "what the last sync did, and what it left…"),
    ])
}

extension CommandLineReader {
  static let deviceUsages: [Usage] = [
    Usage(form: "sync NAME", summary: "show what a sync with a device would do, then do it") {
      .device(.sync($0))
    }
  ]
}
