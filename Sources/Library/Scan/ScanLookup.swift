internal import GRDB
internal import Music

/// Compares what lies in some folders with what the database knows of them.
struct ScanLookup {
  struct Listed {
    /// Index among the folders of the scan.
    var folder: Int
    var files: [DirectoryListing.File]
    /// Whether these are all its files, so that what is not among them is gone.
    var isWhole = true
  }

  private(set) var jobs: [ReadJob] = []
  private(set) var unchanged = 0
  /// Files without audio that are what they were.
  private(set) var stillFailing = 0
  /// Tracks whose files are gone, and tracks that are there again as they were.
  private(set) var gone: [Int64] = []
  private(set) var back: [Int64] = []

  private struct Known {
    var track: Int64
    var stamp: FileStamp
    var isMissing: Bool
    var hasOtherRoot: Bool
  }

  init(_ listed: [Listed], in folders: ScanFolders, target: ScanTarget, _ db: Database) throws {
    for folder in listed { try compare(folder, folders[folder.folder], target, db) }
  }

  private mutating func compare(
    _ listed: Listed, _ folder: ScanFolders.Folder, _ target: ScanTarget, _ db: Database
  ) throws {
    var known = try folder.id.map { try tracks(in: $0, folder.path, target, db) } ?? [:]
    let rejects = try folder.id.map { try self.rejects(in: $0, db) } ?? [:]
    for file in listed.files {
      let track = known.removeValue(forKey: file.name)
      guard let stamp = file.stamp else { continue }
      if let track, track.stamp == stamp, !track.hasOtherRoot {
        if track.isMissing { back.append(track.track) } else { unchanged += 1 }
      } else if track == nil, rejects[file.name] == stamp {
        stillFailing += 1
      } else {
        let path = folder.path.appending(file.name)
        jobs.append(
          ReadJob(
            path: path, stamp: stamp, folder: listed.folder, root: target.root, track: track?.track)
        )
      }
    }
    if listed.isWhole { gone += known.values.filter { !$0.isMissing }.map(\.track) }
  }

  private func tracks(
    in folder: Int64, _ path: FilePath, _ target: ScanTarget, _ db: Database
  ) throws -> [[UInt8]: Known] {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: "SELECT id, path, size, modified, missing, root FROM tracks WHERE folder = ?"),
      arguments: [folder])
    let prefix = path.bytes.last == 0x2F ? path.bytes.count : path.bytes.count + 1
    var known: [[UInt8]: Known] = [:]
    while let row = try rows.next() {
      let name = try row.withUnsafeData(atIndex: 1) {
        $0.map { [UInt8]($0.dropFirst(prefix)) } ?? []
      }
      known[name] = Known(
        track: row[0], stamp: FileStamp(size: row[2], modified: row[3]), isMissing: row[4],
        hasOtherRoot: row[5] != target.root)
    }
    return known
  }

  private func rejects(in folder: Int64, _ db: Database) throws -> [[UInt8]: FileStamp] {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(sql: "SELECT name, size, modified FROM rejects WHERE folder = ?"),
      arguments: [folder])
    var known: [[UInt8]: FileStamp] = [:]
    while let row = try rows.next() {
      known[try TrackRow.path(row, 0).bytes] = FileStamp(size: row[1], modified: row[2])
    }
    return known
  }
}
