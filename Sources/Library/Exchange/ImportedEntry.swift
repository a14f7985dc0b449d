internal import GRDB
internal import Music

/// An entry of a playlist as an import writes it.
struct ImportedEntry: Equatable {
  var track: Int64
  var crossfade, start, end: Int64?
  var gain: Double?
  var notes: String
  /// The names of a virtual track.
  var title, artist: String?

  private static let columns = """
    track, crossfade, start_offset, end_offset, gain, notes, title, artist
    """

  /// - Parameter position: In the document, from 1.
  init(_ track: DocumentTrack, id: Int64, position: Int) {
    let sound = track.sound.bounded
    self.track = id
    crossfade = sound.crossfade?.wholeMicroseconds
    (start, end) = (sound.start?.wholeMicroseconds, sound.end?.wholeMicroseconds)
    (gain, notes) = (sound.gain, track.notes)
    title = sound.isVirtualTrack ? track.title ?? "Track \(position)" : nil
    artist = sound.isVirtualTrack ? track.artist : nil
  }

  private init(_ row: Row) throws {
    track = try row.value(0)
    (crossfade, start, end) = (try row.value(1), try row.value(2), try row.value(3))
    (gain, notes) = (try row.value(4), try row.value(5))
    (title, artist) = (try row.value(6), try row.value(7))
  }

  /// Writes the entries of a playlist that has none.
  static func write(_ entries: [ImportedEntry], to playlist: Int64, _ db: Database) throws {
    let insertion = try db.cachedStatement(
      sql: """
        INSERT INTO entries (playlist, position, \(columns)) VALUES \(Database.marks(10))
        """)
    for (index, entry) in entries.enumerated() {
      try insertion.execute(
        arguments: [
          playlist, Int64(index + 1) * Database.gap, entry.track, entry.crossfade, entry.start,
          entry.end, entry.gain, entry.notes, entry.title, entry.artist,
        ])
    }
  }

  /// Whether a playlist has these entries and no others, in their order.
  static func are(_ entries: [ImportedEntry], in playlist: Int64, _ db: Database) throws -> Bool {
    let count = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM entries WHERE playlist = ?", arguments: [playlist])
    guard count == entries.count else { return false }
    let rows = try Row.fetchCursor(
      db, sql: "SELECT \(columns) FROM entries WHERE playlist = ? ORDER BY position, id",
      arguments: [playlist])
    var rest = entries[...]
    while let row = try rows.next() {
      guard try rest.popFirst() == ImportedEntry(row) else { return false }
    }
    return rest.isEmpty
  }
}

extension EntryPlayback {
  /// Clamped to playable times.
  fileprivate var bounded: EntryPlayback {
    func bounded(_ time: Duration?, _ most: Duration) -> Duration? {
      time.flatMap { $0 >= .zero && $0 <= most ? $0 : nil }
    }
    var sound = self
    sound.crossfade = crossfade.map { min(EntryPlayback.maximumCrossfade, max(.zero, $0)) }
    sound.start = bounded(start, EntryPlayback.latest).flatMap { $0 > .zero ? $0 : nil }
    sound.end = bounded(end, EntryPlayback.latest).flatMap { $0 > sound.start ?? .zero ? $0 : nil }
    sound.gain = gain.flatMap {
      $0.isFinite
        ? min(EntryPlayback.gains.upperBound, max(EntryPlayback.gains.lowerBound, $0)) : nil
    }
    return sound
  }
}
