internal import GRDB
internal import GRDBSQLite
internal import Music

// Rows of `device_tracks`: a file on a device, and the marks of its track on either side.
extension Database {
  func syncedTracks(
    of device: DeviceID, sharing sharedPath: (FilePath) -> FilePath
  ) throws -> [SyncedTrack] {
    var reading = SyncedTrackReading()
    var tracks: [SyncedTrack] = []
    tracks.reserveCapacity(
      try Int.fetchOne(
        self, sql: "SELECT count(*) FROM device_tracks WHERE device = ?",
        arguments: [device.rawValue]) ?? 0)
    try eachRow(
      """
      SELECT \(SyncedTrackReading.columns) FROM device_tracks d
      LEFT JOIN merged_tracks g ON g.track = d.track WHERE d.device = ? ORDER BY d.uuid
      """, [device.rawValue]
    ) { row in tracks.append(try reading.track(&row, sharedPath)) }
    // One that has its own row on the device is no other's.
    let own = Set(
      zip(tracks, reading.stored).lazy.filter { $0.track.rawValue == $1 }.map(\.0.track))
    var seen: Set<TrackID> = []
    for (index, stored) in reading.stored.enumerated() where tracks[index].track.rawValue != stored
    {
      let survivor = tracks[index].track
      if own.contains(survivor) || !seen.insert(survivor).inserted {
        tracks[index].track = TrackID(stored)
      }
    }
    return tracks
  }

  /// Inserts rows, or replaces them by their ids on the device.
  func keep(_ tracks: [SyncedTrack], of device: DeviceID) throws {
    let insertion = try cachedStatement(
      sql: """
        INSERT OR REPLACE INTO device_tracks (device, uuid, track, status, path, size, modified,
          source_size, source_modified, fingerprint, conversion, plays, last_played, favorite,
          rating, device_plays, device_last_played, device_favorite, device_rating, place,
          adopted)
        VALUES \(Database.marks(21))
        """)
    for track in tracks {
      let (file, source) = (track.file, track.source)
      try insertion.execute(
        arguments: [
          device.rawValue, track.uuid.text, track.track.rawValue, track.status.rawValue,
          file.path.data, file.size, file.modified, source.size, source.modified,
          track.audioHash, try track.conversion.map { try StoredJSON.text(of: $0) },
          track.ours.plays, track.ours.lastPlayed, track.ours.isFavorite, track.ours.rating,
          track.theirs.plays, track.theirs.lastPlayed, track.theirs.isFavorite,
          track.theirs.rating, track.place?.data, track.isAdopted,
        ])
    }
  }

  /// Calls with each row of a statement, straight from SQLite.
  func eachRow(
    _ sql: String, _ arguments: StatementArguments = [],
    _ body: (inout SelectedRow) throws -> Void
  ) throws {
    let owner = try makeStatement(sql: sql)
    owner.arguments = arguments
    let statement = owner.sqliteStatement
    defer { sqlite3_reset(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        var row = SelectedRow(statement)
        try body(&row)
      case SQLITE_DONE: return
      case let result:
        let message = sqlite3_errmsg(sqliteConnection).map { String(cString: $0) }
        throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
      }
    }
  }
}

/// Reads rows of `device_tracks`, with the ids of the tracks as they are stored.
private struct SyncedTrackReading {
  private var rules: [String: ConversionRule] = [:]
  private(set) var stored: [Int64] = []

  static let columns = """
    d.track, coalesce(g.survivor, d.track), d.uuid, d.status, d.path, d.size, d.modified, \
    d.source_size, d.source_modified, d.fingerprint, d.conversion, d.plays, d.last_played, \
    d.favorite, d.rating, d.device_plays, d.device_last_played, d.device_favorite, d.device_rating, \
    d.place, d.adopted
    """

  mutating func track(
    _ row: inout SelectedRow, _ sharedPath: (FilePath) -> FilePath
  ) throws -> SyncedTrack {
    stored.append(row.next().number)
    let id = TrackID(row.next().number)
    let uuid = row.next().trackID
    guard let status = SyncedTrack.Status(rawValue: row.next().string) else {
      throw UnreadableValue()
    }
    let file = DeviceFile(
      path: sharedPath(FilePath(bytes: Array(row.next().bytes))), size: row.next().number,
      modified: row.next().number)
    let source = FileStamp(size: row.next().number, modified: row.next().number)
    let audioHash = row.next().optional
    let rule = row.next()
    var track = SyncedTrack(
      track: id, uuid: uuid, status: status, file: file, source: source, audioHash: audioHash,
      conversion: rule.isNull ? nil : try conversion(rule.string), ours: marks(&row),
      theirs: marks(&row))
    let place = row.next()
    if !place.isNull {
      // Nearly all files are where the template says.
      let isSame = file.path.bytes.elementsEqual(place.bytes)
      track.place = isSame ? file.path : FilePath(bytes: Array(place.bytes))
    }
    track.isAdopted = row.next().isTrue
    return track
  }

  private mutating func conversion(_ text: String) throws -> ConversionRule {
    if let known = rules[text] { return known }
    let rule: ConversionRule = try StoredJSON.read(text)
    rules[text] = rule
    return rule
  }

  private func marks(_ row: inout SelectedRow) -> DeviceMarks {
    DeviceMarks(
      plays: Int(row.next().number), lastPlayed: row.next().optional,
      isFavorite: row.next().isTrue, rating: Int(row.next().number))
  }
}

extension SelectedRow.Value {
  /// The text with invalid UTF-8 replaced; empty for none.
  var string: String { String(decoding: text, as: UTF8.self) }

  /// The text as an id of a track on a device.
  var trackID: DeviceTrackID { DeviceTrackID(validating: text) ?? DeviceTrackID(string) }

  /// As `string`; nil for none.
  var optionalString: String? { isNull ? nil : string }
}
