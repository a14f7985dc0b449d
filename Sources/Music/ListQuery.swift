/// The identity of an album: the same name by another artist is another album.
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

/// The source of a list's rows.
package enum ListSource: Hashable, Sendable {
  /// The folders and tracks directly in a folder; nil for the roots of the library.
  case folder(FilePath?)
  case songs
  case artists
  case albums
  case genres
  /// The categories of tracks that have one.
  case categories
  /// The albums of an artist.
  case artist(String)
  case album(AlbumKey)
  case genre(String)
  /// By the stored word of a `TrackCategory`.
  case category(String)
  /// The built-in lists.
  case lists
  case smart(BuiltInList)
  /// Tracks with equal audio, under a header for each group.
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
  /// The time of the last play.
  case played
  /// The measured energy and loudness.
  case energy, loudness
  /// The user's labels.
  case category, collection, mood
  /// The number of tracks of a row.
  case tracks

  /// The columns for tracks.
  package static let ofTracks = allCases.filter { $0 != .tracks }

  /// Whether an order depends on the user's marks or plays, which change without any file.
  package var isOfMarks: Bool {
    switch self {
    case .rating, .plays, .played: true
    // Labels change the tracks of lists, as tempos do.
    case .artist, .title, .album, .year, .bpm, .key, .duration, .added, .path, .energy, .loudness,
      .category, .collection, .mood, .tracks:
      false
    }
  }
}

/// The rows of a list, and their order.
package struct ListQuery: Hashable, Sendable {
  package var source: ListSource
  /// A query in the language of `TrackQuery`; "" for everything.
  package var filter: String
  package var sort: SortColumn
  package var isDescending: Bool
  /// The template that groups its tracks; nil is the stored one: a playlist's own template, and
  /// none elsewhere.
  package var template: GroupTemplate?
  package var collapsed: CollapsedGroups
  package var variations: VariationFolding

  /// The columns that its rows can be sorted by; `.artist` stands for the name in lists with
  /// nothing but that, and for the chronological order of an artist's albums.
  package var sortColumns: [SortColumn] {
    switch source {
    case .songs, .genre, .category, .album, .folder, .smart: SortColumn.ofTracks
    case .albums: [.artist, .album, .year, .tracks, .duration, .rating, .plays, .played, .added]
    case .artist: [.artist, .album, .tracks, .duration, .rating, .plays, .played, .added]
    case .artists, .genres, .categories: [.artist, .tracks, .duration]
    case .lists, .playlists, .playlist, .duplicates: []
    }
  }

  /// The order of its rows as columns have it: files in folders stand in that of their paths, unless
  /// another one than `.artist` was chosen.
  package var order: SortColumn {
    if case .folder = source, sort == .artist { .path } else { sort }
  }

  package init(
    _ source: ListSource, filter: String = "", sort: SortColumn = .artist,
    isDescending: Bool = false, template: GroupTemplate? = nil,
    collapsed: CollapsedGroups = CollapsedGroups(), variations: VariationFolding = .listed
  ) {
    self.source = source
    self.filter = filter
    self.sort = sort
    self.isDescending = isDescending
    self.template = template
    self.collapsed = collapsed
    self.variations = variations
  }
}

/// The end of a jump to the first row whose name begins with a text.
package enum ListJump: Equatable, Sendable {
  case found
  /// No name begins so; the row is the next one in order, or the last.
  case next
  case empty
  /// The list is not in an order of names.
  case unsorted
}

/// The visible rows of a list and some around them; the list itself stays in the library.
package struct ListWindow: Equatable, Sendable {
  package var query: ListQuery
  /// The listed playlist, without totals.
  package var playlist: Playlist?
  /// Rows in the whole list, headers included.
  package var count: Int
  /// Tracks in the whole list.
  package var trackCount: Int
  package var duration: Duration
  /// The index in the list of the first row here.
  package var start: Int
  package var rows: [ListRow]
  /// The index of the requested anchor; nil when there was none or it is gone.
  package var anchorIndex: Int?
  /// The end of a jump, whose row `anchorIndex` is; nil where none was requested.
  package var jump: ListJump?
  /// The key of the first row's group, where its header is further up.
  package var openGroup: String?
  /// The template that groups the list, a playlist's own included.
  package var template: GroupTemplate
  /// The total of a playlist.
  package var total: PlayTotal?
  /// The notes on the entries among the rows.
  package var notes: [EntryID: String] = [:]
  /// The first and the last rows of the list, where they were requested.
  package var ends: [ListPart] = []

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

  /// Whether all these rows of the list are here.
  package func has(_ range: Range<Int>) -> Bool {
    start <= range.lowerBound && range.upperBound <= start + rows.count
  }

  /// Has the rows of a part in place of its own.
  package mutating func show(_ part: ListPart) {
    (start, rows, openGroup, notes) = (part.start, part.rows, part.openGroup, part.notes)
  }
}

/// Some neighbouring rows of a list.
package struct ListPart: Equatable, Sendable {
  /// The index in the list of the first row.
  package var start: Int
  package var rows: [ListRow]
  /// The key of the first row's group, where its header is further up.
  package var openGroup: String?
  /// The notes on the entries among the rows.
  package var notes: [EntryID: String]

  package init(
    start: Int, rows: [ListRow], openGroup: String? = nil, notes: [EntryID: String] = [:]
  ) {
    self.start = start
    self.rows = rows
    self.openGroup = openGroup
    self.notes = notes
  }

  package func has(_ range: Range<Int>) -> Bool {
    start <= range.lowerBound && range.upperBound <= start + rows.count
  }
}

/// Progress of a scan.
package struct ScanProgress: Equatable, Sendable {
  /// Audio files seen.
  package var found = 0
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  package var missing = 0
  /// Known files found at a new path.
  package var moved = 0
  /// Roots and folders that are absent or cannot be listed.
  package var offline = 0
  /// Files with an audio name and no readable audio.
  package var failed = 0
  /// Single files given to the scan that are not audio; they are not in the library.
  package var refused: [UnreadableFile] = []
  package var isFinished = false

  package init() {}

  /// Whether the library is another one than before.
  package var hasChanges: Bool { added + updated + missing + moved + failed > 0 }
}
