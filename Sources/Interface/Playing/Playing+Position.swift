import Music

// The audible item and position.
extension Playing {
  /// The position to show: the audible one, or the target of a seek.
  package func position(at now: ContinuousClock.Instant) -> Duration {
    if let position = seeking.position(at: now) { return position }
    if let clock = player.clock { return clock.position(at: now) }
    if case .loading(let id) = player {
      if let requested, requested.id == id { return requested.start }
      if let audition, audition.requests[0].id == id { return audition.start }
    }
    return resumeAt ?? .zero
  }

  package var duration: Duration? { player.clock?.duration ?? track?.audio.duration }

  /// Whether the current item is an endless stream, without positions to seek to.
  package var isLive: Bool { player.item != nil && track?.isStream == true && duration == nil }

  package var isPlaying: Bool { if case .playing = player { true } else { false } }

  /// The title of a track, or of the current stream's programme.
  func title(of track: Track) -> String {
    guard let streamTitle, streamTitle.id == player.item, streamTitle.id.track == track.id,
      !streamTitle.text.isEmpty
    else { return track.title }
    return streamTitle.text
  }

  /// Whether what a key asked for comes within a millisecond or two.
  var awaitsChange: Bool {
    guard audition == nil, let requested else { return false }
    // A stream may take seconds to open, and an item that stays paused may never be opened.
    let isOpenSoon = !startsPaused && track?.source.file != nil
    return unshown.isAwaited(requested.id, by: isOpenSoon ? player : nil)
      || unshown.awaitsNext && lookahead.awaitsTrack
  }

  /// The audible track, with the entry that it was queued from.
  var audibleItem: QueuedTrack? {
    player.item.map { id in
      requested.flatMap { $0.id == id ? $0.queued : nil }
        ?? audition?.requests.first { $0.id == id }?.queued ?? QueuedTrack(id.track)
    }
  }

  /// Whether an item is being opened for so long that it is told.
  func isOpening(at now: ContinuousClock.Instant) -> Bool { unshown.isOpening(at: now) }

  /// The queue's current item; nil where it was removed.
  var currentItem: QueueItemID? { queue.current.map { queue.ids[$0] } }

  /// The start in its file of the part that plays.
  var partStart: Duration { player.item.flatMap { entryPlaybacks[$0]?.start } ?? .zero }

  /// The current and next tracks, as far as they are loaded.
  var loadedTracks: [Track] { [track, nextTrack].compactMap(\.self) }

  /// The tracks that are audible, requested or next.
  var currentTracks: Set<TrackID> {
    Set(
      [player.item?.track, requested?.id.track, lookahead.next?.id.track].compactMap(\.self)
        + (audition?.requests.map(\.id.track) ?? []))
  }

  /// How long until the position shows another second, or a seek is due or over.
  func times(at now: ContinuousClock.Instant, showsPosition: Bool) -> [Duration] {
    var times = seeking.times(at: now) + [unshown.time(at: now)].compactMap(\.self)
    if showsPosition, case .playing(_, let clock) = player, clock.isAdvancing {
      // The next full second of the position, with a margin so that it shows as reached.
      let part = clock.position(at: now).seconds.truncatingRemainder(dividingBy: 1)
      times.append(.seconds((1 - part) / max(0.1, clock.speed)) + .milliseconds(2))
    }
    return times
  }
}
