internal import Catalog
internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Music

/// Reads what a catalog takes in of tracks, row by row and without anything in between.
///
/// Belongs to the thread that has the database.
struct CatalogReader: ~Copyable {
  private let owner: Statement
  private let statement: OpaquePointer
  private var folder = ReadFolder()
  private var format = ReadFormat()
  private var keys = KnownKeys()

  /// By rising numbers, the tracks that were changed after a change; all for nil.
  init(_ db: Database, changedAfter change: Int64?) throws {
    // Left to itself SQLite goes through all tracks, which have the right order already.
    let (index, condition) =
      change == nil ? ("", "") : ("INDEXED BY tracks_by_change", "WHERE t.changed > ?")
    owner = try db.cachedStatement(
      sql: """
        SELECT \(CatalogReader.columns) FROM tracks t \(index)
        CROSS JOIN folders f ON f.id = t.folder LEFT JOIN roots r ON r.id = t.root
        LEFT JOIN analyses a ON a.track = t.id \(condition) ORDER BY t.id
        """)
    owner.arguments = change.map { [$0] } ?? []
    statement = owner.sqliteStatement
    sqlite3_reset(statement)
  }

  deinit { sqlite3_reset(statement) }

  private static let columns = """
    t.id, t.path, t.folder, f.path, r.path, r.is_file, t.title, t.artist, t.credit, \
    t.album_artist, t.album, t.genre, t.codec, t.container, t.root, t.duration, t.year, t.bpm, \
    t.key, t.track, t.disc, t.rating, t.reaction, t.plays, t.last_played, t.added, t.modified, \
    t.bit_rate, t.sample_rate, t.missing, \(TrackRow.isOffline), t.compilation, \
    t.fault IS NOT NULL, t.notes <> '', a.track IS NOT NULL AND a.fault IS NULL, \
    a.is_constant = 0 AND t.set_bpm IS NULL, t.set_bpm, t.set_key, a.bpm, a.key, a.energy, \
    a.loudness, a.tuning, \(ValuePreference.isAnalysis), t.title_sort, t.artist_sort, \
    t.album_artist_sort, t.album_sort
    """

  /// Appends the next track; false where there is none.
  mutating func next(into batch: inout CatalogBatch) throws -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: break
    case SQLITE_DONE: return false
    case let result:
      let message = sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
    }
    batch.append(numbers(), texts(&batch), sortNames(&batch))
    return true
  }

  private mutating func texts(_ batch: inout CatalogBatch) -> CatalogBatch.Texts {
    var texts = CatalogBatch.Texts()
    let path = bytes(1)
    // A row has the folder of the last one more often than not.
    if batch.count == 0 || !folder.isSame(number(2), root: number(14)) {
      folder.read(
        number(2), root: number(14), path: bytes(3), rootPath: isNull(4) ? nil : bytes(4),
        isFile: number(5) != 0)
      folder.append(to: &batch)
    }
    (texts.folder, texts.searchedFolder) = folder.spans
    let name = path.afterLastSlash
    // The whole address is a stream's name.
    texts.name = batch.text(folder.isOfStreams ? path : name)
    texts.title = isNull(6) ? batch.text(name.withoutExtension) : batch.text(text(6))
    texts.artist = batch.text(text(7))
    texts.credit = batch.text(text(8))
    texts.albumArtist = batch.text(text(9))
    texts.album = batch.text(text(10))
    texts.genre = batch.text(text(11))
    texts.format = format.append(codec: text(12), container: text(13), to: &batch)
    return texts
  }

  /// Sort names are those of names that are there. The artist and the album artist have one in
  /// common where they are the same, and the credit is one of them or has none.
  private func sortNames(_ batch: inout CatalogBatch) -> CatalogBatch.SortTexts? {
    let (hasTitle, hasAlbum) = (!isNull(44) && !isNull(6), !isNull(47))
    let hasArtist = !isNull(45) || !isNull(46)
    guard hasTitle || hasArtist || hasAlbum else { return nil }
    var texts = CatalogBatch.SortTexts()
    if hasTitle { texts.title = batch.text(text(44)) }
    if hasAlbum { texts.album = batch.text(text(47)) }
    if hasArtist {
      texts.artist = batch.text(sortName(of: 7, or: (9, 46), first: (7, 45)))
      texts.credit = batch.text(sortName(of: 8, or: (7, 45), first: (9, 46)))
    }
    return texts
  }

  /// The sort name of the first of two names that is the one in a column and has a sort name.
  private func sortName(
    of column: Int32, or second: (name: Int32, sortName: Int32),
    first: (name: Int32, sortName: Int32)
  ) -> RowBytes {
    let name = text(column)
    for other in [first, second] where text(other.name).elementsEqual(name) {
      let sortName = text(other.sortName)
      if !sortName.isEmpty { return sortName }
    }
    return RowBytes(start: nil, count: 0)
  }

  private mutating func numbers() -> CatalogNumbers {
    var made = CatalogNumbers(id: number(0))
    made.root = number(14)
    made.duration = number(15) / 1_000
    made.year = number(16)
    let preference: ValuePreference = number(43) != 0 ? .analysis : .tags
    made.bpm = bpm(preference)
    made.key = key(preference)
    (made.energy, made.loudness, made.tuning) = (real(40), real(41), real(42))
    made.track = number(19)
    made.disc = number(20)
    made.rating = number(21)
    made.reaction = number(22)
    made.plays = number(23)
    made.played = number(24)
    made.added = number(25)
    made.modified = number(26) / 1_000_000_000
    made.bitRate = number(27)
    made.sampleRate = number(28)
    made.flags = flags()
    return made
  }

  private func bpm(_ preference: ValuePreference) -> Double {
    let (user, tag, found) = (real(36), TrackFindings.tempo(real(17)), real(38))
    let source = TrackFindings.source(
      hasUser: user != nil, hasTag: tag != nil, hasFound: found != nil, preference)
    return switch source {
    case .user: user ?? 0
    case .tag: tag ?? 0
    case .analysis: found ?? 0
    case nil: 0
    }
  }

  private mutating func key(_ preference: ValuePreference) -> MusicalKey? {
    let (user, found) = (AnalysisRow.key(optional(37)), AnalysisRow.key(optional(39)))
    let tag = isNull(18) ? nil : keys.key(text(18))
    let source = TrackFindings.source(
      hasUser: user != nil, hasTag: tag != nil, hasFound: found != nil, preference)
    return switch source {
    case .user: user
    case .tag: tag
    case .analysis: found
    case nil: nil
    }
  }

  private func flags() -> TrackFlags {
    var flags: TrackFlags = []
    if number(29) != 0 { flags.insert(.missing) }
    if number(30) != 0 { flags.insert(.offline) }
    if number(31) != 0 { flags.insert(.compilation) }
    if number(32) != 0 { flags.insert(.faulty) }
    if number(33) != 0 { flags.insert(.hasNotes) }
    if number(34) != 0 { flags.insert(.analyzed) }
    if number(35) != 0 { flags.insert(.unsteady) }
    return flags
  }

  // MARK: Values

  private func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// 0 for none.
  private func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  private func optional(_ column: Int32) -> Int64? { isNull(column) ? nil : number(column) }

  private func real(_ column: Int32) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(statement, column)
  }

  /// Until the next row; nothing for none.
  private func bytes(_ column: Int32) -> RowBytes {
    let start = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return RowBytes(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// The same of a text, which ends where a zero is, as it does for all others who read it.
  private func text(_ column: Int32) -> RowBytes {
    guard let start = sqlite3_column_text(statement, column) else {
      return RowBytes(start: nil, count: 0)
    }
    let count = Int(sqlite3_column_bytes(statement, column))
    let end = memchr(start, 0, count).map { UnsafeRawPointer(start).distance(to: $0) }
    return RowBytes(start: start, count: end ?? count)
  }
}
