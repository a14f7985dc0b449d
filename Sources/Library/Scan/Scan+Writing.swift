import FoundationEssentials
internal import GRDB
internal import Music

/// Writes what the readers found, in batches.
extension Scan {
  /// Files of one transaction: a part of those that the readers have, so that they have enough to
  /// do while it is written.
  static let batch = ReaderThreads.maximumCount / 4
  /// Files of one transaction once all have been found: the readers have less and less to do.
  static let lastBatch = 500
  /// The time after which fewer are enough: rows shall appear as they are found.
  private static let pause = Duration.milliseconds(250)

  /// Writes results, when there are enough or the last write is long enough ago.
  func collect(waitingFor count: Int) throws {
    repeat {
      try stop.check()
      let due = lastCommit + Scan.pause
      guard count > 0 || readers.finished >= Scan.batch || due <= .now else { return }
      try write(readers.dequeue(waitingFor: max(1, count), until: max(due, .now)))
      first?.append(folders) { open[$0] != nil }
    } while count > 0 && readers.waiting >= ReaderThreads.maximumCount
  }

  /// - Parameter outcomes: in the portions in which they were read.
  func write(_ outcomes: [[ReadOutcome]]) throws {
    lastCommit = .now
    let isShown = !outcomes.isEmpty || !gone.isEmpty || !back.isEmpty
    guard isShown || !digests.isEmpty else { return }
    try library.database.write { db in
      let before = try newest ?? db.lastTrack()
      // Ids that no scan gives do not count as the last one.
      if newest == nil, before == 0, try !db.hasTracks() {
        first = try FirstScan(db, catalog: library.catalog.scannedCatalog())
      }
      newest = before
      var writer = try TrackWriter(db, now: Date.now.unixSeconds)
      var moves = try TrackMoves(
        db, outcomes.flatMap { $0.compactMap(\.newAudioHash) }, before: before)
      var moved: Set<Int64> = []
      var done: [(index: Int, row: Int64)] = []
      let roots = Dictionary(
        uniqueKeysWithValues: try ScanTarget.all(db).map { ($0.root, $0) })
      for outcome in outcomes.joined() {
        // Roots removed from the library meanwhile stay removed.
        guard roots[outcome.job.root] != nil else { continue }
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
      var credits: [Int64: String] = [:]
      for (index, row) in done { credits.merge(try close(index, row: row, writer)) { $1 } }
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
      if try first?.note(writer, roots: roots, credits: credits) == false { first = nil }
    }
    progress.updated += back.count
    (gone, back, digests) = ([], [], [])
    guard isShown else { return }
    report.update(progress)
    library.notifier.signal()
  }

  /// Finishes a folder once all its files are written.
  ///
  /// - Returns: The album credits of tracks that got another one.
  private func close(_ index: Int, row: Int64, _ writer: TrackWriter) throws -> [Int64: String] {
    guard let folder = open.removeValue(forKey: index) else { return [:] }
    if let digest = folder.digest { digests.append((index, digest)) }
    return folder.mayBeMixed ? try writer.setAlbumCredits(in: row) : [:]
  }
}
