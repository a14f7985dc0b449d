/// A table whose changed rows the history keeps, and all the names that a step may bring into a
/// statement.
struct UndoTable: Equatable, Sendable {
  let name: String
  /// The column with a row's number.
  let key: String
  /// The columns whose changes are edits.
  let edited: [String]
  /// The other columns that a row which was removed comes back with.
  var kept: [String] = []
  /// Whether edits make and remove its rows.
  var comesAndGoes = true

  var columns: [String] { edited + kept }

  static func named(_ name: String) -> UndoTable? { version4.first { $0.name == name } }

  /// As of version 4. The triggers are made of this list: once released it is never edited, and a
  /// later version has a list of its own.
  static let version4 = [
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
      ]),
    UndoTable(
      name: "cues", key: "id", edited: ["track", "time", "end_time", "type", "color", "name"]),
    UndoTable(name: "slots", key: "slot", edited: ["playlist"], comesAndGoes: false),
    UndoTable(name: "templates", key: "id", edited: ["name", "source"]),
    UndoTable(name: "merged_tracks", key: "track", edited: ["survivor"]),
    UndoTable(name: "plays", key: "id", edited: ["track", "time"]),
    UndoTable(name: "roots", key: "id", edited: ["removed"], comesAndGoes: false),
    tracks,
    analyses,
  ]

  /// Of tracks only what the user says of them: what a scan finds or a play counts is not taken
  /// back. A track that is forgotten comes back whole.
  private static let tracks = UndoTable(
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

  /// An analysis is nobody's edit. It goes with its track where a step takes that out, and comes back
  /// with it.
  private static let analyses = UndoTable(
    name: "analyses", key: "track", edited: [],
    kept: [
      "fingerprint", "size", "modified", "tempo_version", "key_version", "loudness_version",
      "edges_version", "energy_version", "waveform_version", "bpm", "bpm_confidence",
      "bpm_alternative", "is_constant", "grid_anchor", "grid_period", "key", "key_confidence",
      "key_alternative", "tuning", "loudness", "loudness_range", "true_peak", "sound_start",
      "sound_end", "audible_start", "audible_end", "fade_out", "energy", "mix_in", "mix_out",
      "fault", "histogram", "beats", awaits,
    ])

  /// Of an analysis that comes back: what its track was still to be analysed for.
  static let awaits = "awaits"
}
