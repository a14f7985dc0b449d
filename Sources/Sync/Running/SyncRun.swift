package import Music

/// One sync: reads both sides, plans, and carries the plan out.
///
/// At any moment it may be cut, on either side: a file on the device is whole or not there, a file is
/// kept in the state once the device has it on its disk, and the journal tells whether the library's
/// half of a commit is missing. Cancelling the task ends it as a cut would, only sooner known.
package actor SyncRun {
  let device: Device
  let peer: any Peer
  let side: any SyncSide
  let now: @Sendable () -> Int64
  /// The age from which the device is read once more before it is changed.
  let freshness: Duration
  private let newID: @Sendable () -> String
  var planned: PlannedSync?
  var readAt: ContinuousClock.Instant?
  private var isOpen = false
  /// Files of the device that were taken by the last `carryOut`.
  private var taken: Set<FilePath> = []
  /// Whether the device has logs. How far they are counted is read when its peer is made, so that it
  /// has to be made anew after a commit; a peer without logs may ask for a password again.
  private var hasLogs = false

  /// Files whose facts are read by one call.
  private static let factBatch = 32

  /// - Parameters:
  ///   - now: Unix time in seconds.
  ///   - newID: 16 hexadecimal digits, random.
  package init(
    _ device: Device, peer: any Peer, side: any SyncSide, now: @escaping @Sendable () -> Int64,
    freshness: Duration = .seconds(5),
    newID: @escaping @Sendable () -> String = {
      String(UInt64.random(in: .min ... .max) | 1 << 63, radix: 16)
    }
  ) {
    self.device = device
    self.peer = peer
    self.side = side
    self.now = now
    self.freshness = freshness
    self.newID = newID
  }

  // MARK: Planning

  /// Opens the device, ends a sync that was cut, reads both sides and plans.
  ///
  /// The device stays open until `close`, unless an error is thrown.
  package func prepare(
    _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncPlan {
    do throws(SyncError) {
      return try await read(progress)
    } catch {
      await close()
      throw error
    }
  }

  private func read(
    _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncPlan {
    progress(SyncProgress(phase: .connecting))
    try await open()
    progress(SyncProgress(phase: .reading))
    var snapshot = try await snapshot(progress)
    snapshot.sharePaths()
    var state = try await side.state(sharing: snapshot.sharedPath)
    if let journal = state.journal {
      try await recover(journal, snapshot.contents)
      if hasLogs {
        await close()
        try await open()
      }
      snapshot = try await self.snapshot(progress)
      snapshot.sharePaths()
      state = try await side.state(sharing: snapshot.sharedPath)
    }
    let library = try await side.contents()
    let planner = SyncPlanner(
      device, library, snapshot, state, now: now(), syncID: newID())
    let unknown = planner.unknownFiles
    var facts: [FilePath: DeviceFileFacts] = [:]
    for start in stride(from: 0, to: unknown.count, by: SyncRun.factBatch) {
      let batch = Array(unknown[start..<min(start + SyncRun.factBatch, unknown.count)])
      do throws(PeerError) {
        facts.merge(try await peer.facts(of: batch)) { _, new in new }
      } catch {
        guard error.isOfOneFile else { throw SyncError(error) }
      }
      var told = SyncProgress(phase: .reading)
      told.filesDone = start + batch.count
      told.filesTotal = unknown.count
      progress(told)
    }
    progress(SyncProgress(phase: .planning))
    if Task.isCancelled { throw .cancelled }
    let planned = planner.plan(facts)
    self.planned = planned
    return planned.plan
  }

  func snapshot(
    _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> DeviceSnapshot {
    readAt = .now
    do throws(PeerError) {
      let snapshot = try await peer.snapshot { files in
        var told = SyncProgress(phase: .reading)
        told.filesDone = files
        progress(told)
      }
      hasLogs = snapshot.logs != nil
      return snapshot
    } catch {
      throw SyncError(error)
    }
  }

  /// Ends a sync that was cut between the device's database and the library.
  private func recover(
    _ journal: LibraryCommit, _ contents: DeviceContents
  ) async throws(SyncError) {
    // Another machine may have synced with the device since: what it holds has this commit in it.
    if contents.syncID == journal.syncID || contents.earlierSyncIDs.contains(journal.syncID) {
      try await side.commit(journal)
    } else {
      try await side.keep(nil as LibraryCommit?)
    }
  }

  /// Makes files that were taken from the device, and read into the library since, known as those
  /// that the device has: without it the next sync has rows for them to write.
  ///
  /// Called after `carryOut`, before `close`.
  package func adoptTaken(
    _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async -> SyncOutcome {
    do throws(SyncError) {
      if hasLogs { await close() }
      var plan = try await read(progress)
      for index in plan.items.indices {
        if case .adopt(_, _, let file) = plan.items[index].action, taken.contains(file.path) {
          continue
        }
        plan.items[index].isIncluded = false
      }
      return await carryOut(plan, progress)
    } catch {
      return SyncOutcome(report: SyncReport(deviceName: device.name), error: error)
    }
  }

  private func open() async throws(SyncError) {
    guard !isOpen else { return }
    do throws(PeerError) { try await peer.open() } catch { throw SyncError(error) }
    isOpen = true
  }

  /// Lets the device go. A plan can still be carried out, which opens and reads it again.
  package func close() async {
    isOpen = false
    readAt = nil
    await peer.close()
  }

  // MARK: Carrying out

  /// Carries out what a plan of `prepare` includes.
  ///
  /// - Parameter plan: As `prepare` returned it, with items left out or included by the user.
  package func carryOut(
    _ plan: SyncPlan, _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async -> SyncOutcome {
    var report = SyncReport(deviceName: device.name)
    guard let planned, planned.plan.syncID == plan.syncID,
      planned.plan.items.count == plan.items.count
    else {
      return SyncOutcome(
        report: report, error: .peer(.changed(FilePath("Database/library.db"))))
    }
    report.left = plan.notes
    // What was carried out once is another plan.
    self.planned = nil
    guard !plan.isEmpty else { return SyncOutcome(report: report) }
    var work = SyncWork(
      planned: planned, plan: plan, rule: device.options.conversion, report: report)
    do throws(SyncError) {
      try await open()
      if let contents = try await read(olderThan: freshness, progress) {
        let old = planned.snapshot.contents
        guard contents.syncID == old.syncID, contents.tracks == old.tracks,
          contents.playlists == old.playlists
        else { throw .peer(.changed(FilePath("Database/library.db"))) }
      }
    } catch {
      return SyncOutcome(report: report, error: error)
    }
    let totals = plan.totals
    let meter = CopyMeter(
      files: totals.copied + totals.replaced + totals.taken,
      bytes: totals.bytesThere.addingBytes(totals.bytesHere), progress)
    var error = await copyFiles(&work, meter)
    let speed = meter.speed(work.report.bytes)
    taken = work.taken
    // From here on the task's end is no reason to stop between two halves.
    if error == nil {
      meter.finish()
      error = await finish(&work, progress)
    }
    work.report.wasCancelled = error == .cancelled || error == .peer(.cancelled)
    return SyncOutcome(report: work.report, error: error, speed: speed)
  }

  /// The contents of the device's database, if they were last read that long ago.
  func read(
    olderThan age: Duration, _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> DeviceContents? {
    if let readAt, ContinuousClock.now - readAt < age { return nil }
    return try await snapshot { _ in }.contents
  }
}

extension SyncError {
  init(_ error: PeerError) {
    self = error == .cancelled ? .cancelled : .peer(error)
  }
}
