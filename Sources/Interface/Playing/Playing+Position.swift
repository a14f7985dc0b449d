package import Music

// The item and the position that show.
extension Playing {
  /// The state that the player has reported.
  var reported: PlayerState { shown.reported }

  /// Whether the requested item shows before the player has reported it.
  var isExpected: Bool { shown.isExpected }

  /// The state that shows.
  package var player: PlayerState { shown.state }

  /// The track that shows as the current one, as its entry shows it; nil until it is loaded.
  package var track: Track? { shown.track }

  /// The track that shows as the next one, as its entry shows it; nil until it is loaded. Behind an
  /// item that still plays it is that of the requested one.
  package var nextTrack: Track? {
    shown.showsEarlier ? shown.awaitedTrack : lookahead.nextTrack
  }

  /// The item of the queue that shows as the current one; nil during an audition.
  var shownQueueItem: QueueItemID? { player.item == nil ? nil : shown.queueItem }

  /// The track of an item of the queue that may show before the player has reported it: one of a
  /// file, which the player opens at once, and without playback settings of its own. Those of an
  /// entry are known once the item was prepared.
  func knownTrack(of item: QueueItemID) -> Track? {
    guard audition == nil, let next = lookahead.next, next.item == item,
      let track = lookahead.nextTrack, track.source.file != nil,
      next.request.entry == nil || entryPlaybacks[next.id] == EntryPlayback()
    else { return nil }
    return track
  }

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
    let isOpenSoon = !startsPaused && shown.awaitedTrack?.source.file != nil
    return unshown.isAwaited(requested.id, by: isOpenSoon ? player : nil)
      || unshown.awaitsNext && lookahead.awaitsTrack
  }

  /// The track that shows as the current one, with the entry that it was queued from.
  var shownItem: QueuedTrack? { player.item == nil ? nil : shown.queued }

  /// Whether an item is being opened for so long that it is told.
  func isOpening(at now: ContinuousClock.Instant) -> Bool { unshown.isOpening(at: now) }

  /// The queue's current item; nil where it was removed.
  var currentItem: QueueItemID? { queue.current.map { queue.ids[$0] } }

  /// The start in its file of the part that plays.
  var partStart: Duration { player.item.flatMap { entryPlaybacks[$0]?.start } ?? .zero }

  /// The current and next tracks, as far as they are loaded.
  var loadedTracks: [Track] { [track, nextTrack].compactMap(\.self) }

  /// The tracks that are reported, requested or next.
  var currentTracks: Set<TrackID> {
    Set(
      [reported.item?.track, requested?.id.track, lookahead.next?.id.track].compactMap(\.self)
        + (audition?.requests.map(\.id.track) ?? []))
  }

  /// How long until the position shows another second, a seek is due or over, or another item shows.
  func times(at now: ContinuousClock.Instant, showsPosition: Bool) -> [Duration] {
    var times = seeking.times(at: now)
    times += [unshown.time(at: now), shown.time(at: now)].compactMap(\.self)
    if showsPosition, case .playing(_, let clock) = player, clock.isAdvancing {
      // The next full second of the position, with a margin so that it shows as reached.
      let part = clock.position(at: now).seconds.truncatingRemainder(dividingBy: 1)
      times.append(.seconds((1 - part) / max(0.1, clock.speed)) + .milliseconds(2))
    }
    return times
  }
}
