import Music

// The user's edits of the queue.
extension Playing {
  /// The start position of a track that was requested for one of its cues.
  struct CueStart: Equatable, Sendable {
    var track: TrackID
    /// In the part that plays.
    var position: Duration
    var until: ContinuousClock.Instant
  }

  /// Begins a request whose answer plays or queues tracks.
  ///
  /// - Returns: Its serial.
  mutating func request(replacesQueue: Bool) -> Int { requests.ask(replacesQueue: replacesQueue) }

  /// A request failed: the answers that waited for it are handled.
  mutating func requestFailed(_ serial: Int, at now: ContinuousClock.Instant) -> Response {
    perform(requests.fail(serial), at: now)
  }

  /// Performs the actions that an answer has released.
  private mutating func perform(
    _ actions: [QueueRequests.Action], at now: ContinuousClock.Instant
  ) -> Response {
    actions.reduce(into: []) { response, action in
      switch action {
      case .play(let tracks, let start): response += play(tracks, startingAt: start, at: now)
      case .bringBack(let queue): response += bringBack(queue, at: now)
      case .queue(let tracks, let next): response += enqueue(tracks, next: next, at: now)
      }
    }
  }

  /// - Parameter serial: The request's number; nil where there was no request.
  mutating func answer(
    _ serial: Int?, _ action: QueueRequests.Action, at now: ContinuousClock.Instant
  ) -> Response {
    let serial = serial ?? requests.ask(replacesQueue: action.replacesQueue)
    return perform(requests.answer(serial, action), at: now)
  }

  /// Replaces the queue and starts.
  mutating func play(
    _ tracks: QueuedTracks, startingAt index: Int, at now: ContinuousClock.Instant
  ) -> Response {
    guard tracks.indices.contains(index) else { return [] }
    let kept = archive(replacedBy: tracks)
    let before = moment(at: now)
    let changed = changeQueue { $0.replace(with: tracks, startingAt: index) }
    forgiveFailures()
    let start = takeStart(of: tracks[index].track, at: now)
    return kept + changed + replacedQueue(before) + play(itemAt: index, from: start)
  }

  /// Records a replacement of the queue, unless only another item of it was played.
  private mutating func replacedQueue(_ before: QueueMoment) -> Response {
    guard before.queue.ids != queue.ids else { return [.session(.saveQueue(queue))] }
    // Replacing an empty queue loses nothing and is no edit.
    guard !before.queue.ids.isEmpty else { return [.session(.saveQueue(queue))] }
    return record("replaced the queue", isReplacement: true, before: before) + [
      .session(.saveQueue(queue))
    ]
  }

  /// Archives the queue before its replacement, if it is worth restoring.
  private func archive(replacedBy tracks: QueuedTracks) -> Response {
    guard queue.tracks.count > 1, queue.tracks.count <= ReplacedQueue.maximumTracks,
      queue.tracks != tracks.tracks
    else { return [] }
    return [.replacedQueues(.keep(queue, title: track.map(title(of:))))]
  }

  /// Restores a replaced queue, at its current item.
  private mutating func bringBack(_ old: PlayQueue, at now: ContinuousClock.Instant) -> Response {
    guard !old.isEmpty else { return .saying("There is nothing left in that queue") }
    let kept = archive(replacedBy: old.queued)
    let before = moment(at: now)
    let changed = changeQueue { queue in
      queue = old.renumbered(after: queue)
      queue.setRepeat(before.queue.repeating)
    }
    forgiveFailures()
    return kept + changed + Response([], .queueBroughtBack) + replacedQueue(before)
      + play(itemAt: queue.current ?? 0)
  }

  private mutating func enqueue(
    _ tracks: QueuedTracks, next: Bool, at now: ContinuousClock.Instant
  ) -> Response {
    guard !tracks.isEmpty else { return [] }
    let count = tracks.count.counted("track")
    return .saying("\(next ? "Next: " : "Queued ")\(count)", .good)
      + edit("queued \(count)" + (next ? " next" : ""), at: now) { queue in
        if next { queue.insertNext(tracks) } else { queue.append(tracks) }
      }
  }

  /// Edits the queue's items on behalf of the user: the player's next item is updated, and the edit
  /// can be undone.
  ///
  /// - Parameters:
  ///   - text: The name of the edit in the history.
  ///   - moved: The item that is moved, where one is.
  mutating func edit(
    _ text: String, moving moved: QueueItemID? = nil, at now: ContinuousClock.Instant,
    _ change: (inout PlayQueue) -> Void
  ) -> Response {
    let before = moment(at: now)
    return changeQueue(change) + record(text, moving: moved, before: before) + queueChanged()
  }

  mutating func toggleShuffle() -> Response {
    let next = nextShuffleSeed()
    let seed = queue.isShuffled ? nil : next
    let changed = changeQueue { $0.setShuffle(seed: seed) }
    return .saying(queue.isShuffled ? "Shuffle on" : "Shuffle off") + changed + queueChanged()
  }

  mutating func cycleRepeat() -> Response {
    guard !fileOutput.isOn else { return .saying("Repeat stays off while a file is written") }
    let changed = changeQueue { $0.setRepeat($0.repeating.next) }
    return .saying("Repeat \(queue.repeating.rawValue)") + changed + queueChanged()
  }

  /// Queued tracks that were merged into others continue under the others' ids.
  mutating func rename(_ tracks: [TrackID: TrackID]) -> Response {
    edits.rename(tracks)
    var isRenamed = false
    let changed = changeQueue { isRenamed = $0.rename(tracks) }
    return isRenamed ? changed + queueChanged() : []
  }
}
