/// A track of the library as a sync looks at it.
package struct SyncTrack: Equatable, Sendable, Identifiable {
  package var id: TrackID
  /// The id that devices know it by; the same for all time.
  package var uuid: String
  package var path: FilePath
  package var file: FileStamp
  package var fingerprint: Int64?
  package var title: String?
  package var artist: String?
  package var album: String?
  package var albumArtist: String?
  package var genre: String?
  package var date: String?
  package var trackNumber: Int?
  package var discNumber: Int?
  /// Seconds, 0 for unknown.
  package var duration: Double
  /// FFmpeg's name of the codec.
  package var codec: String
  /// Hz.
  package var sampleRate: Int
  /// Whether its audio is lossless.
  package var isLossless: Bool
  package var marks: DeviceMarks
  /// Unix time in seconds.
  package var added: Int64
  /// Whether its file cannot be read at present.
  package var isOffline: Bool

  package init(
    id: TrackID, uuid: String, path: FilePath, file: FileStamp = FileStamp(),
    fingerprint: Int64? = nil, title: String? = nil, artist: String? = nil, album: String? = nil,
    albumArtist: String? = nil, genre: String? = nil, date: String? = nil, trackNumber: Int? = nil,
    discNumber: Int? = nil, duration: Double = 0, codec: String = "", sampleRate: Int = 0,
    isLossless: Bool = false, marks: DeviceMarks = DeviceMarks(), added: Int64 = 0,
    isOffline: Bool = false
  ) {
    self.id = id
    self.uuid = uuid
    self.path = path
    self.file = file
    self.fingerprint = fingerprint
    self.title = title
    self.artist = artist
    self.album = album
    self.albumArtist = albumArtist
    self.genre = genre
    self.date = date
    self.trackNumber = trackNumber
    self.discNumber = discNumber
    self.duration = duration
    self.codec = codec
    self.sampleRate = sampleRate
    self.isLossless = isLossless
    self.marks = marks
    self.added = added
    self.isOffline = isOffline
  }
}

/// A playlist of the library as a sync looks at it.
package struct SyncPlaylist: Equatable, Sendable, Identifiable {
  package var id: PlaylistID
  package var name: String
  /// With repetitions, in order.
  package var tracks: [TrackID]
  /// Whether a query makes it: it goes on devices and never comes back.
  package var isSmart: Bool
  /// Unix time in seconds.
  package var modified: Int64

  package init(
    id: PlaylistID, name: String, tracks: [TrackID], isSmart: Bool = false, modified: Int64 = 0
  ) {
    self.id = id
    self.name = name
    self.tracks = tracks
    self.isSmart = isSmart
    self.modified = modified
  }
}

/// The library's side of a sync.
package struct SyncLibraryContents: Equatable, Sendable {
  /// All tracks that are files, in the order of their ids.
  package var tracks: [SyncTrack] = []
  /// Those that are wanted on the device, the most wanted first.
  package var chosen: [TrackID] = []
  /// Playlists to be on the device.
  package var playlists: [SyncPlaylist] = []
  /// Names of all other playlists, so that none of the device's is made a second time.
  package var otherPlaylists: [SyncPlaylist] = []
  /// Times of plays since the last sync, unix seconds, the latest last; read for another Tritone.
  package var playTimes: [TrackID: [Int64]] = [:]

  package init() {}
}
