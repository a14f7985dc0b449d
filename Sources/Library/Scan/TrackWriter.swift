import Foundation
internal import GRDB
internal import Media
internal import Music

/// Writes what a scan found out, inside one transaction.
struct TrackWriter {
  let db: Database
  /// Unix seconds.
  let now: Int64
  /// The number of this change, which rows keep.
  let change: Int64
  private let insertion: RowBinding
  private let update: RowBinding

  /// Rises whenever the readers of files find more than they did, so that all is read again.
  static let reading: Int64 = 1

  private static let columns = [
    "root", "folder", "title", "artist", "album_artist", "album", "genre", "date", "year", "track",
    "disc", "bpm", "key", "duration", "codec", "container", "sample_rate", "bit_depth", "channels",
    "bit_rate", "has_art", "size", "modified", "credit", "title_key", "artist_key", "album_key",
    "genre_key", "credit_key", "name_key", "artists", "genres", "title_sort", "artist_sort",
    "album_artist_sort", "album_sort", "original_date", "track_total", "disc_total", "compilation",
    "track_gain", "track_peak", "album_gain", "album_peak", "fingerprint", "changed",
    "reading",
  ]
  private static let insertionSQL = """
    INSERT INTO tracks (id, \(columns.joined(separator: ", ")), path, added)
    VALUES (\(Database.nextTrack), \(Database.marks(columns.count + 2).dropFirst())
    ON CONFLICT (path) DO NOTHING
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

  /// Writes a track; true when it is a new one.
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
    let (artists, genres) = (tags.artists.lines, tags.genres.lines)
    let texts = [
      tags.title, tags.artist, tags.albumArtist, tags.album, tags.genre, tags.date, tags.key,
      audio.codec, audio.container, track.credit, artists, genres, tags.titleSort, tags.artistSort,
      tags.albumArtistSort, tags.albumSort, tags.originalDate,
    ]
    let keys = [
      track.titleKey, track.artistKey, track.albumKey, track.genreKey, track.creditKey,
      track.nameKey, job.path.bytes,
    ]
    row.begin(
      bytes: texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } + keys.reduce(0) { $0 + $1.count })
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
    row.add(track.credit)
    for key in keys[0..<6] { row.add(key) }
    for text in texts[10...] { row.add(text) }
    row.add(tags.trackTotal)
    row.add(tags.discTotal)
    row.add(tags.isCompilation)
    row.add(tags.replayGain.trackGain)
    row.add(tags.replayGain.trackPeak)
    row.add(tags.replayGain.albumGain)
    row.add(tags.replayGain.albumPeak)
    row.add(track.facts.fingerprint)
    row.add(change)
    row.add(TrackWriter.reading)
  }

  /// Notes that there is no audio in a file. A track stays one, with what was known of it.
  func writeFailure(_ error: MediaError, _ job: ReadJob, folder: Int64) throws {
    // That says nothing of the file, which is read when FFmpeg is there again.
    if case .noLibraries = error { return }
    if let track = job.track {
      try db.execute(
        sql: """
          UPDATE tracks SET size = ?, modified = ?, fault = ?, missing = 0, reading = ?,
            changed = ?
          WHERE id = ?
          """,
        arguments: [
          job.stamp.size, job.stamp.modified, TrackWriter.fault(error), TrackWriter.reading,
          change, track,
        ])
      return
    }
    var stamp = job.stamp
    switch error {
    // What the stamp of the file does not tell is worth another try at the next scan: no file ever
    // has this one.
    case .unreadable, .timedOut: stamp = FileStamp(size: -1, modified: -1)
    case .cancelled: return try forgetReject(job, folder)
    default: break
    }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO rejects VALUES (?, ?, ?, ?)")
      .execute(
        arguments: [folder, Data(job.path.nameBytes), stamp.size, stamp.modified])
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

  /// Marks tracks as gone, or as there again.
  func setMissing(_ isMissing: Bool, _ ids: [Int64]) throws {
    let update = try db.cachedStatement(sql: "UPDATE tracks SET missing = ? WHERE id = ?")
    for id in ids { try update.execute(arguments: [isMissing, id]) }
  }

  /// Notes that the library has all audio files of a folder as they are.
  func setDigest(_ digest: Int64, of folder: Int64) throws {
    try db.cachedStatement(sql: "UPDATE folders SET digest = ? WHERE id = ?")
      .execute(arguments: [digest, folder])
  }

  // MARK: Albums without an album artist

  /// Decides under whom the albums of a folder are listed whose tracks name no album artist:
  /// the artist of more than half of them, or else "Various Artists", so that a compilation is
  /// one album.
  func creditAlbums(in folder: Int64) throws {
    let rows = try Row.fetchAll(
      try db.cachedStatement(
        sql: """
          SELECT album_key, artist_key, max(artist), count(*) FROM tracks
          WHERE folder = ? AND album_artist IS NULL AND album IS NOT NULL AND missing = 0
          GROUP BY album_key, artist_key
          """), arguments: [folder])
    let albums = try Dictionary(grouping: rows) { try $0.value(0) as Data }
    for (album, rows) in albums where rows.count > 1 {
      let counts = try rows.map { try $0.value(3) as Int }
      let total = counts.reduce(0, +)
      let leading = counts.firstIndex { $0 > total - $0 }.map { rows[$0] }
      let credit: String = try leading?.value(2) ?? "Various Artists"
      let key = TextKey.data(credit)
      try db.execute(
        sql: """
          UPDATE tracks SET credit = ?1, credit_key = ?2, changed = ?5
          WHERE folder = ?3 AND album_key = ?4 AND album_artist IS NULL AND credit_key <> ?2
          """, arguments: [credit, key, folder, album, change])
    }
  }
}

extension FilePath {
  /// The last component as it is.
  var nameBytes: [UInt8] { bytes.suffix(while: { $0 != UInt8(ascii: "/") }) }
}

extension [String] {
  /// Each ended by a newline; nil for none.
  fileprivate var lines: String? { isEmpty ? nil : map { $0 + "\n" }.joined() }
}
