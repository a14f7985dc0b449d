/// Counts, rating and favourite of a track on a device.
package struct DeviceMarks: Hashable, Sendable, Codable {
  package var plays = 0
  /// Unix time in seconds, nil for never or unknown.
  package var lastPlayed: Int64?
  package var isFavorite = false
  /// The rating in one byte: a sync has four of these values for each track.
  private var stars: Int8 = 0

  private enum CodingKeys: String, CodingKey {
    case plays, lastPlayed, isFavorite
    case stars = "rating"
  }

  package init(
    plays: Int = 0, lastPlayed: Int64? = nil, isFavorite: Bool = false, rating: Int = 0
  ) {
    self.plays = plays
    self.lastPlayed = lastPlayed
    self.isFavorite = isFavorite
    self.rating = rating
  }

  /// 0 (not rated) to 5.
  package var rating: Int {
    get { Int(stars) }
    set { stars = Int8(clamping: newValue) }
  }
}

/// A track in the database of a device: a row of its table `tracks`.
package struct DeviceTrack: Equatable, Sendable, Codable {
  package var id: DeviceTrackID
  /// Relative to the device's music folder, with slashes.
  package var path: FilePath
  package var title: String
  private var albumValues: SharedValue<Album>
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
    id: DeviceTrackID, path: FilePath, title: String, artist: String? = nil, album: String? = nil,
    albumArtist: String? = nil, genre: String? = nil, year: Int? = nil, trackNumber: Int? = nil,
    duration: Double = 0, size: Int64 = 0, modified: Int64 = 0, marks: DeviceMarks = DeviceMarks(),
    created: Int64 = 0, updated: Int64 = 0
  ) {
    self.id = id
    self.path = path
    self.title = title
    albumValues = SharedValue(
      Album(artist: artist, album: album, albumArtist: albumArtist, genre: genre, year: year))
    self.trackNumber = trackNumber
    self.duration = duration
    self.size = size
    self.modified = modified
    self.marks = marks
    self.created = created
    self.updated = updated
  }

  /// The values that tracks of an album share.
  package struct Album: AlbumValues, Codable {
    fileprivate(set) var artist, album, albumArtist, genre: String?
    fileprivate(set) var year: Int?

    package func hasBytes(of other: Album) -> Bool {
      year == other.year && album.hasBytes(of: other.album) && artist.hasBytes(of: other.artist)
        && albumArtist.hasBytes(of: other.albumArtist) && genre.hasBytes(of: other.genre)
    }
  }

  package mutating func shareAlbum(_ known: inout KnownAlbums<Album>) { known.share(&albumValues) }

  package var artist: String? {
    get { albumValues.value.artist }
    set { albumValues.value.artist = newValue }
  }

  package var album: String? {
    get { albumValues.value.album }
    set { albumValues.value.album = newValue }
  }

  package var albumArtist: String? {
    get { albumValues.value.albumArtist }
    set { albumValues.value.albumArtist = newValue }
  }

  package var genre: String? {
    get { albumValues.value.genre }
    set { albumValues.value.genre = newValue }
  }

  package var year: Int? {
    get { albumValues.value.year }
    set { albumValues.value.year = newValue }
  }
}

/// A playlist in the database of a device; it cannot have a track twice.
package struct DevicePlaylist: Equatable, Sendable, Codable {
  package var id: String
  package var name: String
  /// Ids of tracks, in order.
  package var tracks: [DeviceTrackID]
  /// Unix times in seconds; 0 for unknown.
  package var created: Int64
  package var updated: Int64

  package init(
    id: String, name: String, tracks: [DeviceTrackID], created: Int64 = 0, updated: Int64 = 0
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
  package var removedTracks: [DeviceTrackID] = []
  package var playlists: [DevicePlaylist] = []
  package var removedPlaylists: [String] = []
  /// Times of plays that rows have more than before, as far as they are known, by the row's id. Only
  /// another Tritone has a use for them.
  package var playTimes: [DeviceTrackID: [Int64]] = [:]

  package init(syncID: String) { self.syncID = syncID }
}
