/// A table in the history, and all the names that a step may bring into a statement.
struct UndoTable: Equatable, Sendable {
  let name: String
  /// The column with a row's id.
  let key: String
  /// The columns whose changes are edits.
  let edited: [String]
  /// The other columns that a restored row gets back.
  var kept: [String] = []
  /// Whether edits insert and delete its rows.
  var comesAndGoes = true
  /// The column that names the track to which a row belongs.
  var track: String?

  var columns: [String] { edited + kept }

  /// Whether a track has many rows of the table, which another track can take over unchanged.
  var hasManyOfTrack: Bool { track != nil && track != key }

  /// Whether a track has one row at most, which exists only with a value of the user's, and is logged
  /// by value.
  var isSparse: Bool { ["marks", "labels"].contains(name) }

  static func named(_ name: String, in tables: [UndoTable] = all) -> UndoTable? {
    tables.first { $0.name == name }
  }

  /// As of today. An analysis is nobody's edit: it is removed and restored with its track. Of
  /// `tracks` only the date added is an edit, where two merge: scans are not undone, and a
  /// forgotten track is restored whole.
  static let all =
    lists + [
      UndoTable(
        name: "tracks", key: "id", edited: ["added"],
        kept: [
          "source", "path", "root", "folder", "title", "artist", "album_artist", "album", "genre",
          "date", "year", "track", "disc", "bpm", "key", "title_sort", "artist_sort",
          "album_artist_sort", "album_sort", "compilation", "duration", "codec", "container",
          "sample_rate", "bit_depth", "channels", "bit_rate", "has_art", "size", "modified",
          "fingerprint", "reading", "missing", "fault", "credit", "changed",
        ]),
      UndoTable(
        name: "marks", key: "track",
        edited: ["rating", "reaction", "notes", "color", "set_bpm", "set_key", "shifts_grid"],
        kept: ["plays", "last_played"], track: "track"),
      UndoTable(
        name: "analyses", key: "track", edited: [], kept: Schema.analysisColumns, track: "track"),
      UndoTable(
        name: "labels", key: "track",
        edited: ["category", "tags", "collection", "mood", "time_signature", "primary_track"],
        track: "track"),
    ] + version8 + version10

  /// As of version 4. Its triggers are built from this list: once released it is never edited, and
  /// a later version has a list of its own.
  static let version4 = lists + [tracksOfVersion4, analysesOfVersion4]

  /// Added in version 8, with triggers built from this list. Listening moves the place of a book,
  /// which is no edit.
  static let version8 = [
    UndoTable(
      name: "books", key: "id", edited: ["is_finished", "finished", "is_hidden"],
      comesAndGoes: false),
    UndoTable(name: "bookmarks", key: "id", edited: ["book", "place", "note", "created"]),
    UndoTable(name: "book_choices", key: "id", edited: ["folder", "track", "is_book"]),
  ]

  /// Added in version 10, with triggers built from this list.
  static let version10 = [
    UndoTable(
      name: "comments", key: "id",
      edited: ["uuid", "track", "place", "author", "text", "created", "edited"], track: "track")
  ]

  /// The tables that are unchanged since version 4.
  private static let lists = [
    UndoTable(
      name: "playlist_folders", key: "id", edited: ["parent", "name"], kept: ["collapsed"]),
    UndoTable(
      name: "playlists", key: "id",
      edited: [
        "folder", "name", "notes", "color", "target_bpm", "template", "created", "modified",
        "query", "query_sort", "query_descending", "query_limit",
      ]),
    UndoTable(
      name: "entries", key: "id",
      edited: [
        "playlist", "track", "position", "crossfade", "start_offset", "end_offset", "gain", "notes",
        "title", "artist",
      ],
      track: "track"),
    UndoTable(
      name: "cues", key: "id", edited: ["track", "time", "end_time", "type", "color", "name"],
      track: "track"),
    UndoTable(name: "slots", key: "slot", edited: ["playlist"], comesAndGoes: false),
    UndoTable(name: "templates", key: "id", edited: ["name", "source"]),
    UndoTable(name: "merged_tracks", key: "track", edited: ["survivor"]),
    UndoTable(name: "plays", key: "id", edited: ["track", "time"], track: "track"),
    UndoTable(name: "roots", key: "id", edited: ["removed"], comesAndGoes: false),
  ]

  private static let tracksOfVersion4 = UndoTable(
    name: "tracks", key: "id",
    edited: ["rating", "reaction", "notes", "color", "set_bpm", "set_key", "shifts_grid"],
    kept: [
      "path", "root", "folder", "title", "artist", "album_artist", "album", "genre", "date", "year",
      "track", "disc", "bpm", "key", "duration", "codec", "container", "sample_rate", "bit_depth",
      "channels", "bit_rate", "has_art", "size", "modified", "added", "last_played", "plays",
      "missing", "fault", "credit", "title_key", "artist_key", "album_key", "genre_key",
      "credit_key", "name_key", "artists", "genres", "title_sort", "artist_sort",
      "album_artist_sort", "album_sort", "original_date", "track_total", "disc_total",
      "compilation", "track_gain", "track_peak", "album_gain", "album_peak", "fingerprint",
      "reading", "changed", "awaits",
    ])

  private static let analysesOfVersion4 = UndoTable(
    name: "analyses", key: "track", edited: [],
    kept: [
      "fingerprint", "size", "modified", "tempo_version", "key_version", "loudness_version",
      "edges_version", "energy_version", "waveform_version", "bpm", "bpm_confidence",
      "bpm_alternative", "is_constant", "grid_anchor", "grid_period", "key", "key_confidence",
      "key_alternative", "tuning", "loudness", "loudness_range", "true_peak", "sound_start",
      "sound_end", "audible_start", "audible_end", "fade_out", "energy", "mix_in", "mix_out",
      "fault", "histogram", "beats", awaits,
    ])

  /// The pending parts of a restored analysis, as version 4 logged them.
  static let awaits = "awaits"
}

extension Library {
  /// The tables whose rows belong to tracks.
  package static var tablesOfTracks: [String] {
    UndoTable.all.filter { $0.track != nil }.map(\.name)
  }
}
