/// The result of a build or of a dry run.
package struct BuildResult: Equatable, Sendable {
  package var statistics: BuildStatistics
  /// The tracks in the order of the playlist.
  package var prepared: [BuiltTrack]
  /// The ids of the tracks that were added to the playlist; none in a dry run.
  package var added: [String]
  package var leftOut: [LeftOutTrack]
  /// Artists that were not found or could not be fetched.
  package var skipped: [SkippedArtist]
  package var reusedExisting: Bool
  /// Of the playlist that was written; in a dry run, of the one that would be reused. Empty for none.
  package var playlistID: String
  /// The version of the playlist that was written, as the service names it; nil where it has none.
  package var snapshotID: String?
  package var isDryRun: Bool

  package init(
    statistics: BuildStatistics, prepared: [BuiltTrack], added: [String] = [],
    leftOut: [LeftOutTrack] = [], skipped: [SkippedArtist] = [], reusedExisting: Bool = false,
    playlistID: String = "", isDryRun: Bool
  ) {
    self.statistics = statistics
    self.prepared = prepared
    self.added = added
    self.leftOut = leftOut
    self.skipped = skipped
    self.reusedExisting = reusedExisting
    self.playlistID = playlistID
    self.isDryRun = isDryRun
  }
}

/// The numbers of a build.
package struct BuildStatistics: Equatable, Sendable {
  package var playlistName: String
  package var artistsRetrieved = 0
  package var topTracksRetrieved = 0
  package var variantsDeduped = 0
  package var totalPrepared = 0
  /// 0 in a dry run.
  package var totalUploaded = 0

  package init(playlistName: String) { self.playlistName = playlistName }
}

/// How an artist came into a build.
package enum ArtistSource: String, Equatable, Sendable {
  case manual, file, mostHeard, followed
}

/// A track of a build, and why it is there.
package struct BuiltTrack: Equatable, Sendable {
  package var id: String
  package var title: String
  package var artists: [String]
  /// The artist for whom it was fetched.
  package var artist: String
  package var source: ArtistSource
  /// Its place among the artist's top tracks, from 1.
  package var rank: Int

  package init(
    id: String, title: String, artists: [String], artist: String, source: ArtistSource, rank: Int
  ) {
    self.id = id
    self.title = title
    self.artists = artists
    self.artist = artist
    self.source = source
    self.rank = rank
  }
}

/// A track that was fetched and is not in the playlist.
package struct LeftOutTrack: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// The same track came up for another artist before.
    case repeated
    case variant(of: String)
    /// The playlist has its most tracks.
    case trackLimit
    /// The playlist is as long as it may be.
    case lengthLimit
  }

  package var id: String
  package var title: String
  package var artist: String
  package var reason: Reason

  package init(id: String, title: String, artist: String, reason: Reason) {
    self.id = id
    self.title = title
    self.artist = artist
    self.reason = reason
  }
}

/// An artist without a part in the build.
package struct SkippedArtist: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case notFound
    /// Its tracks could not be fetched.
    case failed(reason: String)
  }

  package var name: String
  package var reason: Reason

  package init(name: String, reason: Reason) {
    self.name = name
    self.reason = reason
  }
}

/// How far a build is.
package enum BuildPhase: Equatable, Sendable {
  case findingArtists(done: Int, of: Int)
  case collectingTracks(done: Int, of: Int)
  case arranging
  case writing(done: Int, of: Int)
  /// The service asked to wait.
  case waiting(seconds: Int)
}
