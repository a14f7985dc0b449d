internal import Music

/// Folders of tracks that were rendered, by the values of tags that they depend on.
struct PlaceFolders {
  private static let maximum = 32_768

  /// The values of a track that the folders of a template have.
  struct Values {
    fileprivate let hasArtist, hasAlbumArtist, hasAlbum, hasGenre, hasDate: Bool

    /// Nil where they have one that most tracks do not share.
    init?(of layout: FileLayout) {
      let mentioned = Set(GroupTemplate.Placeholder.allCases.filter { layout.foldersMention($0) })
      let dates: Set<GroupTemplate.Placeholder> = [.date, .year, .decade]
      guard mentioned.isSubset(of: dates.union([.artist, .albumArtist, .album, .genre])) else {
        return nil
      }
      hasArtist = mentioned.contains(.artist)
      hasAlbumArtist = mentioned.contains(.albumArtist)
      hasAlbum = mentioned.contains(.album)
      hasGenre = mentioned.contains(.genre)
      hasDate = !mentioned.isDisjoint(with: dates)
    }
  }

  struct Key: Hashable {
    private var artist: String?
    private var albumArtist: String?
    private var album: String?
    private var genre: String?
    private var date: String?

    init(_ track: SyncTrack, _ values: Values) {
      if values.hasAlbumArtist { albumArtist = track.albumArtist }
      // The artist stands for an album artist that is absent or blank.
      let isNamed = albumArtist?.utf8.first.map { $0 != 0x20 } ?? false
      if values.hasArtist || values.hasAlbumArtist && !isNamed { artist = track.artist }
      if values.hasAlbum { album = track.album }
      if values.hasGenre { genre = track.genre }
      if values.hasDate { date = track.date }
    }
  }

  /// A track for templates, which takes over one after another: to make a new one each time costs more.
  var track = Track(id: TrackID(0), source: .file(FilePath("")))
  private var folders: [Key: [UInt8]] = [:]

  subscript(_ key: Key) -> [UInt8]? {
    get { folders[key] }
    set {
      if folders.count >= PlaceFolders.maximum { folders.removeAll(keepingCapacity: true) }
      folders[key] = newValue
    }
  }
}
