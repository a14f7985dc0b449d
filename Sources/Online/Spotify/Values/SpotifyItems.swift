/// Somebody with an account.
package struct SpotifyUser: Equatable, Sendable {
  package var id: String
  /// The id where the user has chosen no name.
  package var name: String

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

package struct SpotifyArtist: Hashable, Sendable {
  package var id: SpotifyID
  package var name: String

  package init(id: SpotifyID, name: String) {
    self.id = id
    self.name = name
  }
}

package struct SpotifyTrack: Hashable, Sendable {
  package var id: SpotifyID
  package var name: String
  package var artists: [SpotifyArtist]
  package var duration: Duration

  package init(id: SpotifyID, name: String, artists: [SpotifyArtist], duration: Duration) {
    self.id = id
    self.name = name
    self.artists = artists
    self.duration = duration
  }

  package var uri: SpotifyURI { SpotifyURI(id) }
}

/// A playlist as lists of them show it.
package struct SpotifyPlaylist: Hashable, Sendable {
  package var id: SpotifyID
  package var name: String
  package var ownerID: String
  package var count: Int
  /// The version of its entries.
  package var snapshot: String?

  package init(id: SpotifyID, name: String, ownerID: String, count: Int, snapshot: String? = nil) {
    self.id = id
    self.name = name
    self.ownerID = ownerID
    self.count = count
    self.snapshot = snapshot
  }

  /// The page of the playlist.
  package var link: String { "https://open.spotify.com/playlist/\(id.text)" }
}

/// An entry of a playlist.
package enum SpotifyEntry: Equatable, Sendable {
  case track(SpotifyTrack)
  /// An episode of a podcast.
  case episode(SpotifyURI, name: String)
  /// A file of somebody's own machine, or what Spotify has no longer: it cannot be written again.
  case other(name: String)

  /// Nil where the entry cannot be written again.
  package var uri: SpotifyURI? {
    switch self {
    case .track(let track): track.uri
    case .episode(let uri, _): uri
    case .other: nil
    }
  }
}

/// The ranges of time of a user's top artists.
package enum SpotifyRange: String, CaseIterable, Sendable {
  case fourWeeks = "short_term"
  case sixMonths = "medium_term"
  /// About a year.
  case long = "long_term"
}
