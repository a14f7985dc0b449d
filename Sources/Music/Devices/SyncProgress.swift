/// How far a sync is.
package struct SyncProgress: Equatable, Sendable {
  package enum Phase: String, Sendable {
    case connecting, reading, planning, copying, finishing
  }

  package var phase: Phase
  package var filesDone = 0
  package var filesTotal = 0
  package var bytesDone: Int64 = 0
  package var bytesTotal: Int64 = 0
  /// Bytes per second over the last seconds, nil while unknown.
  package var speed: Int64?
  /// The file that is being copied.
  package var name: String?

  package init(phase: Phase) { self.phase = phase }
}

/// The report of a sync.
package struct SyncReport: Equatable, Sendable {
  package var deviceName: String
  package var copied = 0
  package var replaced = 0
  package var moved = 0
  package var removed = 0
  package var taken = 0
  package var bytes: Int64 = 0
  /// Plays that were added to the library.
  package var playsHere = 0
  /// Tracks whose marks changed on either side.
  package var marksHere = 0
  package var marksThere = 0
  package var playlistsHere = 0
  package var playlistsThere = 0
  package var conflicts: [SyncConflict] = []
  /// Items that the sync left alone, with the reasons.
  package var left: [SyncNote] = []
  package var wasCancelled = false

  package init(deviceName: String) { self.deviceName = deviceName }
}
