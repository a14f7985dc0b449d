internal import GRDB
internal import Music

/// A completed walk: a folder with its subtree, or a file.
struct ScanWalk: Sendable {
  var path: FilePath
  /// Parts that were offline.
  var absent: [FilePath] = []
}

/// The tracks known to exist when a path was last walked.
struct ScanWalks: Equatable {
  /// The newest track of the library when the last complete scan of a path ended.
  private(set) var newest: [FilePath: Int64]

  init(_ db: Database) throws {
    newest = [:]
    for row in try Row.fetchAll(db, sql: "SELECT path, newest FROM walks") {
      newest[try TrackRow.path(row, 0)] = try row.value(1)
    }
  }

  /// The newest track known to have existed together with a file at its last sighting; nil where no
  /// complete scan saw the file.
  func newest(besides file: FilePath) -> Int64? {
    var path: FilePath? = file
    while let location = path {
      if let known = newest[location] { return known }
      path = location.parent
    }
    return nil
  }

  /// Records a walk that ended with a newest track.
  mutating func add(_ walk: ScanWalk, newest track: Int64) {
    guard !walk.absent.contains(walk.path) else { return }
    // Offline parts keep their earlier record.
    let absent = walk.absent.map { ($0, newest(besides: $0)) }
    newest = newest.filter { path, _ in
      !path.isInside(walk.path) || walk.absent.contains { path.isInside($0) }
    }
    newest[walk.path] = track
    for case (let path, let known?) in absent { newest[path] = known }
  }

  func store(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM walks")
    let insertion = try db.cachedStatement(sql: "INSERT INTO walks VALUES (?, ?)")
    for (path, track) in newest { try insertion.execute(arguments: [path.data, track]) }
  }
}

extension Scan {
  /// Stores the walks; only after a complete scan.
  func saveWalks() throws {
    guard !walked.isEmpty else { return }
    func stored(_ db: Database) throws -> (old: ScanWalks, new: ScanWalks) {
      let old = try ScanWalks(db)
      var new = old
      let newest = try db.lastTrack()
      for walk in walked { new.add(walk, newest: newest) }
      return (old, new)
    }
    // Nearly always nothing has changed since the last scan.
    let isNews = try library.database.read { db in
      let (old, new) = try stored(db)
      return old != new
    }
    guard isNews else { return }
    try library.database.write { db in
      try stored(db).new.store(db)
      try first?.storeBooks(db)
    }
  }
}
