import Music

extension TrackColumns {
  /// The facts that a column can show; the raw value is its name on the command line and in
  /// sessions.
  package enum Kind: String, Sendable, CaseIterable {
    case state, row, number, title, artist
    case albumArtist = "album-artist"
    case album, genre, year, bpm, key, energy
    case loudness = "lufs"
    case rating, plays, played, added, format
    case bitRate = "bit-rate"
    case category, tags, collection, mood
    case path, badges, time
  }
}

extension TrackColumns.Kind {
  /// The columns that can be chosen; the state, the numbers of a skin and the slots always show.
  static let choosable = allCases.filter { $0 != .state && $0 != .row && $0 != .badges }

  /// The order in which columns give way, the least important first; title and time are not here.
  static let givingWay: [Self] = [
    .path, .mood, .collection, .bitRate, .format, .added, .played, .albumArtist, .genre, .loudness,
    .plays, .year,
    .number, .tags, .category, .album, .energy, .rating, .bpm, .artist, .key,
  ]

  /// The name in the window of columns.
  var title: String {
    switch self {
    case .state: "State"
    case .row: "Row"
    case .number: "Number"
    case .title: "Title"
    case .artist: "Artist"
    case .albumArtist: "Album artist"
    case .album: "Album"
    case .genre: "Genre"
    case .year: "Year"
    case .bpm: "BPM"
    case .key: "Key"
    case .energy: "Energy"
    case .loudness: "Loudness"
    case .rating: "Rating"
    case .plays: "Plays"
    case .played: "Last played"
    case .added: "Date added"
    case .format: "Format"
    case .bitRate: "Bit rate"
    case .category: "Category"
    case .tags: "Tags"
    case .collection: "Collection"
    case .mood: "Mood"
    case .path: "Path"
    case .badges: "Mix"
    case .time: "Time"
    }
  }

  /// The text above the column, and the order of a click on it.
  var heading: (String, SortColumn?)? {
    switch self {
    case .state, .badges: nil
    case .row: ("#", nil)
    case .number: ("№", .artist)
    case .title: ("Title", .title)
    case .artist: ("Artist", .artist)
    case .albumArtist: ("Album artist", nil)
    case .album: ("Album", .album)
    case .genre: ("Genre", nil)
    case .year: ("Year", .year)
    case .bpm: ("BPM", .bpm)
    case .key: ("Key", .key)
    case .energy: ("Energy", .energy)
    case .loudness: ("LUFS", .loudness)
    case .rating: ("Rating", .rating)
    case .plays: ("Plays", .plays)
    case .played: ("Played", .played)
    case .added: ("Added", .added)
    case .format: ("Format", nil)
    case .bitRate: ("kbit/s", nil)
    case .category: ("Category", .category)
    case .tags: ("Tags", nil)
    case .collection: ("Collection", .collection)
    case .mood: ("Mood", .mood)
    case .path: ("Path", .path)
    case .time: ("Time", .duration)
    }
  }

  /// The least columns, the blank one behind the text included. Those of numbers hold them whole.
  var minimumWidth: Int {
    switch self {
    case .state: 2
    case .energy: 3
    case .row, .number, .badges: 4
    case .bpm, .key: 5
    case .year, .loudness, .plays: 6
    case .format, .bitRate: 7
    case .time: 8
    case .rating: 9
    case .artist, .albumArtist, .album, .genre, .category, .tags, .collection, .mood: 8
    case .path: 10
    case .title: 12
    case .played, .added: 11
    }
  }

  /// The share of the free columns; nil for columns of one width.
  var share: Int? {
    switch self {
    case .title: 42
    case .artist, .albumArtist: 30
    case .album: 28
    case .genre, .category, .mood: 15
    case .tags, .collection: 20
    case .path: 40
    case .state, .row, .number, .year, .bpm, .key, .energy, .loudness, .rating, .plays, .played,
      .added, .format, .bitRate, .badges, .time:
      nil
    }
  }

  /// Whether a line may stand in the last of its columns, which is blank.
  var hasLine: Bool { self != .state && self != .row && self != .time }

  var isNumber: Bool {
    switch self {
    case .row, .number, .year, .bpm, .energy, .loudness, .plays, .bitRate, .time: true
    case .state, .title, .artist, .albumArtist, .album, .genre, .key, .rating, .played, .added,
      .format, .category, .tags, .collection, .mood, .path, .badges:
      false
    }
  }
}
