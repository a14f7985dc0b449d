internal import GRDB
internal import Music
import Synchronization

/// Goes through folders, and compares their files with the database.
extension Scan {
  /// Files that are looked up in one read.
  private static let lookup = 256
  /// The same while the readers have nothing to do.
  private static let firstLookup = 64

  func scanFolder(_ target: ScanTarget, roots: [FilePath]) throws {
    try library.database.read { try folders.load(below: target.path, $0) }
    let quiet = try quietFolders(target)
    // Whether a file is still being written is judged by the time of its listing. Where nothing is
    // known, all files are opened, which tells as much as stat.
    var walk = FolderWalk(
      target.path, roots: roots, asksFiles: awaitsWriters || folders.hasKnown(in: target.path),
      kept: listings, quiet: quiet, skipsQuiet: skipsQuiet, listsAhead: !awaitsWriters)
    defer { walk.end() }
    var absent: [FilePath] = []
    var listed: [ScanLookup.ListedFolder] = []
    while let step = walk.next() {
      try stop.check()
      switch step {
      case .unlistable(let path): absent.append(path)
      case .listed(let folder, var listing):
        let index = folders.index(
          of: folder.path, root: target.rootIsFile ? nil : target.rootPath)
        if listing.isQuiet, listing.fileCount > 0, listing.digest != folders[index].digest {
          // The library lacks some of its files: their names are needed.
          switch walk.listedAnew(folder) {
          case .success(let anew): listing = anew
          // Deleted since the changes were taken in: then its tracks are, too.
          case .failure(let error) where !folder.isTop && error.isAbsence: continue
          case .failure:
            folders[index].wasVisited = true
            absent.append(folder.path)
            continue
          }
        }
        folders[index].wasVisited = true
        if listing.isEmpty, try isUnmounted(folder, index) {
          absent.append(folder.path)
          continue
        }
        folders[index].hasNoFiles = listing.fileCount == 0
        folders[index].isMount = folder.isMount
        progress.found += listing.fileCount
        if let digest = listing.digest, digest == folders[index].digest {
          progress.unchanged += listing.fileCount
          if listing.isQuiet { quietCount += 1 }
          break
        }
        listed.append(settled(listing, in: folder.path, index))
        let enough = readers.waiting == 0 ? Scan.firstLookup : Scan.lookup
        if listed.reduce(0, { $0 + $1.files.count + 8 }) >= enough {
          try lookUp(&listed, target)
        }
      }
      report.update(progress)
    }
    try lookUp(&listed, target)
    // When a mount point is removed with its file system, nothing is known of the files on it.
    absent += folders.folders.filter {
      $0.wasMount && !$0.wasVisited && $0.path.isInside(target.path)
    }.map(\.path)
    try markUnvisited(below: target.path, except: absent)
    try storeParents()
    try storeOffline(target, absent)
    walked.append(ScanWalk(path: target.path, absent: absent))
  }

  /// The quiet folders, with all changes up to now; nil where folders are not watched or not all are
  /// visited.
  private func quietFolders(_ target: ScanTarget) throws -> QuietFolders? {
    guard target.path == target.rootPath, let quiet = library.quietFolders.withLock({ $0 }) else {
      return nil
    }
    quiet.update(try library.database.read { try ScanTarget.all($0) }.map(\.path))
    return quiet
  }

  /// Whether an empty folder lacks its file system: it was a mount point, or it is a root that had
  /// music a moment ago.
  private func isUnmounted(_ folder: FolderWalk.Folder, _ index: Int) throws -> Bool {
    if folders[index].wasMount { return true }
    guard folder.isTop, let id = folders[index].id else { return false }
    return try library.database.read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM roots r JOIN tracks t ON t.root = r.id
            JOIN folders f ON f.path = r.path WHERE f.id = ? AND NOT t.missing)
          """, arguments: [id]) ?? false
    }
  }

  /// Attaches a former root to a wider one added since; unchanged files are not read, and otherwise
  /// only folders of files that are read are written.
  private func storeParents() throws {
    let moved = folders.folders.indices.filter {
      let folder = folders[$0]
      return folder.id != nil && folder.parent != nil && !folder.hasStoredParent
    }
    guard !moved.isEmpty else { return }
    try library.database.write { db in
      for index in moved { _ = try folders.row(of: index, db) }
      try db.bumpRevision(.tracks)
    }
    library.notifier.signal()
  }

  /// Marks the tracks of known folders that the walk did not visit.
  private func markUnvisited(below top: FilePath, except kept: [FilePath]) throws {
    let unvisited = folders.folders.filter { folder in
      folder.id != nil && !folder.wasVisited && folder.path.isInside(top)
        && !kept.contains { folder.path.isInside($0) }
    }
    guard !unvisited.isEmpty else { return }
    gone += try library.database.read { db in
      try unvisited.flatMap { folder in
        try Int64.fetchAll(
          try db.cachedStatement(sql: "SELECT id FROM tracks WHERE folder = ? AND NOT missing"),
          arguments: [folder.id])
      }
    }
  }
}
