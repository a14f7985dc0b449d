internal import Music

extension SyncRun {
  private typealias Source = Task<Result<FoundSource, SyncError>, Never>

  /// The file to copy for an item.
  private struct FoundSource: Sendable {
    var file: SyncSource
    /// Why it is the track's own although a converted one was wanted.
    var failure: String?
  }

  /// Files and time after which files are brought to the device's disk and kept.
  private static let batchFiles = 64
  private static let batchTime = Duration.seconds(2)

  /// Copies, replaces, renames and takes files; an error that ends the sync.
  func copyFiles(_ work: inout SyncWork, _ meter: CopyMeter) async -> SyncError? {
    let items = work.plan.items.filter { item in
      guard item.isIncluded else { return false }
      switch item.action {
      case .copy, .replace, .move, .take: return true
      case .remove, .exclude, .adopt, .marks, .playlist: return false
      }
    }
    var lastKeep = ContinuousClock.now
    var next: Source?
    defer { next?.cancel() }
    for (position, item) in items.enumerated() {
      if Task.isCancelled {
        await keepDone(&work)
        return .cancelled
      }
      let present = next ?? source(of: item, work)
      next = position + 1 < items.count ? source(of: items[position + 1], work) : nil
      if work.isFull, item.bytes > 0 {
        if case .take = item.action {
        } else {
          work.leave(item.name, PeerError.full.reason)
          present?.cancel()
          continue
        }
      }
      if let error = await carryOut(item, present, &work, meter) {
        if error == .peer(.full) {
          work.isFull = true
          work.leave(item.name, PeerError.full.reason)
        } else {
          await keepDone(&work)
          return error
        }
      }
      if work.unkept.count >= SyncRun.batchFiles
        || !work.unkept.isEmpty && ContinuousClock.now - lastKeep > SyncRun.batchTime
      {
        if let error = await keepBatch(&work) { return error }
        lastKeep = .now
      }
    }
    return await keepBatch(&work)
  }

  /// Verifies and keeps a batch. Where that is cancelled, the batch is kept as it is.
  private func keepBatch(_ work: inout SyncWork) async -> SyncError? {
    let error = await keepWritten(&work, verifying: true)
    if error == .cancelled { await keepDone(&work) }
    return error
  }

  /// Keeps what is complete although the sync ends, in a task that nobody has cancelled. The user who
  /// has stopped the sync does not wait until files are read back.
  private func keepDone(_ work: inout SyncWork) async {
    let copy = work
    // The error that ended the sync is the one that counts.
    work = await Task {
      var work = copy
      _ = await self.keepWritten(&work, verifying: false)
      return work
    }.value
  }

  /// Brings files to the device's disk and keeps them in the state.
  private func keepWritten(_ work: inout SyncWork, verifying: Bool) async -> SyncError? {
    guard !work.unkept.isEmpty else { return nil }
    let faults: [PeerFileFault]
    do throws(PeerError) { faults = try await peer.flush(verifying: verifying) } catch {
      return SyncError(error)
    }
    let (dropped, damaged) = work.drop(faults)
    let rows =
      work.unkept.compactMap { work.written[$0] } + work.replaced[work.keptReplaced...] + dropped
    if let error = await keep(rows) { return error }
    work.unkept = []
    work.keptReplaced = work.replaced.count
    return await remove(damaged)
  }

  /// Keeps what the device has by now in a task that nobody has cancelled: it has no second chance.
  private func keep(_ rows: [SyncedTrack]) async -> SyncError? {
    let side = side
    return await Task { () async -> SyncError? in
      do throws(SyncError) {
        try await side.keep(rows)
        return nil
      } catch {
        return error
      }
    }.value
  }

  /// Removes damaged files, of which the state knows by now that they are to be copied again: those
  /// that a cut leaves there are replaced by the next sync.
  private func remove(_ damaged: [DeviceFile]) async -> SyncError? {
    for file in damaged {
      do throws(PeerError) { try await peer.remove(file) } catch {
        guard error.isOfOneFile else { return SyncError(error) }
      }
    }
    return nil
  }

  /// Begins to find, and to convert, the file of an item beside the copying of another.
  private func source(of item: SyncItem, _ work: SyncWork) -> Source? {
    let id: TrackID
    switch item.action {
    case .copy(let track, _), .replace(let track, _, _): id = track
    case .move, .take, .remove, .exclude, .adopt, .marks, .playlist: return nil
    }
    guard let track = work.link(id)?.track else { return nil }
    let (side, rule) = (side, track.conversion(by: device.options.conversion))
    return Task { await SyncRun.source(side, track, rule) }
  }

  @concurrent
  private static func source(
    _ side: any SyncSide, _ track: SyncTrack, _ rule: ConversionRule?
  ) async -> Result<FoundSource, SyncError> {
    do throws(SyncError) {
      return .success(FoundSource(file: try await side.file(of: track, rule)))
    } catch {
      guard rule != nil, case .source(let reason) = error else { return .failure(error) }
      return await original(side, track, reason)
    }
  }

  /// The track's own file where it could not be converted.
  private static func original(
    _ side: any SyncSide, _ track: SyncTrack, _ reason: String
  ) async -> Result<FoundSource, SyncError> {
    do throws(SyncError) {
      return .success(FoundSource(file: try await side.file(of: track, nil), failure: reason))
    } catch {
      guard case .source = error else { return .failure(error) }
      return .failure(.source(reason))
    }
  }

  /// Carries out an item with a file; an error that concerns more than that.
  private func carryOut(
    _ item: SyncItem, _ source: Source?, _ work: inout SyncWork, _ meter: CopyMeter
  ) async -> SyncError? {
    do throws(SyncError) {
      switch item.action {
      case .copy(let track, let target):
        meter.begin(item.name)
        try await send(item.name, track, nil, target, source, &work, meter)
        work.report.copied += 1
      case .replace(let track, let file, let target):
        meter.begin(item.name)
        try await send(item.name, track, file, target, source, &work, meter)
        work.report.replaced += 1
      case .move(let track, let file, let target):
        try await move(track, file, target, &work)
        work.report.moved += 1
        return nil
      case .take(let file):
        meter.begin(item.name)
        try await take(file, &work, meter)
        work.report.taken += 1
      case .remove, .exclude, .adopt, .marks, .playlist: return nil
      }
      meter.end(item.bytes)
      return nil
    } catch {
      meter.end(item.bytes)
      switch error {
      case .source(let reason):
        work.leave(item.name, reason)
        return nil
      case .peer(let fault) where fault.isOfOneFile:
        work.leave(item.name, fault.reason)
        return nil
      case .peer, .cancelled, .library: return error
      }
    }
  }

  private func send(
    _ name: String, _ id: TrackID, _ old: DeviceFile?, _ planned: FilePath, _ source: Source?,
    _ work: inout SyncWork, _ meter: CopyMeter
  ) async throws(SyncError) {
    guard let (index, track, link) = work.link(id), let source else { return }
    let found = await withTaskCancellationHandler {
      await source.value
    } onCancel: {
      source.cancel()
    }
    let (file, failure) = try found.map { ($0.file, $0.failure) }.get()
    let target = failure == nil ? planned : planned.withExtension(track.path.fileExtension)
    if let failure, file.stamp.size > work.planned.snapshot.abilities.largestFile ?? .max {
      throw .source("\(failure), and is larger than a file on the device can be")
    }
    let isInPlace = old?.path == target
    let rule = track.conversion(by: device.options.conversion)
    // The same for the same file, so that a part of an earlier run is continued.
    let version = "\(link.uuid) \(file.stamp.size) \(file.stamp.modified) \(track.file.modified)"
    let part = String(MD5.digest(of: Array(version.utf8)).prefix(24))
    let transfer = PeerTransfer(
      source: file.path, size: file.stamp.size, target: target, replaced: isInPlace ? old : nil,
      part: part)
    let abilities = work.planned.snapshot.abilities
    if let old, isInPlace, !(abilities.renamesOver && abilities.renamesCheaply),
      let row = work.expectLoss(link, old)
    {
      // The old file goes before the new one is whole: a cut in between is no removal by the user.
      try await side.keep([row])
    }
    let written: DeviceFile
    do throws(PeerError) {
      written = try await peer.send(transfer) { meter.wrote($0) }
    } catch {
      throw SyncError(error)
    }
    work.report.bytes = work.report.bytes.addingBytes(written.size)
    // With the rule although it failed: only a change of the file or of the rule tries it again.
    work.written[index] = work.synced(track, link, written, rule)
    work.unkept.append(index)
    if let old, !isInPlace { work.replaced.append(work.leftover(of: track, link, old)) }
    if let failure { work.leave(name, "\(failure): it was copied as it is") }
  }

  private func move(
    _ id: TrackID, _ file: DeviceFile, _ target: FilePath, _ work: inout SyncWork
  ) async throws(SyncError) {
    guard let (index, track, link) = work.link(id) else { return }
    let moved: DeviceFile
    do throws(PeerError) {
      moved = try await peer.move(file, to: target)
    } catch {
      throw SyncError(error)
    }
    let known = link.state.map { work.planned.state.tracks[$0] }
    work.written[index] = work.synced(track, link, moved, known?.conversion)
    work.unkept.append(index)
  }

  private func take(
    _ file: DeviceFile, _ work: inout SyncWork, _ meter: CopyMeter
  ) async throws(SyncError) {
    let target = try await side.freePath(for: file)
    do throws(PeerError) {
      try await peer.fetch(file, to: target) { meter.wrote($0) }
    } catch {
      throw SyncError(error)
    }
    work.report.bytes = work.report.bytes.addingBytes(file.size)
    work.taken.insert(file.path)
  }
}

extension FilePath {
  /// The path with another extension of its file, "" for none.
  fileprivate func withExtension(_ fileExtension: String) -> FilePath {
    let ending = fileExtension.isEmpty ? "" : "." + fileExtension
    return FilePath(bytes: withoutExtension.bytes + ending.utf8)
  }
}
