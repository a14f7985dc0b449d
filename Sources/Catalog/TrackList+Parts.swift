extension Catalog {
  /// The first tracks of a list built from this catalog.
  package func tracks(in list: TrackList, first count: Int) -> TrackList {
    guard count < list.count else { return list }
    return part(of: list, max(0, count)) { _ in true }
  }

  /// The tracks of a list that are in a set, in list order.
  package func tracks(in list: TrackList, among set: TrackSet) -> TrackList {
    part(of: list, list.count) { set[$0] }
  }

  private func part(of list: TrackList, _ limit: Int, _ isIn: (Int) -> Bool) -> TrackList {
    let durations = columns.duration.values
    var duration: UInt64 = 0
    let tracks = Column<UInt32>(capacity: list.tracks.count) { found in
      var count = 0
      for track in list.tracks.values {
        if count == limit { break }
        guard isIn(Int(track)) else { continue }
        found[count] = track
        count += 1
        duration += UInt64(durations[Int(track)])
      }
      return count
    }
    return TrackList(tracks, ids: columns.id, duration: duration)
  }

  /// The number of tracks in a set, and their milliseconds.
  package func total(of set: TrackSet) -> (tracks: Int, time: UInt64) {
    let durations = columns.duration.values
    var (count, time) = (0, UInt64(0))
    set.forEach {
      count += 1
      time += UInt64(durations[$0])
    }
    return (count, time)
  }
}
