internal import GRDB
internal import Music

/// Parts of tracks, which entries play; a part may be a virtual track.
extension Database {
  /// Microseconds that an entry `e` plays of its track `t`, as in `EntryPlayback.length(of:)`; NULL
  /// where the track's length is unknown.
  static let partDuration = """
    max(0, min(
      coalesce(
        CASE WHEN e.end_offset > max(0, coalesce(e.start_offset, 0)) THEN e.end_offset END,
        t.duration),
      t.duration) - max(0, coalesce(e.start_offset, 0)))
    """

  /// The values of an entry that override its track's.
  struct EntryOverrides {
    var sound: EntryPlayback
    var title: String?
    var artist: String?
  }

  /// The playback and name of some entries; those that are gone are left out.
  func overrides(of entries: [Int64]) throws -> [Int64: EntryOverrides] {
    var found: [Int64: EntryOverrides] = [:]
    try inPaddedSlices(entries) { slice in
      let rows = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT id, crossfade, start_offset, end_offset, gain, title, artist FROM entries
            WHERE id IN \(Database.marks(slice.count))
            """), arguments: StatementArguments(slice))
      while let row = try rows.next() {
        found[try row.value(0)] = try EntryOverrides(
          sound: EntryPlayback(
            crossfade: row.time(1), start: row.time(2), end: row.time(3), gain: row.value(4),
            isVirtualTrack: !row.hasNull(atIndex: 5)),
          title: row.value(5), artist: row.value(6))
      }
    }
    return found
  }

  /// The mix slots that hold the virtual tracks of some entries, by entry; other entries, and
  /// virtual tracks in none, are left out.
  func slots(ofVirtualTracks entries: [Int64]) throws -> [Int64: Set<MixSlot>] {
    var found: [Int64: Set<MixSlot>] = [:]
    try inPaddedSlices(entries) { slice in
      let rows = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT e.id, s.slot FROM entries e JOIN entries o ON o.track = e.track
            JOIN slots s ON s.playlist = o.playlist
            WHERE e.id IN \(Database.marks(slice.count)) AND e.title IS NOT NULL
              AND o.title IS NOT NULL AND o.start_offset IS e.start_offset
              AND o.end_offset IS e.end_offset
            """), arguments: StatementArguments(slice))
      while let row = try rows.next() {
        guard let slot = MixSlot(rawValue: try row.value(1)) else { continue }
        found[try row.value(0), default: []].insert(slot)
      }
    }
    return found
  }
}
