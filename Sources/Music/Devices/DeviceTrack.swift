/// Counts, rating and favourite of a track on a device.
package struct DeviceMarks: Hashable, Sendable, Codable {
  package var plays = 0
  /// Unix time in seconds, nil for never or unknown.
  package var lastPlayed: Int64?
  package var isFavorite = false
  /// 0 (not rated) to 5.
  package var rating = 0

  package init(
    plays: Int = 0, lastPlayed: Int64? = nil, isFavorite: Bool = false, rating: Int = 0
  ) {
    self.plays = plays
    self.lastPlayed = lastPlayed
    self.isFavorite = isFavorite
    self.rating = rating
  }
}

/// A track in the database of a device: a row of its table `tracks`.
package struct DeviceTrack: Equatable, Sendable, Codable {
  /// A UUID, or whatever another program wrote there.
  package var id: String
  /// Relative to the device's music folder, with slashes.
  package var path: FilePath
  package var title: String
  package var artist: String?
  package var album: String?
  package var albumArtist: String?
  package var genre: String?
  package var year: Int?
  package var trackNumber: Int?
  /// Seconds.
  package var duration: Double
  package var size: Int64
  /// Unix time in seconds of the file's last change.
  package var modified: Int64
  package var marks: DeviceMarks
  /// Unix times in seconds; 0 for unknown.
  package var created: Int64
  package var updated: Int64

  package init(
    id: String, path: FilePath, title: String, artist: String? = nil, album: String? = nil,
    albumArtist: String? = nil, genre: String? = nil, year: Int? = nil, trackNumber: Int? = nil,
    duration: Double = 0, size: Int64 = 0, modified: Int64 = 0, marks: DeviceMarks = DeviceMarks(),
    created: Int64 = 0, updated: Int64 = 0
  ) {
    self.id = id
    self.path = path
    self.title = title
    self.artist = artist
    self.album = album
    self.albumArtist = albumArtist
    self.genre = genre
    self.year = year
    self.trackNumber = trackNumber
    self.duration = duration
    self.size = size
    self.modified = modified
    self.marks = marks
    self.created = created
    self.updated = updated
  }
}

/// A playlist in the database of a device; it cannot have a track twice.
package struct DevicePlaylist: Equatable, Sendable, Codable {
  package var id: String
  package var name: String
  /// Ids of tracks, in order.
  package var tracks: [String]
  /// Unix times in seconds; 0 for unknown.
  package var created: Int64
  package var updated: Int64

  package init(
    id: String, name: String, tracks: [String], created: Int64 = 0, updated: Int64 = 0
  ) {
    self.id = id
    self.name = name
    self.tracks = tracks
    self.created = created
    self.updated = updated
  }
}

/// The contents of a device's database.
package struct DeviceContents: Equatable, Sendable, Codable {
  package var tracks: [DeviceTrack] = []
  package var playlists: [DevicePlaylist] = []
  /// The id of the last sync that was written, nil for none.
  package var syncID: String?
  /// The ids of some syncs before that one, newest first.
  package var earlierSyncIDs: [String] = []
  /// Whether they were read from a copy, since the database itself is damaged or missing.
  package var isFromCopy = false
  /// Rows that mean nothing, and were left out: paths that lead out of the music folder, doubled
  /// ids, values of a wrong type. One sentence each, a few at most.
  package var faults: [String] = []

  package init() {}
}

/// Changes of a device's database.
package struct DeviceCommit: Equatable, Sendable, Codable {
  /// Random, new for each sync; the database keeps it in the same transaction.
  package var syncID: String
  /// Rows to insert or replace, by id.
  package var tracks: [DeviceTrack] = []
  package var removedTracks: [String] = []
  package var playlists: [DevicePlaylist] = []
  package var removedPlaylists: [String] = []
  /// Times of plays that rows have more than before, as far as they are known, by the row's id. Only
  /// another Tritone has a use for them.
  package var playTimes: [String: [Int64]] = [:]

  package init(syncID: String) { self.syncID = syncID }
}
