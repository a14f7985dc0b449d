internal import Music

extension TrackColumns {
  /// Unused capacity is free: the system provides pages when they are written to.
  mutating func reserve(_ tracks: Int) {
    text.reserve(tracks, bytes: tracks * 80)
    title.reserve(tracks)
    reserveNames(tracks)
    reserveNumbers(tracks)
  }

  /// Appends a track.
  mutating func append(_ track: BatchedTrack, _ intake: TextOffsets) {
    intake.fold(track) { searched, title, sortTitle in
      text.append(searched)
      self.title.append(title)
      if !sortTitle.isEmpty { sortTitles.append(sortTitle, of: self.title.count - 1) }
    }
    appendNames(track, intake)
    append(track.numbers)
    if let values = labels.values(of: track, intake) { labels.append(values, of: count - 1) }
    intake.last = track
  }

  /// Sorts all names.
  ///
  /// - Parameter isMoved: Whether any track came, went or has a new name.
  /// - Returns: The tracks whose names have new positions among the rest, nil for none.
  @discardableResult
  mutating func settleNames(isMoved: Bool) -> TrackSet? {
    labels.settleNames()
    var all = names
    // The most expensive comes first.
    let order = all.indices.sorted { all[$0].count > all[$1].count }
    var turned = [[Bool]](repeating: [], count: all.count)
    let present = present
    all.withUnsafeMutableBufferPointer { all in
      turned.withUnsafeMutableBufferPointer { turned in
        let (places, turned) = (all, turned)
        Concurrently.perform(order.count) {
          turned[order[$0]] = places[order[$0]].reorder(present, isMoved: isMoved)
        }
      }
    }
    names = all
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
