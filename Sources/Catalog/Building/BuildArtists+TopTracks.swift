internal import Music

extension BuildArtists {
  /// The ids of an artist's best tracks with their scores in hundredths of a point, the best first;
  /// none of an unknown artist.
  ///
  /// A recording comes once: files with the same audio, and tracks of one title and about one
  /// length, are the same. Offline tracks come only where all are offline.
  /// - Parameter now: Unix seconds, from which recency counts.
  package func top(of artist: String, limit: Int, now: Int64) -> [(track: Int64, score: Int)] {
    guard limit > 0, let index = index(artist) else { return [] }
    var choosable = tracksOfArtists[artists[index].tracks].filter { tracks[$0.track].isChoosable }
    let online = choosable.filter { !tracks[$0.track].isOffline }
    if !online.isEmpty { choosable = online }
    let albums = albumsOfTitles(choosable)
    let ranking = TrackRanking(now: now)
    let ranked = choosable.map { part in
      let track = tracks[part.track]
      let recurrences = (albums[title(track)]?.count ?? 0) - (track.isInAlbum ? 1 : 0)
      let score = ranking.score(
        track, role: part.role, album: albumPlays[Int(track.album)], recurrences: recurrences)
      return (track: part.track, score: score)
    }
    let sorted = titles.withUnsafeBufferPointer { titles in
      ranked.sorted { left, right in
        guard left.score == right.score else { return left.score > right.score }
        let order = NaturalOrder.compare(
          UnsafeBufferPointer(rebasing: titles[tracks[left.track].title]),
          UnsafeBufferPointer(rebasing: titles[tracks[right.track].title]))
        return (order, left.track) < (0, right.track)
      }
    }
    return withoutRepetitions(sorted, limit: limit).map { (tracks[$0.track].id, $0.score) }
  }

  private func title(_ track: BuildTrack) -> ArraySlice<UInt8> { titles[track.title] }

  /// By title, the albums that have a track of it.
  private func albumsOfTitles(_ parts: [TrackPart]) -> [ArraySlice<UInt8>: Set<UInt32>] {
    var albums: [ArraySlice<UInt8>: Set<UInt32>] = [:]
    for part in parts where tracks[part.track].isInAlbum {
      let track = tracks[part.track]
      albums[title(track), default: []].insert(track.album)
    }
    return albums
  }

  /// Milliseconds by which the lengths of two releases of a recording may differ.
  private static let tolerance: UInt32 = 5_000

  private func withoutRepetitions(_ ranked: [(track: Int, score: Int)], limit: Int)
    -> [(track: Int, score: Int)]
  {
    var recordings: Set<Int> = []
    var lengths: [ArraySlice<UInt8>: Set<UInt32>] = [:]
    var chosen: [(track: Int, score: Int)] = []
    for next in ranked where chosen.count < limit {
      let track = tracks[next.track]
      if let recording = track.recording, !recordings.insert(recording).inserted { continue }
      // Lengths are grouped, so that thousands of tracks of one title are compared with few.
      let (length, title) = (track.duration, title(track))
      let group = length / Self.tolerance
      let known = lengths[title] ?? []
      let isKnown =
        !known.isEmpty && (length == 0 || known.contains(0))
        || [group, group + 1, group + 2].contains { known.contains($0) }
      guard !isKnown else { continue }
      // A length of 0 is unknown; groups of known ones begin at 1.
      lengths[title, default: []].insert(length == 0 ? 0 : group + 1)
      chosen.append(next)
    }
    return chosen
  }
}
