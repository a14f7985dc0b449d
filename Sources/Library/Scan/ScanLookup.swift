internal import GRDB
internal import Music

/// Compares the contents of some folders with the database.
struct ScanLookup {
  struct ListedFolder {
    /// Index among the folders of the scan.
    var folder: Int
    var files: [DirectoryListing.File]
    /// Whether these are all its files, so that others are missing.
    var isWhole = true
    /// Whether stat was called for its files; otherwise those without a stamp are there as well.
    var areAsked = true
    /// Names that no longer exist.
    var absent: [[UInt8]] = []
    /// The digest of all its files; nil where one is unknown.
    var digest: Int64?
  }

  private(set) var jobs: [ReadJob] = []
  private(set) var unchanged = 0
  /// Unchanged files without audio.
  private(set) var stillFailing = 0
  /// The folders of such files.
  private(set) var failing: Set<Int> = []
  /// Tracks whose files are missing, and tracks that have reappeared unchanged.
  private(set) var gone: [Int64] = []
  private(set) var back: [Int64] = []

  private struct Known {
    var track: Int64
    var fileStamp: FileStamp
    var isMissing: Bool
    var hasOtherRoot: Bool
    /// The reader version of the last read.
    var reading: Int64
  }

  /// - Parameter db: Nil where all folders are new.
  init(
    _ listed: [ListedFolder], in folders: ScanFolders, target: ScanTarget, _ db: Database?
  ) throws {
    for folder in listed { try compare(folder, folders[folder.folder], target, db) }
  }

  private mutating func compare(
    _ listed: ListedFolder, _ folder: ScanFolders.Folder, _ target: ScanTarget, _ db: Database?
  ) throws {
    var known = try known(listed, folder, target, db)
    let rejects = try rejects(in: folder, db)
    for file in listed.files {
      let track = known.removeValue(forKey: file.name)
      guard file.fileStamp != nil || !listed.areAsked else { continue }
      if let track, track.fileStamp == file.fileStamp, !track.hasOtherRoot,
        track.reading == TrackWriter.reading
      {
        if track.isMissing { back.append(track.track) } else { unchanged += 1 }
      } else if track == nil, let fileStamp = file.fileStamp, rejects[file.name] == fileStamp {
        stillFailing += 1
        failing.insert(listed.folder)
      } else {
        let path = folder.path.appending(file.name)
        jobs.append(
          ReadJob(
            path: path, fileStamp: file.fileStamp, folder: listed.folder, root: target.root,
            track: track?.track,
            isReject: rejects[file.name] != nil))
      }
    }
    if listed.isWhole {
      gone += known.values.filter { !$0.isMissing }.map(\.track)
    } else {
      gone += listed.absent.compactMap { known[$0] }.filter { !$0.isMissing }.map(\.track)
    }
  }

  /// The tracks of a folder; for a few files only theirs.
  private func known(
    _ listed: ListedFolder, _ folder: ScanFolders.Folder, _ target: ScanTarget, _ db: Database?
  ) throws -> [[UInt8]: Known] {
    guard let db, let id = folder.id else { return [:] }
    guard !listed.isWhole else { return try tracks("folder = ?", [id], folder.path, target, db) }
    var found: [[UInt8]: Known] = [:]
    for name in listed.files.map(\.name) + listed.absent {
      let path = folder.path.appending(name)
      found.merge(try tracks("path = ?", [path.data], folder.path, target, db)) { $1 }
    }
    return found
  }

  private func tracks(
    _ condition: String, _ arguments: StatementArguments, _ path: FilePath, _ target: ScanTarget,
    _ db: Database
  ) throws -> [[UInt8]: Known] {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT id, path, size, modified, missing, root, reading FROM tracks WHERE \(condition)
          """),
      arguments: arguments)
    let prefix = path.bytes.last == 0x2F ? path.bytes.count : path.bytes.count + 1
    var known: [[UInt8]: Known] = [:]
    while let row = try rows.next() {
      // A playlist imported before its folder was a root has left tracks without one.
      let root: Int64? = try row.value(5)
      let name = try row.withUnsafeData(atIndex: 1) {
        $0.map { [UInt8]($0.dropFirst(prefix)) } ?? []
      }
      known[name] = try Known(
        track: row.value(0), fileStamp: FileStamp(size: row.value(2), modified: row.value(3)),
        isMissing: row.value(4),
        hasOtherRoot: root != target.root, reading: row.value(6))
    }
    return known
  }

  private func rejects(
    in folder: ScanFolders.Folder, _ db: Database?
  ) throws -> [[UInt8]: FileStamp] {
    guard let db, let id = folder.id else { return [:] }
    let rows = try Row.fetchCursor(
      try db.cachedStatement(sql: "SELECT name, size, modified FROM rejects WHERE folder = ?"),
      arguments: [id])
    var known: [[UInt8]: FileStamp] = [:]
    while let row = try rows.next() {
      known[try TrackRow.path(row, 0).bytes] = try FileStamp(
        size: row.value(1), modified: row.value(2))
    }
    return known
  }
}
