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
  private let insertion: RowBinding
  private let update: RowBinding

  /// Raised whenever the readers find more in files, so that all are read again.
  static let reading: Int64 = 1

  private static let columns = [
    "root", "folder", "title", "artist", "album_artist", "album", "genre", "date", "year", "track",
    "disc", "bpm", "key", "duration", "codec", "container", "sample_rate", "bit_depth", "channels",
    "bit_rate", "has_art", "size", "modified", "credit", "title_sort", "artist_sort",
    "album_artist_sort", "album_sort", "compilation", "fingerprint", "changed", "reading",
  ]
  private static let insertionSQL = """
    INSERT INTO tracks (id, source, \(columns.joined(separator: ", ")), path, added)
    VALUES (\(Database.nextTrack), \(SourceNumber.files.rawValue),
    \(Database.marks(columns.count + 2).dropFirst())
    ON CONFLICT (path, source) DO NOTHING
    """
  private static let updateSQL = """
    UPDATE tracks SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")), missing = 0,
    fault = NULL WHERE id = ?
    """

  init(_ db: Database, now: Int64) throws {
    self.db = db
    self.now = now
    change = try db.nextChange()
    insertion = RowBinding(try db.cachedStatement(sql: TrackWriter.insertionSQL))
    update = RowBinding(try db.cachedStatement(sql: TrackWriter.updateSQL))
  }

  /// Writes a track; true when it is new.
  func write(_ track: ScannedTrack, _ job: ReadJob, folder: Int64) throws -> Bool {
    if let id = job.track {
      try rewrite(track, job, id, folder: folder)
      return false
    }
    bind(track, job, folder: folder, to: insertion)
    insertion.add(job.path.bytes)
    insertion.add(now)
    try insertion.run()
    guard db.changesCount > 0 else {
      // Another process was faster.
      let id = try Int64.fetchOne(
        db, sql: "SELECT id FROM tracks WHERE path = ?", arguments: [job.path.data])
      if let id { try rewrite(track, job, id, folder: folder) }
      return false
    }
    if job.isReject { try forgetReject(job, folder) }
    return true
  }

  private func rewrite(_ track: ScannedTrack, _ job: ReadJob, _ id: Int64, folder: Int64) throws {
    bind(track, job, folder: folder, to: update)
    update.add(id)
    try update.run()
  }

  /// In the order of `columns`.
  private func bind(
    _ track: ScannedTrack, _ job: ReadJob, folder: Int64, to row: RowBinding
  ) {
    let (tags, audio, file) = (track.facts.tags, track.facts.audio, track.facts.file)
    let texts = [
      tags.title, tags.artist, tags.albumArtist, tags.album, tags.genre, tags.date, tags.key,
      audio.codec, audio.container, track.albumCredit, tags.titleSort, tags.artistSort,
      tags.albumArtistSort, tags.albumSort,
    ]
    row.begin(bytes: texts.reduce(job.path.bytes.count) { $0 + ($1?.utf8.count ?? 0) })
    row.add(job.root)
    row.add(folder)
    for text in texts[0..<6] { row.add(text) }
    row.add(tags.year)
    row.add(tags.trackNumber)
    row.add(tags.discNumber)
    row.add(tags.bpm)
    row.add(tags.key)
    row.add(audio.duration?.wholeMicroseconds)
    row.add(audio.codec)
    row.add(audio.container)
    row.add(audio.sampleRate)
    row.add(audio.bitDepth)
    row.add(audio.channels)
    row.add(audio.bitRate)
    row.add(audio.hasArt)
    row.add(file.size)
    row.add(file.modified)
    row.add(track.albumCredit)
    for text in texts[10...] { row.add(text) }
    row.add(tags.isCompilation)
    row.add(track.facts.audioHash)
    row.add(change)
    row.add(TrackWriter.reading)
  }

  /// Records that a file has no audio. A track stays one, with its last known facts.
  func writeFailure(_ error: MediaError, _ job: ReadJob, folder: Int64) throws {
    // No fault of the file, which is read when FFmpeg is available again.
    if case .noLibraries = error { return }
    if let track = job.track {
      try db.execute(
        sql: """
          UPDATE tracks SET size = ?, modified = ?, fault = ?, missing = 0, reading = ?,
            changed = ?
          WHERE id = ?
          """,
        arguments: [
          job.fileStamp.size, job.fileStamp.modified, TrackWriter.fault(error), TrackWriter.reading,
          change, track,
        ])
      return
    }
    var fileStamp = job.fileStamp
    switch error {
    // A fault that the file stamp does not show is worth another try at the next scan: no file ever
    // has this stamp.
    case .unreadable, .timedOut: fileStamp = FileStamp(size: -1, modified: -1)
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
  func setAlbumCredits(in folder: Int64) throws {
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
      }
    }
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
