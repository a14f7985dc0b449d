internal import GRDB
internal import Music

/// What a scan has gone through to its end: a folder with all below it, or a file.
struct ScanWalk: Sendable {
  var path: FilePath
  /// Parts that were not there to be looked at.
  var absent: [FilePath] = []
}

/// Which tracks were there when a place was looked through last.
struct ScanWalks: Equatable {
  /// The newest track of the library when a scan of a path ended that found all that is there.
  private(set) var newest: [FilePath: Int64]

  init(_ db: Database) throws {
    newest = [:]
    for row in try Row.fetchAll(db, sql: "SELECT path, newest FROM walks") {
      newest[try TrackRow.path(row, 0)] = try row.value(1)
    }
  }

  /// The newest track that is known to have been there together with a file when that was seen last;
  /// nil where no scan that came to its end saw it.
  func newest(besides file: FilePath) -> Int64? {
    var path: FilePath? = file
    while let location = path {
      if let known = newest[location] { return known }
      path = location.parent
    }
    return nil
  }

  /// Takes in a walk that ended with a newest track.
  mutating func add(_ walk: ScanWalk, newest track: Int64) {
    guard !walk.absent.contains(walk.path) else { return }
    // What could not be looked at is as it was known before.
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
  /// Keeps what was gone through; only a scan that came to its end knows.
  func keepWalks() throws {
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
    try library.database.write { try stored($0).new.store($0) }
  }
}
