import Music

/// An option of a build in the form. Raw values are the names of the command line's options.
package enum BuildFormField: String, CaseIterable, Sendable {
  case service
  case catalogue = "service-file"
  case name
  case dateStamp = "date-stamp"
  case destination = "into"
  case target
  case reuse = "reuse-existing"
  case truncate
  case artists
  case file = "artists-file"
  case libraryArtists = "library-artists"
  case period
  case followedArtists = "followed-artists"
  case maxArtists = "max-artists"
  case limit = "limit-per-artist"
  case maxTracks = "max-tracks"
  case dedupe = "dedupe-variants"
  case notHeard = "not-heard"
  case maxMinutes = "max-minutes"
  case query = "where"
  case shuffle
  case seed = "shuffle-seed"
  case arrange
  case printTracks = "print-tracks"
  case verbose

  /// A choice by the word that is stored, and as it shows.
  struct Choice: Equatable, Sendable {
    let word: String
    let title: String
  }

  enum Completion: Equatable, Sendable { case artists, path }

  static let groups: [(title: String, fields: [BuildFormField])] = [
    (
      "Playlist",
      [.service, .catalogue, .name, .dateStamp, .destination, .target, .reuse, .truncate]
    ),
    (
      "Artists", [.artists, .file, .libraryArtists, .period, .followedArtists, .maxArtists]
    ),
    (
      "Tracks",
      [
        .limit, .maxTracks, .dedupe, .notHeard, .maxMinutes, .query, .shuffle, .seed, .arrange,
      ]
    ),
    ("Log", [.printTracks, .verbose]),
  ]

  var label: String {
    switch self {
    case .service: "Service"
    case .catalogue: "Catalogue file"
    case .name: "Name"
    case .dateStamp: "Date stamp"
    case .destination: "Into"
    case .target: "Target playlist"
    case .reuse: "Reuse existing"
    case .truncate: "Truncate"
    case .artists: "Artists"
    case .file: "Artists file"
    case .libraryArtists: "Library artists"
    case .period: "Heard within"
    case .followedArtists: "Followed artists"
    case .maxArtists: "Max artists"
    case .limit: "Limit per artist"
    case .maxTracks: "Max tracks"
    case .dedupe: "Dedupe variants"
    case .notHeard: "Not heard in"
    case .maxMinutes: "Max minutes"
    case .query: "Only where"
    case .shuffle: "Shuffle"
    case .seed: "Shuffle seed"
    case .arrange: "Arrange"
    case .printTracks: "Print tracks"
    case .verbose: "Verbose"
    }
  }

  /// The meaning of the field, below the form while it is focused.
  var hint: String {
    switch self {
    case .service: "Where artists and tracks come from"
    case .catalogue: "JSON with artists, tracks and playlists"
    case .name: "Of the playlist; empty for \(BuildOptions.emptyName)"
    case .dateStamp: "Adds the day to the name, as in Road Trip 2026-05-01"
    case .destination: "Where the tracks go"
    case .target: "Id of the playlist to reuse, whatever its name; empty for one by name"
    case .reuse: "Extends the playlist of this name, where there is one"
    case .truncate: "Replaces the tracks of the reused playlist"
    case .artists: "Names, ids or addresses, with commas or semicolons between them"
    case .file: "Text with an artist in each line"
    case .libraryArtists: "The artists heard most"
    case .period: "Span of time in which the artists heard most are counted"
    case .followedArtists: "Followed ones; in your own library those with loved tracks"
    case .maxArtists, .maxTracks: "0 for no limit"
    case .limit: "Top tracks of each artist"
    case .dedupe: "Leaves out other versions of a title: live, remastered, acoustic"
    case .notHeard: "Days; leaves out what was heard in them. Empty for no such rule"
    case .maxMinutes: "Of all tracks together; empty for no limit"
    case .query: "As / filters: bpm:120-126 rating:>=4. Empty for all"
    case .shuffle: "In random order, tracks of an artist spread out"
    case .seed: "The same number makes the same order; empty for another each time"
    case .arrange: "Into an order that mixes well, by tempo and key"
    case .printTracks: "Writes the tracks to the log as well"
    case .verbose: "Writes each step to the log"
    }
  }

  /// Nil for a text.
  var choices: [Choice]? {
    switch self {
    case .service:
      [
        Choice(word: "local", title: "own library"), Choice(word: "spotify", title: "Spotify"),
        Choice(word: "file", title: "a file"),
      ]
    case .destination:
      [Choice(word: "playlist", title: "a playlist")]
        + MixSlot.allCases.map {
          Choice(word: "slot:\($0.rawValue)", title: "mix slot \($0.rawValue)")
        } + [Choice(word: "queue", title: "the queue")]
    case .period:
      BuildPeriod.allCases.map { period in
        let title =
          switch period {
          case .fourWeeks: "4 weeks"
          case .sixMonths: "6 months"
          case .ever: "ever"
          }
        return Choice(word: period.rawValue, title: title)
      }
    case .dateStamp, .reuse, .truncate, .libraryArtists, .followedArtists, .dedupe, .shuffle,
      .arrange, .printTracks, .verbose:
      [Choice(word: "no", title: "no"), Choice(word: "yes", title: "yes")]
    case .catalogue, .name, .target, .artists, .file, .maxArtists, .limit, .maxTracks, .notHeard,
      .maxMinutes, .query, .seed:
      nil
    }
  }

  /// The kind of completion that Tab does in the text; nil for none.
  var completion: Completion? {
    switch self {
    case .artists: .artists
    case .file, .catalogue: .path
    case .service, .name, .dateStamp, .destination, .target, .reuse, .truncate, .libraryArtists,
      .period, .followedArtists, .maxArtists, .limit, .maxTracks, .dedupe, .notHeard, .maxMinutes,
      .query, .shuffle, .seed, .arrange, .printTracks, .verbose:
      nil
    }
  }

  /// The most characters of a text; nil for those of any line.
  var maximumText: Int? {
    switch self {
    case .artists: BuildFormField.maximumNames
    case .file, .catalogue, .seed, .target: BuildFormField.maximumText
    case .service, .name, .dateStamp, .destination, .reuse, .truncate, .libraryArtists, .period,
      .followedArtists, .maxArtists, .limit, .maxTracks, .dedupe, .notHeard, .maxMinutes, .query,
      .shuffle, .arrange, .printTracks, .verbose:
      nil
    }
  }

  /// Whether a service has the option.
  func isShown(for service: String) -> Bool {
    switch self {
    case .catalogue: service == "file"
    case .destination, .notHeard, .maxMinutes, .query, .arrange: service == "local"
    case .period: service != "file"
    case .service, .name, .dateStamp, .target, .reuse, .truncate, .artists, .file, .libraryArtists,
      .followedArtists, .maxArtists, .limit, .maxTracks, .dedupe, .shuffle, .seed, .printTracks,
      .verbose:
      true
    }
  }
}
