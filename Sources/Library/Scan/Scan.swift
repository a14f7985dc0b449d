import Foundation
internal import GRDB
internal import Media
internal import Music
import Synchronization

/// One run over roots of the library: walks, has files read, and writes what they say.
///
/// Runs on the thread that calls `run`, which walks and writes; `ReaderThreads` read. What is
/// unchanged by size and time is not opened. Nothing is ever deleted: what is gone is marked.
final class Scan {
  private let library: Library
  private let stop: ScanStop
  private let report: ScanReport
  private let readers = ReaderThreads()
  private var folders = ScanFolders()
  private var progress = ScanProgress()

  private var gone: [Int64] = []
  private var back: [Int64] = []
  private var lastCommit = Date.now

  /// Files of one transaction, and the seconds after which fewer are enough: rows shall appear
  /// as they are found.
  private static let batch = 500
  private static let pause: TimeInterval = 0.1
  /// Files that are looked up in one read.
  private static let lookup = 256

  init(
    _ library: Library, stop: ScanStop, progress: @escaping @Sendable (ScanProgress) -> Void
  ) {
    self.library = library
    self.stop = stop
    report = ScanReport(progress)
  }

  func run(_ paths: [FilePath]?) throws -> ScanProgress {
    defer { readers.stop() }
    let targets = try targets(paths)
    let roots = try library.database.read { try ScanTarget.all($0) }
      .filter { !$0.isFile }.map { $0.path.resolved ?? $0.path }
    for target in targets {
      if target.isFile {
        try scanFile(target)
      } else {
        try scanFolder(target, roots: roots)
      }
    }
    while readers.waiting > 0 { try collect(waitingFor: Scan.batch) }
    try write([])
    progress.isFinished = true
    report.finish(progress)
    return progress
  }

  /// What to go through; a path that is not there is an error before anything is done.
  private func targets(_ paths: [FilePath]?) throws -> [ScanTarget] {
    guard let paths else { return try library.database.read { try ScanTarget.all($0) } }
    let given = try paths.map { path -> (FilePath, Bool) in
      let absolute = path.absolute
      var status = stat()
      guard absolute.withCString({ stat($0, &status) }) == 0,
        absolute.withCString({ access($0, R_OK) }) == 0
      else { throw LibraryError.unreadable(path, code: errno) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return (absolute, false)
      case S_IFREG: return (absolute, true)
      default: throw LibraryError.notMusic(path)
      }
    }
    return try library.database.write { db in
      for (path, isFile) in given { _ = try ScanTarget.adding(path, isFile: isFile, db) }
      // Only now is it certain which roots remain.
      return try given.map { try ScanTarget.adding($0.0, isFile: $0.1, db) }
    }
  }

  // MARK: Walking

  private func scanFolder(_ target: ScanTarget, roots: [FilePath]) throws {
    try library.database.read { try folders.load(below: target.path, $0) }
    var walk = FolderWalk(target.path, roots: roots)
    var kept: [FilePath] = []
    var listed: [ScanLookup.Listed] = []
    while let step = walk.next() {
      try stop.check()
      switch step {
      case .unlistable(let path): kept.append(path)
      case .listed(let folder, let listing):
        let index = folders.index(
          of: folder.path, root: target.rootIsFile ? nil : target.rootPath)
        folders[index].wasVisited = true
        folders[index].isMount = folder.isMount
        if listing.isEmpty, folder.isTop || folders[index].wasMount {
          // An empty folder where a file system was is one that is not mounted.
          folders[index].isMount = folders[index].wasMount
          kept.append(folder.path)
          continue
        }
        listed.append(ScanLookup.Listed(folder: index, files: listing.files))
        progress.found += listing.files.count
        if listed.reduce(0, { $0 + $1.files.count + 8 }) >= Scan.lookup {
          try lookUp(&listed, target)
        }
      }
      report.update(progress)
    }
    try lookUp(&listed, target)
    try markUnvisited(below: target.path, except: kept)
    try storeParents()
  }

  /// Hangs what was a root of its own into a wider one that was given since: none of its files need
  /// have changed for that, and only what is read is written otherwise.
  private func storeParents() throws {
    let moved = folders.folders.indices.filter {
      let folder = folders[$0]
      return folder.id != nil && folder.parent != nil && !folder.hasStoredParent
    }
    guard !moved.isEmpty else { return }
    try library.database.write { db in
      for index in moved { _ = try folders.row(of: index, db) }
      try db.countRevision(.tracks)
    }
    library.notifier.signal()
  }

  private func scanFile(_ target: ScanTarget) throws {
    guard let parent = target.path.parent else { return }
    var status = stat()
    guard target.path.withCString({ stat($0, &status) }) == 0 else {
      // With its folder gone the file system may be, too.
      guard parent.withCString({ stat($0, &status) }) == 0 else { return }
      gone += try library.database.read { db in
        try Int64.fetchAll(
          db, sql: "SELECT id FROM tracks WHERE path = ? AND NOT missing",
          arguments: [target.path.data])
      }
      return
    }
    try library.database.read { try folders.load(below: parent, $0) }
    let index = folders.index(of: parent, root: target.rootIsFile ? nil : target.rootPath)
    let file = DirectoryListing.File(name: target.path.nameBytes, stamp: FileStamp(status))
    progress.found += 1
    var listed = [ScanLookup.Listed(folder: index, files: [file], isWhole: false)]
    try lookUp(&listed, target)
  }

  /// Finds out which files are new or changed and has them read.
  private func lookUp(_ listed: inout [ScanLookup.Listed], _ target: ScanTarget) throws {
    guard !listed.isEmpty else { return }
    let found = try library.database.read { db in
      try ScanLookup(listed, in: folders, target: target, db)
    }
    listed = []
    progress.unchanged += found.unchanged
    progress.failed += found.stillFailing
    gone += found.gone
    back += found.back
    readers.add(found.jobs)
    let isFull = readers.waiting >= ReaderThreads.most
    try collect(waitingFor: isFull ? Scan.batch : 0)
  }

  /// Marks the tracks of folders that were known and that the walk did not come to.
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

  // MARK: Writing

  /// Writes what has been read, when it is enough or long enough ago.
  private func collect(waitingFor count: Int) throws {
    repeat {
      try stop.check()
      let due = lastCommit.addingTimeInterval(Scan.pause)
      guard count > 0 || due <= .now else { return }
      let outcomes = readers.take(waitingFor: max(1, count), until: max(due, .now))
      try write(outcomes)
    } while count > 0 && readers.waiting >= ReaderThreads.most
  }

  private func write(_ outcomes: [ReadOutcome]) throws {
    lastCommit = .now
    guard !outcomes.isEmpty || !gone.isEmpty || !back.isEmpty else { return }
    var counted = progress
    try library.database.write { db in
      counted = progress
      let writer = TrackWriter(
        db: db, now: Date.now.unixSeconds, change: try db.nextChange())
      var uncredited: Set<Int64> = []
      for outcome in outcomes {
        let folder = try folders.row(of: outcome.job.folder, db)
        switch outcome.result {
        case .track(let track):
          let isNew = try writer.write(track, outcome.job, folder: folder)
          if isNew { counted.added += 1 } else { counted.updated += 1 }
          let tags = track.facts.tags
          if tags.albumArtist == nil, tags.album != nil { uncredited.insert(folder) }
        case .failed(let error):
          try writer.writeFailure(error, outcome.job, folder: folder)
          counted.failed += 1
        }
      }
      for folder in uncredited { try writer.creditAlbums(in: folder) }
      try writer.setMissing(true, gone)
      try writer.setMissing(false, back)
      try db.countRevision(.tracks)
    }
    progress = counted
    progress.missing += gone.count
    progress.updated += back.count
    (gone, back) = ([], [])
    report.update(progress)
    library.notifier.signal()
  }
}

/// Tells a running scan to end.
final class ScanStop: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .relaxed) }

  func check() throws {
    if isSet.load(ordering: .relaxed) { throw LibraryError.cancelled }
  }
}
