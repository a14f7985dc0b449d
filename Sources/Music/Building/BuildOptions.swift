/// The options of a build, as `tritone build` and its form take them.
package struct BuildOptions: Equatable, Sendable {
  package static let defaultName = "Fav Artists Top Tracks"
  /// The name in place of an empty one.
  package static let emptyName = "Untitled Playlist"

  /// As typed; `BuildOptions.playlistName(on:)` is the name of the playlist.
  package var name = defaultName
  /// Whether the day is added to the name, as in "Road Trip Mix 2025-11-20".
  package var hasDateStamp = false
  /// Tracks of each artist; 0 for none.
  package var limitPerArtist = 5
  /// 0 for no limit.
  package var maxArtists = 100
  /// 0 for no limit.
  package var maxTracks = 500
  /// Whether other versions of a title that is there already are left out.
  package var dedupesVariants = false
  package var printsTracks = false
  package var shuffles = false
  /// Nil for another order at each build.
  package var seed: BuildSeed?
  /// Whether a playlist of this name is extended, where there is one.
  package var reusesExisting = false
  /// Whether the tracks of the reused playlist are replaced.
  package var truncates = false
  /// Whether nothing is written.
  package var isDryRun = true
  package var isVerbose = false
  /// The artists heard most.
  package var usesLibraryArtists = false
  package var usesFollowedArtists = true
  /// Names, ids or addresses of artists, separated by line breaks, commas or semicolons.
  package var manualArtists = ""
  /// A text file with an artist in each line.
  package var artistsFile: String?
  /// The id of the playlist to reuse, whatever its name.
  package var targetPlaylist: String?
  package var service = BuildService.local
  package var destination = BuildDestination.playlist
  package var local = LocalBuildOptions()

  package init() {}
}

/// Options that only one's own library has.
package struct LocalBuildOptions: Equatable, Sendable {
  /// The span of time in which the artists heard most are counted.
  package var period = BuildPeriod.sixMonths
  /// Leaves out what was heard in so many days; nil for no such rule.
  package var notHeardDays: Int?
  /// The most that all tracks together take, in minutes; nil for no limit.
  package var maxMinutes: Int?
  /// A query that all tracks match, as in the filter of lists; empty for none.
  package var query = ""
  /// Whether the tracks are put into an order that mixes well.
  package var arranges = false

  package init() {}
}

/// The three ranges of time in which services count what is heard.
package enum BuildPeriod: String, CaseIterable, Sendable {
  case fourWeeks = "4-weeks"
  case sixMonths = "6-months"
  case ever
}

/// Where artists and tracks come from.
package enum BuildService: Equatable, Sendable {
  case local, spotify
  /// A catalogue in a JSON file.
  case file(path: String)
}

/// Where the tracks of a build go. Services other than one's own library have playlists alone.
package enum BuildDestination: Equatable, Sendable {
  /// A playlist with the name of the build.
  case playlist
  /// 1 to 3.
  case slot(Int)
  case queue
}
