import Foundation
internal import GRDB
internal import Media
internal import Music

/// Writes what a scan found out, inside one transaction.
struct TrackWriter {
  let db: Database
  /// Unix seconds.
  let now: Int64
  /// The number of the change that all of this is.
  let change: Int64

  private static let columns = [
    "root", "folder", "title", "artist", "album_artist", "album", "genre", "date", "year", "track",
    "disc", "bpm", "key", "duration", "codec", "container", "sample_rate", "bit_depth", "channels",
    "bit_rate", "has_art", "size", "modified", "credit", "title_key", "artist_key", "album_key",
    "genre_key", "credit_key", "name_key", "changed",
  ]
  private static let insertion = """
    INSERT INTO tracks (path, added, \(columns.joined(separator: ", ")))
    VALUES \(Database.marks(columns.count + 2)) ON CONFLICT (path) DO NOTHING
    """
  private static let update = """
    UPDATE tracks SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")), missing = 0,
    fault = NULL WHERE id = ?
    """

  /// Writes a track; true when it is a new one.
  func write(_ track: ScannedTrack, _ job: ReadJob, folder: Int64) throws -> Bool {
    let values = values(track, folder: folder, root: job.root)
    if let id = job.track {
      try rewrite(id, values)
      return false
    }
    let insertion = try db.cachedStatement(sql: TrackWriter.insertion)
    insertion.setUncheckedArguments([job.path.data, now] + values)
    try insertion.execute()
    guard db.changesCount > 0 else {
      // Another process was faster.
      let id = try Int64.fetchOne(
        db, sql: "SELECT id FROM tracks WHERE path = ?", arguments: [job.path.data])
      if let id { try rewrite(id, values) }
      return false
    }
    try forgetReject(job, folder)
    return true
  }

  private func rewrite(_ id: Int64, _ values: StatementArguments) throws {
    try db.cachedStatement(sql: TrackWriter.update).execute(arguments: values + [id])
  }

  private func values(_ track: ScannedTrack, folder: Int64, root: Int64)
    -> StatementArguments
  {
    let (tags, audio, file) = (track.facts.tags, track.facts.audio, track.facts.file)
    return [
      root, folder, tags.title, tags.artist, tags.albumArtist, tags.album, tags.genre, tags.date,
      tags.year, tags.trackNumber, tags.discNumber, tags.bpm, tags.key,
      audio.duration?.wholeMicroseconds, audio.codec, audio.container, audio.sampleRate,
      audio.bitDepth, audio.channels, audio.bitRate, audio.hasArt, file.size, file.modified,
      track.credit, Data(track.titleKey), Data(track.artistKey), Data(track.albumKey),
      Data(track.genreKey), Data(track.creditKey), Data(track.nameKey),
      change,
    ]
  }

  /// Notes that there is no audio in a file. A track stays one, with what was known of it.
  func writeFailure(_ error: MediaError, _ job: ReadJob, folder: Int64) throws {
    if let track = job.track {
      try db.execute(
        sql: """
          UPDATE tracks SET size = ?, modified = ?, fault = ?, missing = 0, changed = ?
          WHERE id = ?
          """,
        arguments: [
          job.stamp.size, job.stamp.modified, TrackWriter.fault(error), change, track,
        ])
      return
    }
    // What the stamp of the file does not tell is worth another try at the next scan.
    switch error {
    case .unreadable, .timedOut, .cancelled: return try forgetReject(job, folder)
    default: break
    }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO rejects VALUES (?, ?, ?, ?)")
      .execute(
        arguments: [folder, Data(job.path.nameBytes), job.stamp.size, job.stamp.modified])
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
    for (album, rows) in Dictionary(grouping: rows, by: { $0[0] as Data }) where rows.count > 1 {
      let total = rows.reduce(0) { $0 + ($1[3] as Int) }
      let leading = rows.first { 2 * ($0[3] as Int) > total }
      let credit: String = leading?[2] ?? "Various Artists"
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
