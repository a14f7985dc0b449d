internal import Music

/// A change of progress as the server takes it; what is nil stays.
struct ProgressChange: Encodable, Equatable, Sendable {
  /// Of a batch only: else the path names them.
  var libraryItemId: String?
  var episodeId: String?
  /// Seconds. The server takes a missing one for 0, and so a book for heard.
  var duration: Double
  var currentTime: Double?
  /// From 0 to 1.
  var progress: Double?
  var isFinished: Bool?
  var hideFromContinueListening: Bool?
  /// Unix time in milliseconds, in the server's clock.
  var finishedAt: Int64?
  /// Unix time in milliseconds, in the server's clock.
  var lastUpdate: Int64?
}

extension ServerProgress {
  /// The changes that bring a server from `theirs` to this, in order; none where nothing differs.
  ///
  /// A change of the server's own follows from each: a place that changes ends "finished" and
  /// "hidden", and an end of "finished" moves the place to the start.
  func changes(from theirs: ServerProgress?, clock: ServerClock) -> [ProgressChange] {
    guard let theirs else {
      var change = placed(clock)
      if progress.isFinished { finish(&change, clock) }
      if progress.isHidden { change.hideFromContinueListening = true }
      return [change]
    }
    var changes: [ProgressChange] = []
    switch (progress.isFinished, theirs.progress.isFinished) {
    case (true, true): break
    case (true, false): changes.append(bare(clock) { finish(&$0, clock) })
    case (false, true):
      changes.append(bare(clock) { $0.isFinished = false })
      if progress.place > .zero { changes.append(placed(clock)) }
    case (false, false):
      if (progress.place - theirs.progress.place).magnitude >= .milliseconds(500) {
        changes.append(placed(clock))
      }
    }
    // Last, since a new place shows a hidden book again.
    let isShown = !changes.isEmpty && changes.contains { $0.currentTime != nil }
    let theirsHidden = theirs.progress.isHidden && !isShown
    if progress.isHidden != theirsHidden {
      if progress.isHidden, let last = changes.indices.last {
        changes[last].hideFromContinueListening = true
      } else {
        changes.append(bare(clock) { $0.hideFromContinueListening = progress.isHidden })
      }
    }
    return changes
  }

  private func finish(_ change: inout ProgressChange, _ clock: ServerClock) {
    change.isFinished = true
    change.finishedAt = progress.finished.map(clock.theirs)
  }

  private func bare(_ clock: ServerClock, _ set: (inout ProgressChange) -> Void) -> ProgressChange {
    var change = ProgressChange(
      duration: duration.audioSeconds,
      lastUpdate: progress.updated > 0 ? clock.theirs(progress.updated) : nil)
    set(&change)
    return change
  }

  private func placed(_ clock: ServerClock) -> ProgressChange {
    bare(clock) {
      let place = duration > .zero ? min(progress.place, duration) : progress.place
      $0.currentTime = place.audioSeconds
      $0.progress = duration > .zero ? place / duration : 0
    }
  }
}

extension Duration {
  /// Seconds as the server counts them, to the millisecond.
  var audioSeconds: Double {
    (Double(components.seconds) * 1000 + Double(components.attoseconds / 1_000_000_000_000_000))
      / 1000
  }

  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
