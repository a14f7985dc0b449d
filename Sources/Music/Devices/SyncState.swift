/// The state of a track on both sides after the last sync.
package struct SyncedTrack: Equatable, Sendable, Codable {
  package enum Status: String, Sendable, Codable {
    /// The file is on the device, and its database has no row of it yet.
    case copied
    case synced
    /// The user has removed it from the device: it is not copied again.
    case excluded
  }

  package var track: TrackID
  package var uuid: DeviceTrackID
  package var status: Status
  /// Whether no sync has brought the file: it is neither replaced nor removed.
  package var isAdopted = false
  /// As the device told the file after it was written.
  package var file: DeviceFile
  /// The library's file that was copied.
  package var source: FileStamp
  package var audioHash: Int64?
  /// Nil where it was copied as it is.
  package var conversion: ConversionRule?
  /// The path that the template named when the file was put there or found there: only another one
  /// moves it. Nil for unknown.
  package var place: FilePath?
  /// After the last sync, on either side.
  package var ours: DeviceMarks
  package var theirs: DeviceMarks

  // Journals of libraries have these names.
  private enum CodingKeys: String, CodingKey {
    case track, uuid, status, isAdopted, file, source
    case audioHash = "fingerprint"
    case conversion, place, ours, theirs
  }

  package init(
    track: TrackID, uuid: DeviceTrackID, status: Status, file: DeviceFile, source: FileStamp,
    audioHash: Int64? = nil, conversion: ConversionRule? = nil, place: FilePath? = nil,
    ours: DeviceMarks = DeviceMarks(), theirs: DeviceMarks = DeviceMarks()
  ) {
    self.track = track
    self.uuid = uuid
    self.status = status
    self.file = file
    self.source = source
    self.audioHash = audioHash
    self.conversion = conversion
    self.place = place
    self.ours = ours
    self.theirs = theirs
  }
}

/// The state of a playlist on both sides after the last sync.
package struct SyncedPlaylist: Equatable, Sendable, Codable {
  package var id: PlaylistID
  package var deviceID: String
  package var name: String
  /// Of the library, with repetitions.
  package var ours: [TrackID]
  /// As it was written to the device: tracks that are there, each once.
  package var theirs: [DeviceTrackID]

  package init(
    id: PlaylistID, deviceID: String, name: String, ours: [TrackID], theirs: [DeviceTrackID]
  ) {
    self.id = id
    self.deviceID = deviceID
    self.name = name
    self.ours = ours
    self.theirs = theirs
  }
}

/// The state of a device after its last sync, kept in the library.
package struct SyncState: Equatable, Sendable {
  package var tracks: [SyncedTrack] = []
  package var playlists: [SyncedPlaylist] = []
  /// The last sync that ended; nil before the first.
  package var syncID: String?
  /// A sync that was cut between the device's database and the library.
  package var journal: LibraryCommit?

  package init() {}
}

/// Changes by a sync in the library and in its state of the device, in one transaction and one undo
/// step. Codable, so that a sync that was cut can be ended.
package struct LibraryCommit: Equatable, Sendable, Codable {
  package var syncID: String
  package var marks: [MarksChange] = []
  package var playlists: [PlaylistChange] = []
  /// Rows of the state to insert or replace.
  package var syncedTracks: [SyncedTrack] = []
  /// Rows of the state that go, by the id in the device's database.
  package var removedTracks: [DeviceTrackID] = []
  package var syncedPlaylists: [SyncedPlaylist] = []
  /// Ids of playlists on the device of which nothing is kept any more.
  package var removedPlaylists: [String] = []
  /// How far the device's logs are counted with this; nil leaves that as it is.
  package var logs: String?
  /// Unix time in seconds.
  package var time: Int64

  package init(syncID: String, time: Int64) {
    self.syncID = syncID
    self.time = time
  }
}

/// A change of a track's marks in the library. What the user changes between plan and commit stays.
package struct MarksChange: Equatable, Sendable, Codable {
  package var track: TrackID
  /// The plays to add.
  package var plays: Int
  /// Their known times, unix seconds, at most as many as the plays.
  package var times: [Int64]
  package var before: DeviceMarks
  /// Rating and favourite as they shall be, where they still are as before.
  package var after: DeviceMarks

  package init(
    track: TrackID, plays: Int, times: [Int64] = [], before: DeviceMarks, after: DeviceMarks
  ) {
    self.track = track
    self.plays = plays
    self.times = times
    self.before = before
    self.after = after
  }
}

/// A change of a playlist in the library.
package struct PlaylistChange: Equatable, Sendable, Codable {
  /// Nil makes a new one; `deviceID` then finds the row of the state that gets its id.
  package var id: PlaylistID?
  package var deviceID: String
  package var name: String
  /// The name here when the plan was made: a playlist that was renamed since keeps its name.
  package var nameBefore: String?
  /// As it was when the plan was made: a playlist that has changed since is left alone.
  package var before: [TrackID]
  package var after: [TrackID]

  package init(
    id: PlaylistID?, deviceID: String, name: String, before: [TrackID], after: [TrackID]
  ) {
    self.id = id
    self.deviceID = deviceID
    self.name = name
    self.before = before
    self.after = after
  }
}
