/// An album as a thing of its own: the same name by another artist is another album.
package struct AlbumKey: Hashable, Sendable {
  /// The album artist, or the artist where no album artist is tagged; "" for none.
  package var artist: String
  /// "" for none.
  package var name: String

  package init(artist: String, name: String) {
    self.artist = artist
    self.name = name
  }
}

/// What a list lists.
package enum ListSource: Hashable, Sendable {
  /// The folders and tracks directly in a folder; nil for the roots of the library.
  case folder(FilePath?)
  case songs
  case artists
  case albums
  case genres
  /// The albums of an artist.
  case artist(String)
  case album(AlbumKey)
  case genre(String)
  /// The lists that there are without being made.
  case lists
  case smart(BuiltInList)
  /// The tracks that have the audio of another one, under a header for each audio.
  case duplicates
  /// All playlists, under their folders.
  case playlists
  /// The entries of a playlist, under the headers of its group template.
  case playlist(PlaylistID)
}

/// The column a list is sorted by.
package enum SortColumn: String, Sendable, CaseIterable {
  /// Artist, album, disc, track number.
  case artist
  case title, album, year, bpm, key, duration, rating, plays, added, path
  /// When it was heard last.
  case played
  /// How energetic and how loud it sounds.
  case energy, loudness
  /// How many tracks a row stands for.
  case tracks

  /// What tracks can be sorted by.
  package static let ofTracks = allCases.filter { $0 != .tracks }

  /// Whether an order depends on what the user says of tracks or hears of them, which changes
  /// without any file.
  package var isOfMarks: Bool {
    switch self {
    case .rating, .plays, .played: true
    case .artist, .title, .album, .year, .bpm, .key, .duration, .added, .path, .energy, .loudness,
      .tracks:
      false
    }
  }
}

/// Which rows a list holds, and in which order.
package struct ListQuery: Hashable, Sendable {
  package var source: ListSource
  /// A query as `TrackQuery` reads it; "" for everything.
  package var filter: String
  package var sort: SortColumn
  package var isDescending: Bool
  /// What its tracks are grouped by; nil is as the list keeps it: a playlist's own template, and
  /// none elsewhere.
  package var template: GroupTemplate?
  package var collapsed: CollapsedGroups

  /// What its rows can be sorted by; `.artist` is the name of what has nothing but that, and the
  /// order in time of an artist's albums.
  package var sortColumns: [SortColumn] {
    switch source {
    case .songs, .genre, .album, .folder, .smart: SortColumn.ofTracks
    case .albums: [.artist, .album, .year, .tracks, .duration, .rating, .plays, .played, .added]
    case .artist: [.artist, .album, .tracks, .duration, .rating, .plays, .played, .added]
    case .artists, .genres: [.artist, .tracks, .duration]
    case .lists, .playlists, .playlist, .duplicates: []
    }
  }

  package init(
    _ source: ListSource, filter: String = "", sort: SortColumn = .artist,
    isDescending: Bool = false, template: GroupTemplate? = nil,
    collapsed: CollapsedGroups = CollapsedGroups()
  ) {
    self.source = source
    self.filter = filter
    self.sort = sort
    self.isDescending = isDescending
    self.template = template
    self.collapsed = collapsed
  }
}

/// The rows of a list that are on the screen or near it; the list itself stays in the library.
package struct ListWindow: Equatable, Sendable {
  package var query: ListQuery
  /// What is said of the playlist that it lists, where it lists one; not counted.
  package var playlist: Playlist?
  /// Rows in the whole list, headers included.
  package var count: Int
  /// Tracks in the whole list.
  package var trackCount: Int
  package var duration: Duration
  /// The index in the list of the first row here.
  package var start: Int
  package var rows: [ListRow]
  /// Where the row that was asked for as anchor is now; nil when there was none or it is gone.
  package var anchorIndex: Int?
  /// The key of the group that the first row here belongs to, where its header is further up.
  package var openGroup: String?
  /// What the list is grouped by, a playlist's own template included.
  package var template: GroupTemplate
  /// Of a playlist: how long it plays.
  package var total: PlayTotal?
  /// What is noted on the entries here, where anything is.
  package var notes: [EntryID: String] = [:]

  package init(
    query: ListQuery, count: Int = 0, trackCount: Int = 0, duration: Duration = .zero,
    start: Int = 0, rows: [ListRow] = [], anchorIndex: Int? = nil, openGroup: String? = nil,
    template: GroupTemplate = .none
  ) {
    self.query = query
    self.count = count
    self.trackCount = trackCount
    self.duration = duration
    self.start = start
    self.rows = rows
    self.anchorIndex = anchorIndex
    self.openGroup = openGroup
    self.template = template
  }

  package subscript(index: Int) -> ListRow? {
    rows.indices.contains(index - start) ? rows[index - start] : nil
  }
}

/// How far a scan is.
package struct ScanProgress: Equatable, Sendable {
  /// Audio files seen.
  package var found = 0
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  package var missing = 0
  /// Known files that were found at another place.
  package var moved = 0
  /// Roots and folders that are not there or cannot be listed.
  package var offline = 0
  /// Files with an audio name in which there is no audio to read.
  package var failed = 0
  /// Of the files that were given one by one those that are no music; they are not in the library.
  package var refused: [UnreadableFile] = []
  package var isFinished = false

  package init() {}
}
