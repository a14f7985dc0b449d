/// The facts of a track by which the tracks of an artist are ranked.
struct BuildTrack {
  let id: Int64
  /// The names of the artist tag and of the album credit, by their indexes in the catalog.
  let artist: UInt32
  let credit: UInt32
  /// The index of the artists that these name, with the part that each has in the track.
  var artists: UInt32 = 0
  let album: UInt32
  let isInAlbum: Bool
  /// The range of the folded title in the bytes of all titles.
  let title: Range<Int>
  /// Milliseconds; 0 where unknown, as for all numbers here.
  let duration: UInt32
  let plays: UInt32
  /// Unix seconds.
  let played: UInt32
  let rating: UInt8
  let reaction: UInt8
  let number: UInt16
  let disc: UInt16
  let isOffline: Bool
  /// The index of the recording that this file shares with others; nil for a unique one.
  var recording: Int?
  /// Whether a playlist may be built from it.
  var isChoosable: Bool
}

/// An artist's part in a track.
struct ArtistPart: Equatable {
  enum Role: UInt8 {
    /// The artist tag names the artist.
    case lead
    /// The artist is a guest, one of a pair, or the album artist of a track by somebody else.
    case other
  }

  let artist: Int
  let role: Role
}

/// A track of an artist.
struct TrackPart {
  let track: Int
  let role: ArtistPart.Role
}
