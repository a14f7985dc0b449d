import FoundationEssentials
internal import GRDB
internal import Media
internal import Music

/// Creates tracks for missing files, so that their positions in playlists are preserved until the
/// files are found.
struct MissingTracks {
  let places: DocumentPaths
  private let db: Database
  private let roots: [ScanTarget]
  private let now = Date.now.unixSeconds
  private var folders = ScanFolders()
  private var rows: [FilePath: Int64] = [:]
  private var change: Int64?

  init(_ db: Database, places: DocumentPaths) throws {
    self.db = db
    self.places = places
    roots = try ScanTarget.all(db).filter { !$0.isFile }
  }

  /// The track at a path, created when there is none.
  mutating func track(_ listed: DocumentTrack, at path: FilePath) throws -> Int64 {
    let known = try db.cachedStatement(sql: "SELECT id FROM tracks WHERE path = ?")
    if let id = try Int64.fetchOne(known, arguments: [path.data]) { return id }
    let root = roots.first { path.isInside($0.path) }
    let (title, artist) = (listed.title, listed.artist)
    let change = try self.change ?? db.nextChange()
    self.change = change
    try db.cachedStatement(sql: MissingTracks.insertion).execute(
      arguments: [
        SourceNumber.files.rawValue, path.data, root?.root, try folder(of: path, root?.path), title,
        artist, listed.album,
        listed.genre, listed.year.map(String.init), listed.year, listed.bpm, listed.key,
        listed.duration?.wholeMicroseconds, now, artist ?? "", change,
      ])
    return db.lastInsertedRowID
  }

  private static let insertion = """
    INSERT INTO tracks (id, source, path, root, folder, title, artist, album, genre, date, year,
      bpm, key, duration, added, credit, changed, codec, container, sample_rate, channels, has_art,
      size, modified, missing)
    VALUES (\(Database.nextTrack), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', 0, 0, 0,
      0, 0, 1)
    """

  /// The row of the folder that a file is expected in.
  private mutating func folder(of path: FilePath, _ root: FilePath?) throws -> Int64 {
    let folder = path.parent ?? FilePath("/")
    if let row = rows[folder] { return row }
    try folders.load(folder, db)
    let row = try folders.row(of: folders.index(of: folder, root: root), db)
    rows[folder] = row
    return row
  }
}
