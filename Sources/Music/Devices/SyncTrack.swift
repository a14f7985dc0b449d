/// A track of the library as a sync looks at it.
package struct SyncTrack: Equatable, Sendable, Identifiable {
  package var id: TrackID
  /// The id that devices know it by; the same for all time.
  package var uuid: DeviceTrackID
  /// Whether its file cannot be read at present.
  package var isOffline: Bool
  package var path: FilePath
  package var file: FileStamp
  package var audioHash: Int64?
  package var title: String?
  private var albumValues: SharedValue<Album>
  package var trackNumber: Int?
  /// Seconds, 0 for unknown.
  package var duration: Double
  package var marks: DeviceMarks
  /// Unix time in seconds.
  package var added: Int64

  package init(
    id: TrackID, uuid: DeviceTrackID, path: FilePath, file: FileStamp = FileStamp(),
    audioHash: Int64? = nil, title: String? = nil, artist: String? = nil, album: String? = nil,
    albumArtist: String? = nil, genre: String? = nil, date: String? = nil, trackNumber: Int? = nil,
    discNumber: Int? = nil, duration: Double = 0, codec: String = "", sampleRate: Int = 0,
    isLossless: Bool = false, marks: DeviceMarks = DeviceMarks(), added: Int64 = 0,
    isOffline: Bool = false
  ) {
    self.id = id
    self.uuid = uuid
    self.path = path
    self.file = file
    self.audioHash = audioHash
    self.title = title
    albumValues = SharedValue(
      Album(
        artist: artist, album: album, albumArtist: albumArtist, genre: genre, date: date,
        codec: codec, discNumber: discNumber, sampleRate: sampleRate, isLossless: isLossless))
    self.trackNumber = trackNumber
    self.duration = duration
    self.marks = marks
    self.added = added
    self.isOffline = isOffline
  }
}

// The values that tracks of an album share.
extension SyncTrack {
  package struct Album: AlbumValues {
    fileprivate(set) var artist, album, albumArtist, genre, date: String?
    fileprivate(set) var codec: String
    fileprivate(set) var discNumber: Int?
    fileprivate(set) var sampleRate: Int
    fileprivate(set) var isLossless: Bool

    package func hasBytes(of other: Album) -> Bool {
      discNumber == other.discNumber && sampleRate == other.sampleRate
        && isLossless == other.isLossless && codec == other.codec
        && album.hasBytes(of: other.album) && artist.hasBytes(of: other.artist)
        && albumArtist.hasBytes(of: other.albumArtist) && genre.hasBytes(of: other.genre)
        && date.hasBytes(of: other.date)
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

  package var date: String? {
    get { albumValues.value.date }
    set { albumValues.value.date = newValue }
  }

  package var discNumber: Int? {
    get { albumValues.value.discNumber }
    set { albumValues.value.discNumber = newValue }
  }

  /// FFmpeg's name of the codec.
  package var codec: String {
    get { albumValues.value.codec }
    set { albumValues.value.codec = newValue }
  }

  /// Hz.
  package var sampleRate: Int {
    get { albumValues.value.sampleRate }
    set { albumValues.value.sampleRate = newValue }
  }

  /// Whether its audio is lossless.
  package var isLossless: Bool {
    get { albumValues.value.isLossless }
    set { albumValues.value.isLossless = newValue }
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
