/// The plan of a sync; making it changes nothing.
package struct SyncPlan: Equatable, Sendable {
  package var device: DeviceID
  package var deviceName: String
  /// 16 hexadecimal digits, random.
  package var syncID: String
  package var items: [SyncItem] = []
  package var conflicts: [SyncConflict] = []
  /// Tracks and playlists that are left as they are, and the reasons.
  package var notes: [SyncNote] = []
  /// Bytes free on the device now, nil for unknown.
  package var free: Int64?
  /// Bytes per second that were last measured.
  package var speed: Int64?
  /// Whether so much would be removed from the device that the user is asked once more.
  package var removesMuch = false
  /// Whether the device's database is damaged or missing and is written again from its copy.
  package var repairsDatabase = false
  /// Whether the device is empty and was never synced: the user is asked first.
  package var isFirst = false

  package init(device: DeviceID, deviceName: String, syncID: String) {
    self.device = device
    self.deviceName = deviceName
    self.syncID = syncID
  }
}

/// One thing that a sync does, which can be left out.
package struct SyncItem: Equatable, Sendable {
  package var action: SyncAction
  /// The displayed name: "Artist – Title", a path, or the name of a playlist.
  package var name: String
  /// Bytes that are written for it.
  package var bytes: Int64
  package var isIncluded: Bool

  package init(action: SyncAction, name: String, bytes: Int64 = 0, isIncluded: Bool = true) {
    self.action = action
    self.name = name
    self.bytes = bytes
    self.isIncluded = isIncluded
  }
}

package enum SyncAction: Equatable, Sendable {
  case copy(track: TrackID, to: FilePath)
  /// The library's file has changed since it was copied.
  case replace(track: TrackID, file: DeviceFile, to: FilePath)
  /// Its tags, or the template, name another place.
  case move(track: TrackID, file: DeviceFile, to: FilePath)
  /// The track is no longer chosen for the device.
  case remove(uuid: DeviceTrackID, file: DeviceFile)
  /// The user has removed it from the device: it will not be copied again.
  case exclude(track: TrackID, uuid: DeviceTrackID)
  /// A file that is new on the device comes into the library.
  case take(file: DeviceFile)
  /// A file that both sides have already: only the databases learn of it.
  case adopt(track: TrackID, uuid: DeviceTrackID, file: DeviceFile)
  // Boxed, so that an item of a file is small: there may be 100,000.
  indirect case marks(MarksSync)
  indirect case playlist(PlaylistSync)
}

/// Counts, rating and favourite of a track on either side; nil where that side stays as it is.
package struct MarksSync: Equatable, Sendable {
  package var track: TrackID
  package var uuid: DeviceTrackID
  package var here: MarksChange?
  package var beforeThere: DeviceMarks
  package var there: DeviceMarks?

  package init(
    track: TrackID, uuid: DeviceTrackID, here: MarksChange?, beforeThere: DeviceMarks,
    there: DeviceMarks?
  ) {
    self.track = track
    self.uuid = uuid
    self.here = here
    self.beforeThere = beforeThere
    self.there = there
  }
}

/// A playlist on either side; nil where that side stays as it is.
package struct PlaylistSync: Equatable, Sendable {
  package var here: PlaylistChange?
  package var beforeThere: [DeviceTrackID]
  package var there: DevicePlaylist?
  /// The id of a playlist that goes from the device, as it was deleted here; `there` is nil then.
  package var deletedThere: String?
  /// Entries added and removed on either side, for the row that shows it.
  package var addedHere = 0, removedHere = 0, addedThere = 0, removedThere = 0

  package init(here: PlaylistChange?, beforeThere: [DeviceTrackID], there: DevicePlaylist?) {
    self.here = here
    self.beforeThere = beforeThere
    self.there = there
  }
}

/// A value that both sides have changed, and which of them stays.
package struct SyncConflict: Equatable, Sendable {
  package enum Winner: String, Sendable { case library, device, both }

  /// The track or playlist.
  package var name: String
  /// "rating", "favourite", "playlist".
  package var value: String
  package var winner: Winner

  package init(name: String, value: String, winner: Winner) {
    self.name = name
    self.value = value
    self.winner = winner
  }
}

/// Something that a sync leaves alone.
package struct SyncNote: Equatable, Sendable {
  package var name: String
  /// A sentence without its first word: "has no room".
  package var reason: String

  package init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}
