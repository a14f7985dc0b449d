package import Music

/// Known devices, and syncs with them. A new plan or sync begins after the end of the one before.
package enum DeviceEffect: Equatable, Sendable {
  /// Asks for the known devices; `DeviceEvent.listed` follows.
  case list
  /// Adds a device; `DeviceEvent.added` follows. A folder that is none yet is only used where its
  /// folders may be made, else `DeviceEvent.foldersMissing` follows.
  case add(DeviceDraft, makesFolders: Bool)
  /// Changes a device; `DeviceEvent.changed` follows, or `DeviceEvent.foldersMissing` as above.
  case edit(DeviceID, DeviceDraft, makesFolders: Bool)
  /// Forgets a device and the state of its syncs, and leaves its files alone.
  case forget(DeviceID)
  /// Reads both sides; `DeviceEvent.planned`, `.failed` or `.stopped` follows with the serial.
  case plan(DeviceID, serial: Int)
  /// Carries out the included items; `DeviceEvent.finished` or `.failed` follows with the serial.
  case carryOut(SyncPlan, serial: Int)
  /// Ends the plan that is being made or the sync that goes on, whose last event follows.
  case stop
}
