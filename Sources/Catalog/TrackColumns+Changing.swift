internal import Music

extension TrackColumns {
  /// Room that is not filled costs nothing: the system gives pages when they are written to.
  mutating func reserve(_ tracks: Int) {
    text.reserve(tracks, bytes: tracks * 80)
    title.reserve(tracks)
    artist.index.reserve(tracks)
    credit.index.reserve(tracks)
    albumArtist.index.reserve(tracks)
    album.index.reserve(tracks)
    genre.index.reserve(tracks)
    folder.index.reserve(tracks)
    format.index.reserve(tracks)
    reserveNumbers(tracks)
  }

  /// Puts all names in their places.
  ///
  /// - Parameter isMoved: Whether any track came, went or has another name than before.
  /// - Returns: The tracks whose names are in other places among the rest, nil for none.
  @discardableResult
  mutating func settleNames(isMoved: Bool) -> TrackSet? {
    // What takes longest comes first.
    var all = [folder, album, artist, credit, albumArtist, genre, format]
    var turned = [[Bool]](repeating: [], count: all.count)
    let present = present
    all.withUnsafeMutableBufferPointer { all in
      turned.withUnsafeMutableBufferPointer { turned in
        let (places, turned) = (all, turned)
        Concurrently.perform(places.count) {
          turned[$0] = places[$0].settle(present, isMoved: isMoved)
        }
      }
    }
    (folder, album, artist, credit) = (all[0], all[1], all[2], all[3])
    (albumArtist, genre, format) = (all[4], all[5], all[6])
    var tracks: TrackSet?
    for (names, turned) in zip(all, turned) where !turned.isEmpty {
      let (ofTrack, same) = (names.index.values, names.same.values)
      var some = TrackSet(capacity: count) { turned[Int(same[Int(ofTrack[$0])])] }
      some.formIntersection(present)
      if let others = tracks { some.formUnion(others) }
      tracks = some
    }
    return tracks
  }
}
