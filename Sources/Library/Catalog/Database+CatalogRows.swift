internal import Catalog
internal import GRDB
internal import Music

/// What a catalog takes of the database.
extension Database {
  /// Raised with every change of how a catalog's rows are made of the tables.
  static let catalogMake: Int64 = 2

  /// The state of the database, as a catalog that shows it has to have it.
  func catalogVersion() throws -> CatalogVersion {
    let row = try Row.fetchOne(
      try cachedStatement(sql: "SELECT identity, change FROM revision"))
    let (identity, change): (Int64, Int64) = row.map { ($0[0], $0[1]) } ?? (0, 0)
    return CatalogVersion(
      identity: UInt64(bitPattern: identity), change: change, make: Database.catalogMake)
  }

  /// Begins a change of tracks that no trigger counts; its number belongs into their `changed`.
  func nextChange() throws -> Int64 {
    try Int64.fetchOne(
      self, sql: "UPDATE revision SET change = change + 1 RETURNING change") ?? 0
  }

  func offlineFolders() throws -> OfflineFolders {
    OfflineFolders(
      roots: Set(try Int64.fetchAll(self, sql: "SELECT id FROM roots WHERE offline")),
      folders: Set(
        try Row.fetchAll(self, sql: "SELECT path FROM folders WHERE offline")
          .map { try TrackRow.path($0, 0) }))
  }

  /// Numbers of tracks that were removed after a change.
  func tracksRemoved(after change: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      self, sql: "SELECT track FROM removed_tracks WHERE changed > ?", arguments: [change])
  }

  /// Goes through the tracks that were changed after a change, by number; through all for nil.
  func forEachCatalogRow(changedAfter change: Int64?, _ body: (CatalogRow) throws -> Void) throws {
    // Left to itself SQLite goes through all tracks, which have the right order already.
    let (index, condition) =
      change == nil ? ("", "") : ("INDEXED BY tracks_by_change", "WHERE t.changed > ?")
    let statement = try cachedStatement(
      sql: """
        SELECT \(Database.catalogColumns) FROM tracks t \(index)
        CROSS JOIN folders f ON f.id = t.folder LEFT JOIN roots r ON r.id = t.root
        LEFT JOIN analyses a ON a.track = t.id \(condition) ORDER BY t.id
        """)
    let rows = try Row.fetchCursor(statement, arguments: change.map { [$0] } ?? [])
    var (folder, keys) = (SearchedFolder(), KnownKeys())
    while let row = try rows.next() { try body(Database.catalogRow(row, &folder, &keys)) }
  }

  private static let catalogColumns = """
    t.id, t.path, f.path, r.path, r.is_file, t.title, t.artist, t.credit, t.album_artist, t.album, \
    t.genre, t.codec, t.container, t.root, t.duration, t.year, t.bpm, t.key, t.track, t.disc, \
    t.rating, t.reaction, t.plays, t.last_played, t.added, t.modified, t.bit_rate, t.sample_rate, \
    t.missing, \(TrackRow.isOffline), t.compilation, t.fault IS NOT NULL, t.notes <> '', \
    a.track IS NOT NULL AND a.fault IS NULL, a.is_constant = 0 AND t.set_bpm IS NULL, t.set_bpm, \
    t.set_key, a.bpm, a.key, a.energy, a.loudness, a.tuning, \(ValuePreference.isAnalysis)
    """

  private static func catalogRow(
    _ row: Row, _ folder: inout SearchedFolder, _ keys: inout KnownKeys
  ) throws -> CatalogRow {
    let path = try TrackRow.path(row, 1)
    var made = CatalogRow(id: row[0])
    made.folder = try TrackRow.path(row, 2)
    let root = row.hasNull(atIndex: 3) ? nil : try TrackRow.path(row, 3)
    let isFile: Bool? = row[4]
    made.searchedFolder = folder.text(of: made.folder, root: root, isFile: isFile ?? false)
    // The whole address is a stream's name.
    made.name = made.folder == .streams ? path.text : path.name
    made.title = row[5] ?? path.stem
    made.artist = row[6] ?? ""
    made.credit = row[7]
    made.albumArtist = row[8] ?? ""
    made.album = row[9] ?? ""
    made.genre = row[10] ?? ""
    made.format = AudioProperties(codec: row[11], container: row[12]).formatName
    made.root = row[13] ?? 0
    made.duration = ((row[14] as Int64?) ?? 0) / 1_000
    made.year = row[15] ?? 0
    let preference: ValuePreference = row[42] ? .analysis : .tags
    made.bpm =
      TrackFindings.holding(
        user: row[35] as Double?, tag: TrackFindings.tempo(row[16]), found: row[37] as Double?,
        preference)?.value ?? 0
    made.key =
      TrackFindings.holding(
        user: AnalysisRow.key(row[36]), tag: (row[17] as String?).flatMap { keys.key($0) },
        found: AnalysisRow.key(row[38]), preference)?.value
    (made.energy, made.loudness, made.tuning) = (row[39], row[40], row[41])
    made.track = row[18] ?? 0
    made.disc = row[19] ?? 0
    made.rating = row[20]
    made.reaction = row[21]
    made.plays = row[22]
    made.played = row[23] ?? 0
    made.added = row[24]
    made.modified = (row[25] as Int64) / 1_000_000_000
    made.bitRate = row[26] ?? 0
    made.sampleRate = row[27]
    made.flags = flags(row)
    return made
  }

  private static func flags(_ row: Row) -> TrackFlags {
    let all: [TrackFlags] = [
      .missing, .offline, .compilation, .faulty, .hasNotes, .analyzed, .unsteady,
    ]
    return all.enumerated().reduce(into: []) { flags, flag in
      let isSet: Bool? = row[28 + flag.offset]
      if isSet == true { flags.insert(flag.element) }
    }
  }
}

/// Keys by how they are written: there are few ways, and reading one takes longer than a row.
private struct KnownKeys {
  private var keys: [String: MusicalKey?] = [:]
  /// Nobody writes them in so many ways.
  private static let most = 1_000

  mutating func key(_ text: String) -> MusicalKey? {
    if let known = keys[text] { return known }
    let key = MusicalKey(text)
    if keys.count < KnownKeys.most { keys[text] = .some(key) }
    return key
  }
}

/// What searches see of folders' paths: what is below the root, so that a word in the way to the
/// music does not match everything. Remembers the last, since tracks come folder by folder.
private struct SearchedFolder {
  private var last: (folder: FilePath, root: FilePath?, text: String)?

  mutating func text(of folder: FilePath, root: FilePath?, isFile: Bool) -> String {
    if let last, last.folder == folder, last.root == root { return last.text }
    let hidden = isFile ? root?.parent?.parent?.bytes : root?.bytes
    var shown = folder
    if let hidden, !hidden.isEmpty, folder.bytes.starts(with: hidden) {
      shown = FilePath(bytes: Array(folder.bytes.dropFirst(hidden.count).drop { $0 == 0x2F }))
    }
    last = (folder, root, shown.text)
    return shown.text
  }
}
