package import Music

/// Known devices, and progress and results of syncs. Errors of a serial come as `.failed`, others
/// as `Event.refused`.
package enum DeviceEvent: Equatable, Sendable {
  /// All known devices, at a Unix time in seconds. Also unasked: at the start, and when one comes or
  /// goes.
  case listed([DeviceListItem], at: Int64)
  case added(Device)
  case changed(Device)
  /// The text is its name.
  case forgotten(String)
  /// A folder was never synced. Nothing was added or changed; these folders would be made.
  case foldersMissing(DeviceDraft, DeviceID?, folders: [String])
  /// A known device was plugged in or mounted.
  case appeared(DeviceID)
  case progressed(SyncProgress, serial: Int)
  case planned(SyncPlan, serial: Int)
  /// Also of a sync that was stopped on the way.
  case finished(SyncReport, serial: Int)
  /// The text gives the reason.
  case failed(String, serial: Int)
  /// A plan was stopped.
  case stopped(serial: Int)
}
