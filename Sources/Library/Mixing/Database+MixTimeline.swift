internal import GRDB
internal import Music

extension Database {
  /// The entries of a playlist on its timeline; mix values of the first ones only, since each costs
  /// three rows.
  func timeline(of id: PlaylistID) throws -> MixTimeline {
    let limit = MixTimeline.maximumEntries
    var time = PlayingTime()
    var entries: [MixTimeline.Entry] = []
    let points = try mixPoints(of: id, limit: limit)
    for entry in try self.entries(of: id) {
      time.add(entry)
      guard let point = points[entry.id] else { continue }
      let isHeard = !entry.isMissing && !entry.isUnknown
      let length = isHeard ? entry.duration : 0
      entries.append(
        MixTimeline.Entry(
          id: EntryID(entry.id), track: TrackID(entry.track),
          start: .microseconds(time.microseconds &- length), length: .microseconds(length),
          point: point, isMissing: entry.isMissing, isVirtualTrack: entry.isVirtualTrack))
    }
    return MixTimeline(entries: entries, count: time.entries, duration: time.total.duration)
  }

  /// The mix values of a playlist's first entries, by entry.
  private func mixPoints(of id: PlaylistID, limit: Int) throws -> [Int64: MixPoint] {
    let rows = try Row.fetchCursor(
      try cachedStatement(
        sql: """
          SELECT e.id, t.bpm, t.key, \(FindingsRow.columns)
          FROM entries e JOIN tracks t ON t.id = e.track \(TrackRow.said)
          WHERE e.playlist = ? ORDER BY e.position, e.id LIMIT ?
          """), arguments: [id.rawValue, limit])
    var points: [Int64: MixPoint] = [:]
    while let row = try rows.next() {
      let tags = Tags(bpm: try row.value(1), key: try row.value(2))
      points[try row.value(0)] = MixPoint(try FindingsRow.findings(row, from: 3, tags))
    }
    return points
  }
}
