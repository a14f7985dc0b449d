/// An artist of one's own library, as a source of tracks for a playlist.
package struct LibraryArtist: Equatable, Sendable, Identifiable {
  /// The name without case and accents, as `SortKey.folded` has it.
  package var id: String
  /// The spelling that most tracks have.
  package var name: String
  /// Tracks that a playlist may be built from.
  package var tracks: Int
  /// Complete plays of the artist's own tracks, ever.
  package var plays: Int

  package init(id: String, name: String, tracks: Int = 0, plays: Int = 0) {
    self.id = id
    self.name = name
    self.tracks = tracks
    self.plays = plays
  }
}

/// An artist whose name is like a typed one.
package struct ArtistMatch: Equatable, Sendable {
  /// How a name is like the typed one, best first.
  package enum Kind: Int, Equatable, Sendable, Comparable {
    /// The same name; case and accents are ignored.
    case same
    /// The same letters and digits, with or without a leading "The".
    case alike
    /// The name begins with the typed text.
    case beginning
    /// A later word of the name begins with the typed text.
    case word
    /// A few letters are wrong, missing, doubled or transposed.
    case close

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  package var artist: LibraryArtist
  package var kind: Kind

  package init(_ artist: LibraryArtist, _ kind: Kind) {
    self.artist = artist
    self.kind = kind
  }
}

/// A track of an artist with its rank among the artist's tracks.
package struct RankedTrack: Equatable, Sendable {
  package var track: TrackID
  package var title: String
  /// The artists that the artist tag names, guests last; else the album artist, or none.
  package var artists: [String]
  /// Nil where unknown.
  package var duration: Duration?
  /// From 1.
  package var rank: Int
  /// Hundredths of a point of the ranking.
  package var score: Int

  package init(
    track: TrackID, title: String, artists: [String], duration: Duration?, rank: Int, score: Int
  ) {
    self.track = track
    self.title = title
    self.artists = artists
    self.duration = duration
    self.rank = rank
    self.score = score
  }
}
