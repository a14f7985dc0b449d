internal import GRDB
internal import Music
import Synchronization

extension ListBuilder {
  /// The entries of a playlist on its timeline; mix values of the first ones only, since each costs
  /// three rows.
  func timeline(of id: PlaylistID) throws -> MixTimeline {
    let contents = try contents(of: id)
    let first = contents[0..<min(contents.count, MixTimeline.maximumEntries)]
    let points = try mixPoints(of: first.map(\.track))
    var time = PlayingTime()
    let entries = first.map { entry in
      time.add(entry)
      let isHeard = !entry.isMissing && !entry.isUnknown
      let length = isHeard ? entry.duration : 0
      return MixTimeline.Entry(
        id: EntryID(entry.id), track: TrackID(entry.track),
        start: .microseconds(time.microseconds &- length), length: .microseconds(length),
        point: points[entry.track] ?? MixPoint(), isMissing: entry.isMissing,
        isVirtualTrack: entry.isVirtualTrack)
    }
    return MixTimeline(
      entries: entries, count: contents.count, duration: contents.total.duration)
  }

  /// The mix values of some tracks.
  private func mixPoints(of tracks: [Int64]) throws -> [Int64: MixPoint] {
    var points = library.mixPoints.withLock { $0.points(at: revision) }
    let unknown = Set(tracks).filter { points[$0] == nil }
    guard !unknown.isEmpty else { return points }
    points.merge(try db.mixPoints(of: Array(unknown))) { _, new in new }
    library.mixPoints.withLock { $0.keep(points, at: revision) }
    return points
  }
}

/// The mix values of the tracks in mix slots, by track.
struct MixPointCache: Sendable {
  private var points: [Int64: MixPoint] = [:]
  private var revision: Revision?

  private static let maximumCount = 20_000

  func points(at revision: Revision) -> [Int64: MixPoint] {
    self.revision?.tracks == revision.tracks && self.revision?.marks == revision.marks
      ? points : [:]
  }

  mutating func keep(_ points: [Int64: MixPoint], at revision: Revision) {
    (self.points, self.revision) =
      points.count > Self.maximumCount ? ([:], nil) : (points, revision)
  }
}

extension Database {
  fileprivate func mixPoints(of tracks: [Int64]) throws -> [Int64: MixPoint] {
    var points: [Int64: MixPoint] = [:]
    try inPaddedSlices(tracks) { slice in
      let rows = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT t.id, t.bpm, t.key, \(FindingsRow.columns)
            FROM tracks t \(TrackRow.said) WHERE t.id IN \(Database.marks(slice.count))
            """), arguments: StatementArguments(slice))
      while let row = try rows.next() {
        let tags = Tags(bpm: try row.value(1), key: try row.value(2))
        points[try row.value(0)] = MixPoint(try FindingsRow.findings(row, from: 3, tags))
      }
    }
    return points
  }
}
