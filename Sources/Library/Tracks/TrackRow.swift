internal import GRDB
internal import Music

/// The columns of a track in a query that selects `columns` first.
enum TrackRow {
  /// Columns from `sourceWithFindings`. A track without marks has no row there.
  static let columns = """
    t.id, t.path, r.path, t.title, t.artist, t.album_artist, t.album, t.genre, t.date, t.track, \
    t.disc, t.bpm, t.key, t.duration, t.codec, t.container, t.sample_rate, t.bit_depth, \
    t.channels, t.bit_rate, t.has_art, t.size, t.modified, t.added, m.last_played, \
    coalesce(m.plays, 0), coalesce(m.rating, 0), coalesce(m.reaction, 0), coalesce(m.notes, ''), \
    m.color, t.missing, t.fault, t.credit, \
    \(isOffline), t.source, \(LabelsRow.columns), \(FindingsRow.columns)
    """
  static let source = """
    tracks t LEFT JOIN roots r ON r.id = t.root JOIN folders f ON f.id = t.folder
    """
  /// Joins the user's marks and labels of a track `t`, and its analysis.
  static let said = """
    LEFT JOIN marks m ON m.track = t.id LEFT JOIN labels l ON l.track = t.id \
    LEFT JOIN analyses a ON a.track = t.id
    """
  static let sourceWithFindings = "\(source) \(said)"
  /// Whether the root or folder of a track of `source` is offline.
  static let isOffline = "coalesce(r.offline, 0) OR f.offline"

  static func track(_ row: Row) throws -> Track {
    var track = try Track(
      id: TrackID(row.value(0)),
      source: MediaSource(row, number: 34, path: 1),
      root: row.hasNull(atIndex: 2) ? nil : path(row, 2),
      tags: Tags(
        title: row.value(3), artist: row.value(4), albumArtist: row.value(5), album: row.value(6),
        genre: row.value(7),
        date: row.value(8), trackNumber: row.value(9), discNumber: row.value(10),
        bpm: row.value(11), key: row.value(12)),
      audio: AudioProperties(
        duration: row.time(13), codec: row.value(14),
        container: row.value(15), sampleRate: row.value(16), bitDepth: row.value(17),
        channels: row.value(18),
        bitRate: row.value(19), hasArt: row.value(20)),
      file: FileStamp(size: row.value(21), modified: row.value(22)),
      added: row.value(23), lastPlayed: row.value(24), plays: row.value(25),
      rating: Rating(stars: row.value(26)),
      reaction: Reaction(rawValue: row.value(27)) ?? .none, notes: row.value(28),
      color: row.value(29),
      isMissing: row.value(30), isOffline: row.value(33), fault: row.value(31),
      albumCredit: row.value(32))
    (track.labels, track.variation) = (
      try LabelsRow.labels(row, from: 35), try LabelsRow.variation(row, from: 35)
    )
    track.findings = try FindingsRow.findings(row, from: 35 + LabelsRow.count, track.tags)
    return track
  }

  static func path(_ row: Row, _ index: Int) throws -> FilePath {
    try row.withUnsafeData(atIndex: index) { FilePath(bytes: $0.map { [UInt8]($0) } ?? []) }
  }
}

extension Database {
  /// Values per statement.
  private static let maximumValues = 512

  /// Calls with slices of `values` short enough for one statement.
  func inSlices<Value>(_ values: [Value], _ body: (ArraySlice<Value>) throws -> Void) rethrows {
    var rest = values[...]
    while !rest.isEmpty {
      let slice = rest.prefix(Database.maximumValues)
      try body(slice)
      rest = rest.dropFirst(slice.count)
    }
  }

  /// As `inSlices`, for values that are looked up by a statement that is kept: the last value is
  /// repeated up to a power of two, since each number of values needs a statement of its own.
  func inPaddedSlices(
    _ values: [Int64], _ body: (ArraySlice<Int64>) throws -> Void
  ) rethrows {
    try inSlices(values) { slice in
      var length = 1
      while length < slice.count { length *= 2 }
      guard length > slice.count, let last = slice.last else { return try body(slice) }
      try body(slice + repeatElement(last, count: length - slice.count))
    }
  }

  /// The tracks of some ids, unordered.
  func tracks(_ ids: [Int64]) throws -> [Int64: Track] {
    var found: [Int64: Track] = [:]
    found.reserveCapacity(ids.count)
    try inPaddedSlices(ids) { slice in
      let rows = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT \(TrackRow.columns) FROM \(TrackRow.sourceWithFindings)
            WHERE t.id IN \(Database.marks(slice.count))
            """), arguments: StatementArguments(slice))
      while let row = try rows.next() {
        let track = try TrackRow.track(row)
        found[track.id.rawValue] = track
      }
    }
    // The queue may still have the id of a merged track.
    let lost = ids.filter { found[$0] == nil }.map { TrackID($0) }
    let merged = zip(lost, try current(lost)).filter { $0.rawValue != $1 }
    guard !merged.isEmpty else { return found }
    let tracks = try tracks(Array(Set(merged.map(\.1))))
    for (track, survivor) in merged { found[track.rawValue] = tracks[survivor] }
    return found
  }

  /// The mix slots that hold some tracks; tracks in none are left out, and so are those with
  /// virtual tracks only.
  func slots(of ids: [Int64]) throws -> [Int64: Set<MixSlot>] {
    var found: [Int64: Set<MixSlot>] = [:]
    try inPaddedSlices(ids) { slice in
      let rows = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT e.track, s.slot FROM slots s JOIN entries e ON e.playlist = s.playlist
            WHERE e.track IN \(Database.marks(slice.count)) AND e.title IS NULL
            """), arguments: StatementArguments(slice))
      while let row = try rows.next() {
        guard let slot = MixSlot(rawValue: try row.value(1)) else { continue }
        found[try row.value(0), default: []].insert(slot)
      }
    }
    return found
  }
}
