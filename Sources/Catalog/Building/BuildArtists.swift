package import Music

/// The artists of a library with their tracks, ranked: an independent snapshot for one build.
///
/// An artist is a name without case and accents that artist tags have. The tracks of an artist are
/// those whose artist tag names it, as a guest too, and those of its albums.
package struct BuildArtists: Sendable {
  let artists: [Artist]
  /// By the folded name.
  let indexes: [String: Int]
  let search: ArtistSearch
  /// In the order of their ids.
  let tracks: [BuildTrack]
  /// The bytes of all folded titles.
  let titles: [UInt8]
  /// The parts of artists in tracks, by `BuildTrack.artists`.
  let parts: [[ArtistPart]]
  /// All tracks of all artists, artist after artist.
  let tracksOfArtists: [TrackPart]
  /// The plays of the tracks of each album, and their number.
  let albumPlays: [(plays: UInt64, tracks: UInt64)]

  /// An artist, and the range of its tracks.
  struct Artist {
    var value: LibraryArtist
    var tracks: Range<Int>
    var loved = 0
    /// Unix seconds of the last play.
    var played: Int64 = 0
  }

  /// Plays of a track within a period.
  package struct Heard: Sendable {
    let track: Int64
    let plays: Int
    let last: Int64

    /// - Parameter last: Unix seconds.
    package init(track: Int64, plays: Int, last: Int64) {
      (self.track, self.plays, self.last) = (track, plays, last)
    }
  }

  package var count: Int { artists.count }

  /// The artist of an id, which is a folded name.
  package func artist(_ id: String) -> LibraryArtist? { index(id).map { artists[$0].value } }

  func index(_ id: String) -> Int? { indexes[ArtistSearch.key(id)] }

  /// Artists whose names are like a text, the best first.
  package func artists(matching text: String, limit: Int) -> [ArtistMatch] {
    search.matches(text, limit: limit, isBefore: isMoreHeard).map {
      ArtistMatch(artists[$0.artist].value, $0.kind)
    }
  }

  private func isMoreHeard(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (artists[left].value, artists[right].value)
    return (right.plays, right.tracks, left.id) < (left.plays, left.tracks, right.id)
  }

  /// Milliseconds of a track; nil for an unknown track or length.
  package func duration(of track: Int64) -> Int64? {
    guard let index = index(ofTrack: track), tracks[index].duration > 0 else { return nil }
    return Int64(tracks[index].duration)
  }

  func index(ofTrack id: Int64) -> Int? {
    let index = TrackColumns.Names.partitionIndex(in: 0..<tracks.count) { tracks[$0].id < id }
    return index < tracks.count && tracks[index].id == id ? index : nil
  }

  // MARK: Artists by plays

  /// The artists heard most, ever: those with tracks to choose from, most plays first, then by the
  /// last play, then by name.
  package func mostHeard(limit: Int) -> [LibraryArtist] {
    first(limit, by: { ($0.value.plays, $0.played) })
  }

  /// As above, of the plays in a period. A play counts for the artists that the artist tag names.
  package func mostHeard(_ heard: [Heard], limit: Int) -> [LibraryArtist] {
    var sums = [(plays: Int, last: Int64)](repeating: (0, 0), count: artists.count)
    for plays in heard {
      guard let index = index(ofTrack: plays.track) else { continue }
      for part in parts[Int(tracks[index].artists)] where part.role == .lead {
        sums[part.artist].plays += plays.plays
        sums[part.artist].last = max(sums[part.artist].last, plays.last)
      }
    }
    return first(limit, of: artists.indices.map { (sums[$0].plays, sums[$0].last) })
  }

  /// The artists with loved tracks: most of them first, then by the last play, then by name.
  package func loved(limit: Int) -> [LibraryArtist] {
    first(limit, by: { ($0.loved, $0.played) })
  }

  private func first(_ limit: Int, by value: (Artist) -> (Int, Int64)) -> [LibraryArtist] {
    first(limit, of: artists.map(value))
  }

  private func first(_ limit: Int, of values: [(Int, Int64)]) -> [LibraryArtist] {
    let found = artists.indices.filter { values[$0].0 > 0 && artists[$0].value.tracks > 0 }
    return found.sorted {
      let (left, right) = (values[$0], values[$1])
      return (right.0, right.1, artists[$0].value.id) < (left.0, left.1, artists[$1].value.id)
    }.prefix(max(0, limit)).map { artists[$0].value }
  }
}
