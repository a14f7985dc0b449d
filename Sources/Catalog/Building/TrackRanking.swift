import Glibc
internal import Music

/// The ranking of an artist's tracks: points for plays, recency, rating, reaction and album.
///
/// | Points | For |
/// |---|---|
/// | 10 · log2(1 + plays), at most 100 | complete plays: each doubling counts as much |
/// | 10 · 2^(−days ÷ 182) | the last play: half of it after half a year |
/// | −40, −10, 5, 15, 30 | a rating of 1 to 5 stars |
/// | 15 or 40 | a track that is liked or loved |
/// | 4 · log2(1 + plays per track of its album), at most 12 | the popularity of its album |
/// | 5 for each, at most 15 | further albums of the artist with a track of this title |
/// | 4 or 2 | tracks 1 to 3 or 4 to 6 of a first disc |
/// | −20 | a length below a minute |
/// | −15 | a track as a guest or one of a pair, or on an album of the artist by somebody else |
///
/// Equal points are in order of title. Points rather than an order of criteria, since one play more
/// does not make a track better than a loved one. The last rows matter where nothing was heard yet:
/// titles that recur on best-ofs and live albums, and the beginnings of albums, are the known ones.
struct TrackRanking {
  /// Unix seconds.
  let now: Int64

  /// - Returns: Hundredths of a point.
  func score(
    _ track: BuildTrack, role: ArtistPart.Role, album: (plays: UInt64, tracks: UInt64),
    recurrences: Int
  ) -> Int {
    var points = min(100, 10 * log2(1 + Double(track.plays)))
    if track.played > 0 {
      let days = max(0, Double(now) - Double(track.played)) / 86_400
      points += 10 * exp2(-days / 182)
    }
    points += rating(track.rating)
    switch Reaction(rawValue: Int(track.reaction)) {
    case .loved: points += 40
    case .liked: points += 15
    case .listened, .some(.none), nil: break
    }
    if track.isInAlbum, album.tracks > 0 {
      points += min(12, 4 * log2(1 + Double(album.plays) / Double(album.tracks)))
    }
    points += Double(min(15, 5 * max(0, recurrences)))
    if track.isInAlbum, track.disc <= 1 {
      switch track.number {
      case 1...3: points += 4
      case 4...6: points += 2
      default: break
      }
    }
    if track.duration > 0, track.duration < 60_000 { points -= 20 }
    switch role {
    case .lead: break
    case .other: points -= 15
    }
    return Int((points * 100).rounded())
  }

  private func rating(_ stars: UInt8) -> Double {
    switch stars {
    case 0: 0
    case 1: -40
    case 2: -10
    case 3: 5
    case 4: 15
    default: 30
    }
  }
}
