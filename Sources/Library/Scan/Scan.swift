import Glibc
internal import GRDB
internal import Music

/// One scan of roots of the library: walks, has files read, and writes the results.
///
/// Runs on the thread that calls `run`, which walks and writes; `ReaderThreads` read. Files of
/// unchanged size and time are not opened. Nothing is ever deleted: missing files are marked.
final class Scan {
  let library: Library
  let stop: ScanStop
  let report: ScanReport
  let readers = ReaderThreads()
  /// Whether recently written files are left for later, and which were.
  var awaitsWriters = false
  /// Whether a new file may be a moved missing track.
  var followsMoves = true
  var unsettled: [FilePath] = []
  /// Whether stat is not called for the files of quiet folders.
  var skipsQuiet = false
  /// The number of quiet folders, which were not listed.
  var quietCount = 0
  /// Files closed by their writers.
  var closed: Set<FilePath> = []
  var folders = ScanFolders()
  /// The directory cache; only of scans that go through roots.
  var listings: DirectoryCache?
  var progress = ScanProgress()

  var gone: [Int64] = []
  var back: [Int64] = []
  /// Folders with files still to be written, by index.
  var open: [Int: OpenFolder] = [:]
  /// Digests of folders that the library has completely.
  var digests: [(folder: Int, digest: Int64)] = []
  var lastCommit = ContinuousClock.now
  /// The newest track before the first write of this scan.
  var newest: Int64?
  /// Tracks that this scan has marked as missing.
  var missed: Set<Int64> = []
  /// Completed walks.
  var walked: [ScanWalk] = []
  /// The scan of a library without tracks, until somebody else changes it.
  var first: FirstScan?

  init(
    _ library: Library, stop: ScanStop, progress: @escaping @Sendable (ScanProgress) -> Void
  ) {
    self.library = library
    self.stop = stop
    report = ScanReport(progress)
  }

  func run(_ paths: [FilePath]?) throws -> ScanProgress {
    defer { readers.stop() }
    try joinDoubledRoots()
    let targets = try targets(paths)
    skipsQuiet = paths == nil
    let roots = try library.database.read { try ScanTarget.all($0) }
      .filter { !$0.isFile }.map { $0.path.resolved ?? $0.path }
    return try keepingListings(isWhole: paths == nil) {
      try library.database.withRareCheckpoints {
        for target in targets {
          if target.isFile {
            try scanFile(target)
          } else {
            try scanFolder(target, roots: roots)
          }
        }
        return try finish { try removeNonTracks(targets, areGiven: paths != nil) }
      }
    }
  }

  /// Caches directory listings for the next scan.
  ///
  /// - Parameter isWhole: whether all roots are scanned.
  func keepingListings<Result>(isWhole: Bool, _ body: () throws -> Result) rethrows -> Result {
    listings = library.path.bytes.isEmpty ? nil : DirectoryCache(beside: library.path)
    let result = try body()
    listings?.save(isWhole: isWhole, quietCount: quietCount)
    return result
  }

  /// Waits for all reads, and writes them; `lastly` runs after that.
  func finish(lastly: () throws -> Void = {}) throws -> ScanProgress {
    while readers.waiting > 0 { try collect(waitingFor: Scan.lastBatch) }
    try write([])
    first?.append(folders) { open[$0] != nil }
    try lastly()
    try saveWalks()
    if let catalog = first?.finishedCatalog() { library.catalog.adopt(catalog) }
    progress.isFinished = true
    report.finish(progress)
    return progress
  }

  /// The targets of the scan; a path that does not exist is an error before anything is done.
  private func targets(_ paths: [FilePath]?) throws -> [ScanTarget] {
    guard let paths else { return try library.database.read { try ScanTarget.all($0) } }
    let known = RootSpelling(try library.database.read { try ScanTarget.all($0) })
    let given = try paths.map { path -> (FilePath, Bool) in
      let absolute = path.absolute
      var status = stat()
      guard absolute.withCString({ stat($0, &status) }) == 0,
        absolute.withCString({ access($0, R_OK) }) == 0
      else { throw LibraryError.unreadable(path, code: errno) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR, S_IFREG:
        let (real, isFile) = (absolute.resolved, status.st_mode & S_IFMT == S_IFREG)
        if let location = known.target(of: absolute, real: real) { return (location.path, isFile) }
        return (isFile ? absolute : known.name(ofNew: absolute, real: real), isFile)
      default: throw LibraryError.notMusic(path)
      }
    }
    let targets = try library.database.write { db in
      for (path, isFile) in given { _ = try ScanTarget.adding(path, isFile: isFile, db) }
      // Only now is the set of remaining roots certain.
      return try given.map { try ScanTarget.adding($0.0, isFile: $0.1, db) }
    }
    library.tellOfRoots()
    return targets
  }

  // MARK: Files

  func scanFile(_ target: ScanTarget) throws {
    guard let parent = target.path.parent else { return }
    var status = stat()
    guard target.path.withCString({ stat($0, &status) }) == 0 else {
      // Without its folder the file system may be absent, too.
      let isLost = parent.withCString { stat($0, &status) } != 0
      try storeOffline(target, isLost ? [target.path] : [])
      guard !isLost else { return }
      gone += try library.database.read { db in
        try Int64.fetchAll(
          db, sql: "SELECT id FROM tracks WHERE path = ? AND NOT missing",
          arguments: [target.path.data])
      }
      return
    }
    try storeOffline(target, [])
    try library.database.read { try folders.load(parent, $0) }
    let index = folders.index(of: parent, root: target.rootIsFile ? nil : target.rootPath)
    let file = DirectoryListing.File(name: target.path.nameBytes, fileStamp: FileStamp(status))
    progress.found += 1
    var listed = [ScanLookup.ListedFolder(folder: index, files: [file], isWhole: false)]
    try lookUp(&listed, target)
    walked.append(ScanWalk(path: target.path))
  }

  /// Finds new and changed files and has them read.
  func lookUp(_ listed: inout [ScanLookup.ListedFolder], _ target: ScanTarget) throws {
    guard !listed.isEmpty else { return }
    // Of new folders the database has nothing to tell.
    let areNew = listed.allSatisfy { folders[$0.folder].id == nil }
    let found =
      try areNew
      ? ScanLookup(listed, in: folders, target: target, nil)
      : library.database.read { try ScanLookup(listed, in: folders, target: target, $0) }
    note(found, listed)
    listed = []
    progress.unchanged += found.unchanged
    progress.failed += found.stillFailing
    gone += found.gone
    back += found.back
    // In slices, however many there are in one folder: results wait in memory.
    var rest = found.jobs[...]
    repeat {
      readers.add(Array(rest.prefix(Scan.batch)))
      rest = rest.dropFirst(Scan.batch)
      let isFull = readers.waiting >= ReaderThreads.maximumCount
      try collect(waitingFor: isFull ? Scan.batch : 0)
    } while !rest.isEmpty
  }

  /// Stores the remaining work of some folders.
  private func note(_ found: ScanLookup, _ listed: [ScanLookup.ListedFolder]) {
    var jobs: [Int: Int] = [:]
    for job in found.jobs { jobs[job.folder, default: 0] += 1 }
    for listed in listed {
      let folder = folders[listed.folder]
      let isReported = listed.isWhole && !found.failing.contains(listed.folder)
      let digest = isReported ? listed.digest : nil
      if let count = jobs[listed.folder] {
        open[listed.folder] = OpenFolder(
          pending: count, digest: digest, areAsked: !isReported || listed.areAsked,
          wasKnown: folder.id != nil)
      } else if let digest, folder.id != nil {
        digests.append((listed.folder, digest))
      }
    }
  }
}
