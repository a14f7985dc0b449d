import FoundationEssentials
internal import GRDB
internal import Media
internal import Music

/// Writes the results of a scan, inside one transaction.
struct TrackWriter {
  let db: Database
  /// Unix seconds.
  let now: Int64
  /// The number of this change, stored in rows.
  let change: Int64
  private(set) var added = 0
  private(set) var updated = 0
  private let insertion: RowBinding
  private let insertions: RowBinding
  private let update: RowBinding
  /// New tracks that are not inserted yet.
  private var pending: [NewTrack] = []
  /// The tracks that were inserted, by ascending ids.
  private(set) var inserted: [InsertedTrack] = []
  /// The id of the next new track; nothing else inserts tracks during the transaction.
  private var nextTrack: Int64

  /// Raised whenever the readers find more in files, so that all are read again.
  static let reading: Int64 = 1

  static let columns = [
    "root", "folder", "title", "artist", "album_artist", "album", "genre", "date", "year", "track",
    "disc", "bpm", "key", "duration", "codec", "container", "sample_rate", "bit_depth", "channels",
    "bit_rate", "has_art", "size", "modified", "credit", "title_sort", "artist_sort",
    "album_artist_sort", "album_sort", "compilation", "fingerprint", "changed", "reading",
  ]
  /// Tracks of one statement: to begin and end one costs as much as to insert a row.
  private static let rows = 20

  private static func insertionSQL(rows: Int) -> String {
    let values = "(\(SourceNumber.files.rawValue),\(Database.marks(columns.count + 3).dropFirst())"
    return """
      INSERT INTO tracks (source, id, \(columns.joined(separator: ", ")), path, added)
      VALUES \(Array(repeating: values, count: rows).joined(separator: ","))
      ON CONFLICT (path, source) DO NOTHING
      """
  }
  private static let (insertionSQL, insertionsSQL) = (
    insertionSQL(rows: 1), insertionSQL(rows: rows)
  )
  private static let updateSQL = """
    UPDATE tracks SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")), missing = 0,
    fault = NULL WHERE id = ?
    """

  init(_ db: Database, now: Int64) throws {
    self.db = db
    self.now = now
    change = try db.nextChange()
    nextTrack = try db.lastTrack() + 1
    insertion = RowBinding(try db.cachedStatement(sql: TrackWriter.insertionSQL))
    insertions = RowBinding(try db.cachedStatement(sql: TrackWriter.insertionsSQL))
    update = RowBinding(try db.cachedStatement(sql: TrackWriter.updateSQL))
  }

  /// Writes a track; a new one by `insertPending`.
  mutating func write(_ track: ScannedTrack, _ job: ReadJob, folder: Int64) throws {
    if let id = job.track { return try rewrite(track, job, id, folder: folder) }
    pending.append(NewTrack(track: track, job: job, folder: folder))
  }

  /// Inserts the new tracks, which were held back.
  mutating func insertPending() throws {
    var rest = pending[...]
    guard !rest.isEmpty else { return }
    // Forgotten with all triggers on, unlike the insertion.
    let rejects = pending.filter(\.job.isReject)
    pending = []
    let first = nextTrack
    var known: [NewTrack] = []
    try db.insertingTracks {
      while !rest.isEmpty {
        let isFull = rest.count >= TrackWriter.rows
        let part = rest.prefix(isFull ? TrackWriter.rows : 1)
        rest = rest.dropFirst(part.count)
        known += try insert(part, by: isFull ? insertions : insertion)
      }
      return first..<nextTrack
    }
    for new in rejects { try forgetReject(new.job, new.folder) }
    // Another process was faster.
    for new in known {
      let id = try Int64.fetchOne(
        db, sql: "SELECT id FROM tracks WHERE path = ?", arguments: [new.job.path.data])
      if let id { try rewrite(new.track, new.job, id, folder: new.folder) }
    }
  }

  /// - Returns: Those that have rows already.
  private mutating func insert(
    _ new: ArraySlice<NewTrack>, by row: RowBinding
  ) throws -> [NewTrack] {
    let first = nextTrack
    row.begin(bytes: new.reduce(0) { $0 + $1.bytes })
    for new in new {
      new.add(to: row, id: nextTrack, change: change, now: now)
      nextTrack += 1
    }
    try row.run()
    let areAllNew = db.changesCount == new.count
    var known: [NewTrack] = []
    for (id, new) in zip(first..., new) {
      if try areAllNew || isThere(id) {
        added += 1
        inserted.append(InsertedTrack(id: id, new: new))
      } else {
        known.append(new)
      }
    }
    return known
  }

  private func isThere(_ id: Int64) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM tracks WHERE id = ?)", arguments: [id]) ?? false
  }

  private mutating func rewrite(
    _ track: ScannedTrack, _ job: ReadJob, _ id: Int64, folder: Int64
  ) throws {
    update.begin(bytes: track.textBytes)
    NewTrack(track: track, job: job, folder: folder).addFacts(to: update, change: change)
    update.add(id)
    try update.run()
    updated += 1
  }

  /// Records that a file has no audio. A track stays one, with its last known facts.
  func writeFailure(_ error: MediaError, _ job: ReadJob, folder: Int64) throws {
    // No fault of the file, which is read when FFmpeg is available again.
    if case .noLibraries = error { return }
    // No file ever has this stamp: the next scan reads it again.
    let unknown = FileStamp(size: -1, modified: -1)
    var fileStamp = job.fileStamp ?? unknown
    if let track = job.track {
      try db.execute(
        sql: """
          UPDATE tracks SET size = ?, modified = ?, fault = ?, missing = 0, reading = ?,
            changed = ?
          WHERE id = ?
          """,
        arguments: [
          fileStamp.size, fileStamp.modified, TrackWriter.fault(error), TrackWriter.reading,
          change, track,
        ])
      return
    }
    switch error {
    // A fault that the file stamp does not show is worth another try.
    case .unreadable, .timedOut: fileStamp = unknown
    case .cancelled: return try forgetReject(job, folder)
    default: break
    }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO rejects VALUES (?, ?, ?, ?)")
      .execute(
        arguments: [folder, Data(job.path.nameBytes), fileStamp.size, fileStamp.modified])
  }

  private func forgetReject(_ job: ReadJob, _ folder: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM rejects WHERE folder = ? AND name = ?")
      .execute(arguments: [folder, Data(job.path.nameBytes)])
  }

  private static func fault(_ error: MediaError) -> String {
    switch error {
    case .unreadable(_, let code): systemText(code)
    case .empty: "the file is empty"
    case .timedOut: "reading it takes too long"
    default: "there is no audio in it"
    }
  }

  /// Marks tracks as missing, or as found again.
  func setMissing(_ isMissing: Bool, _ ids: [Int64]) throws {
    let update = try db.cachedStatement(sql: "UPDATE tracks SET missing = ? WHERE id = ?")
    for id in ids { try update.execute(arguments: [isMissing, id]) }
  }

  /// Records that the library has all audio files of a folder.
  func setDigest(_ digest: Int64, of folder: Int64) throws {
    try db.cachedStatement(sql: "UPDATE folders SET digest = ? WHERE id = ?")
      .execute(arguments: [digest, folder])
  }

  // MARK: Albums without an album artist

  /// Sets the album credit of a folder's albums without an album artist: the artist of more than
  /// half of the tracks, or else "Various Artists", so that a compilation is one album.
  ///
  /// All tracks of the folder have to be inserted.
  ///
  /// - Returns: The credits of tracks that got another one.
  func setAlbumCredits(in folder: Int64) throws -> [Int64: String] {
    var memo = TextMemo()
    let tracks = try Row.fetchAll(
      try db.cachedStatement(
        sql: """
          SELECT id, album, artist, credit, missing FROM tracks
          WHERE folder = ? AND album_artist IS NULL AND album IS NOT NULL
          """), arguments: [folder]
    ).map { row in try CreditedTrack(row, &memo) }
    let update = try db.cachedStatement(
      sql: "UPDATE tracks SET credit = ?, changed = ? WHERE id = ?")
    var credits: [Int64: String] = [:]
    for album in Dictionary(grouping: tracks, by: \.album).values {
      let present = album.filter { !$0.isMissing }
      let artists = Dictionary(grouping: present, by: \.artistKey).values
      guard artists.count > 1 else { continue }
      let leading = artists.first { $0.count * 2 > present.count }
      let albumCredit =
        leading?.compactMap(\.artist).max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        ?? "Various Artists"
      let key = memo.key(albumCredit)
      for track in album where track.creditKey != key {
        try update.execute(arguments: [albumCredit, change, track.id])
        credits[track.id] = albumCredit
      }
    }
    return credits
  }

  /// A track of an album without an album artist.
  private struct CreditedTrack {
    var id: Int64
    var album: [UInt8]
    var artist: String?
    var artistKey: [UInt8]
    var creditKey: [UInt8]
    var isMissing: Bool

    init(_ row: Row, _ memo: inout TextMemo) throws {
      id = try row.value(0)
      album = memo.key(try row.value(1))
      artist = try row.value(2)
      artistKey = memo.key(artist)
      creditKey = memo.key(try row.value(3))
      isMissing = try row.value(4)
    }
  }
}

extension FilePath {
  /// The bytes of the last component.
  var nameBytes: [UInt8] { bytes.suffix(while: { $0 != UInt8(ascii: "/") }) }
}
