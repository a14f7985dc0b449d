internal import Music

extension SyncRun {
  /// Changes the databases of both sides and removes files last; an error that ended it.
  ///
  /// A cancelled task does not come between the device's half and the library's: they run in a task
  /// that nobody has cancelled.
  func finish(
    _ work: inout SyncWork, _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async -> SyncError? {
    if Task.isCancelled { return .cancelled }
    let copy = work
    let (done, removals, error) = await Task { await self.commit(copy, progress) }.value
    work = done
    if let error { return error }
    return await remove(removals, &work)
  }

  private typealias Removal = (uuid: DeviceTrackID, file: DeviceFile, name: String)

  private func commit(
    _ work: SyncWork, _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async -> (SyncWork, [Removal], SyncError?) {
    var work = work
    do throws(SyncError) {
      let contents =
        try await read(olderThan: freshness, progress) ?? work.planned.snapshot.contents
      // Another sync came between, whatever the lock says.
      guard contents.syncID == work.planned.snapshot.contents.syncID else {
        throw .peer(.changed(FilePath("Database/library.db")))
      }
      let commits = SyncCommits(work, contents, now: now())
      if !commits.isEmpty {
        try await side.keep(commits.library)
        do throws(PeerError) {
          try await peer.commit(commits.device)
        } catch {
          throw SyncError(error)
        }
        try await side.commit(commits.library)
      }
      work.report = commits.report
      return (work, commits.removals, nil)
    } catch {
      return (work, [], error)
    }
  }

  /// Removes the files that are no longer chosen, and then their rows of the state.
  private func remove(_ removals: [Removal], _ work: inout SyncWork) async -> SyncError? {
    var removed: [DeviceTrackID] = []
    var fault: SyncError?
    let replaced = work.replaced.map {
      (uuid: $0.uuid, file: $0.file, name: $0.file.path.text.displayable)
    }
    for (position, (uuid, file, name)) in (removals + replaced).enumerated() {
      if Task.isCancelled {
        fault = .cancelled
        break
      }
      do throws(PeerError) {
        try await peer.remove(file)
        removed.append(uuid)
        if position < removals.count { work.report.removed += 1 }
      } catch {
        guard error.isOfOneFile else {
          fault = SyncError(error)
          break
        }
        work.leave(name, error.reason)
      }
    }
    guard !removed.isEmpty else { return fault }
    let (uuids, side, id, time) = (removed, side, work.plan.syncID, now())
    let error = await Task {
      var commit = LibraryCommit(syncID: id, time: time)
      commit.removedTracks = uuids
      return await SyncRun.commit(commit, to: side)
    }.value
    return fault ?? error
  }

  private static func commit(
    _ commit: LibraryCommit, to side: any SyncSide
  ) async -> SyncError? {
    do throws(SyncError) {
      try await side.commit(commit)
      return nil
    } catch {
      return error
    }
  }
}
