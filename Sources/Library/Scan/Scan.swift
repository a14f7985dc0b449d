import FoundationEssentials
import Glibc
internal import GRDB
internal import Media
internal import Music
import Synchronization

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
  /// Whether folders that the system reports no change of are left out.
  var leavesOutQuiet = false
  /// Folders that were left out.
  private(set) var leftOut = 0
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
  private var newest: Int64?
  /// Tracks that this scan has marked as missing.
  var missed: Set<Int64> = []
  /// Completed walks.
  var walked: [ScanWalk] = []

  /// Files of one transaction: a part of those that the readers have, so that they have enough to
  /// do while it is written.
  private static let batch = ReaderThreads.maximumCount / 4
  /// Files of one transaction once all have been found: the readers have less and less to do.
  private static let lastBatch = 500
  /// The time after which fewer are enough: rows shall appear as they are found.
  private static let pause = Duration.milliseconds(250)
  /// Files that are looked up in one read.
  private static let lookup = 256
  /// The same while the readers have nothing to do.
  private static let firstLookup = 64

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
    leavesOutQuiet = paths == nil
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
    listings?.save(isWhole: isWhole, leftOut: leftOut)
    return result
  }

  /// Waits for all reads, and writes them; `lastly` runs after that.
  func finish(lastly: () throws -> Void = {}) throws -> ScanProgress {
    while readers.waiting > 0 { try collect(waitingFor: Scan.lastBatch) }
    try write([])
    try lastly()
    try saveWalks()
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

  // MARK: Walking

  func scanFolder(_ target: ScanTarget, roots: [FilePath]) throws {
    try library.database.read { try folders.load(below: target.path, $0) }
    let quiet = try quietFolders(target)
    // Whether a file is still being written is judged by the time of its listing. Where nothing is
    // known, all files are opened, which tells as much as stat.
    var walk = FolderWalk(
      target.path, roots: roots, asksFiles: awaitsWriters || folders.hasKnown(in: target.path),
      kept: listings, quiet: quiet, recalls: leavesOutQuiet, listsAhead: !awaitsWriters)
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
          if listing.isRecalled { leftOut += 1 }
          break
        }
        if listing.isRecalled, listing.fileCount > 0 {
          guard let anew = walk.listedAnew(folder) else {
            absent.append(folder.path)
            continue
          }
          listing = anew
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

  /// The folders that need not be listed, with all changes up to now; nil where they are not watched
  /// or not all are visited.
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
    let found = try library.database.read { db in
      try ScanLookup(listed, in: folders, target: target, db)
    }
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

  // MARK: Writing

  /// Writes results, when there are enough or the last write is long enough ago.
  private func collect(waitingFor count: Int) throws {
    repeat {
      try stop.check()
      let due = lastCommit + Scan.pause
      guard count > 0 || due <= .now else { return }
      let outcomes = readers.dequeue(waitingFor: max(1, count), until: max(due, .now))
      try write(outcomes)
    } while count > 0 && readers.waiting >= ReaderThreads.maximumCount
  }

  func write(_ outcomes: [ReadOutcome]) throws {
    lastCommit = .now
    let isShown = !outcomes.isEmpty || !gone.isEmpty || !back.isEmpty
    guard isShown || !digests.isEmpty else { return }
    try library.database.write { db in
      var writer = try TrackWriter(db, now: Date.now.unixSeconds)
      let before = try newest ?? db.lastTrack()
      newest = before
      var moves = try TrackMoves(db, outcomes.compactMap(\.newAudioHash), before: before)
      var moved: Set<Int64> = []
      var done: [(index: Int, row: Int64)] = []
      let roots = Set(try ScanTarget.all(db).map(\.root))
      // Roots removed from the library meanwhile stay removed.
      for outcome in outcomes where roots.contains(outcome.job.root) {
        let folder = try folders.row(of: outcome.job.folder, db)
        switch outcome.result {
        case .track(let track):
          var job = outcome.job
          if followsMoves, job.track == nil,
            let origin = try moves.formerTrack(of: track, at: job.path),
            try db.setPath(origin, at: job.path)
          {
            job.track = origin
            moved.insert(origin)
            progress.updated -= 1
            // The file was marked as missing before its new path was read.
            if missed.remove(origin) != nil { progress.missing -= 1 }
          }
          try writer.write(track, job, folder: folder)
        case .failed(let error):
          try writer.writeFailure(error, outcome.job, folder: folder)
          progress.failed += 1
        case .absent: break
        }
        guard let isLast = open[outcome.job.folder]?.receive(outcome), isLast else { continue }
        done.append((outcome.job.folder, folder))
      }
      try writer.insertPending()
      for (index, row) in done { try close(index, row: row, writer) }
      progress.added += writer.added
      progress.updated += writer.updated
      let lost = Set(gone).subtracting(moved).sorted()
      try writer.setMissing(true, lost)
      try writer.setMissing(false, back)
      progress.moved += moved.count
      progress.missing += lost.count
      missed.formUnion(lost)
      if followsMoves { try transfer(lost, moves, now: writer.now) }
      for (index, digest) in digests {
        try writer.setDigest(digest, of: try folders.row(of: index, db))
      }
      if isShown { try db.bumpRevision(.tracks) }
    }
    progress.updated += back.count
    (gone, back, digests) = ([], [], [])
    guard isShown else { return }
    report.update(progress)
    library.notifier.signal()
  }

  /// Finishes a folder once all its files are written.
  private func close(_ index: Int, row: Int64, _ writer: TrackWriter) throws {
    guard let folder = open.removeValue(forKey: index) else { return }
    if folder.mayBeMixed { try writer.setAlbumCredits(in: row) }
    if let digest = folder.digest { digests.append((index, digest)) }
  }
}

/// Cancels a running scan.
final class ScanStop: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .relaxed) }

  func check() throws {
    if isSet.load(ordering: .relaxed) { throw LibraryError.cancelled }
  }
}
