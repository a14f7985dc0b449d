import Music

// The item that is heard, and the position in it.
extension Playing {
  /// The position to show: what is heard, or where a seek is going.
  package func position(at now: ContinuousClock.Instant) -> Duration {
    if let position = seeking.position(at: now) { return position }
    if let clock = player.clock { return clock.position(at: now) }
    if case .loading(let id) = player, let requested, requested.id == id { return requested.start }
    return resumeAt ?? .zero
  }

  package var duration: Duration? { player.clock?.duration ?? track?.audio.duration }

  /// Whether what plays is a stream without an end, in which there is nowhere to go.
  package var isLive: Bool { player.item != nil && track?.isStream == true && duration == nil }

  package var isPlaying: Bool { if case .playing = player { true } else { false } }

  /// The title of a track, or what the stream that plays says it is playing.
  func title(of track: Track) -> String {
    guard let streamTitle, streamTitle.id == player.item, streamTitle.id.track == track.id,
      !streamTitle.text.isEmpty
    else { return track.title }
    return streamTitle.text
  }

  /// The track that is heard, with the entry that it was queued from.
  var audibleItem: QueuedTrack? {
    player.item.map { id in
      requested.flatMap { $0.id == id ? $0.queued : nil } ?? QueuedTrack(id.track)
    }
  }

  /// The item of the queue that is current; nil where that was removed.
  var currentItem: QueueItemID? { queue.current.map { queue.ids[$0] } }

  /// Where in its file the part begins that plays.
  var partStart: Duration { player.item.flatMap { entrySounds[$0]?.start } ?? .zero }

  /// The tracks that are heard, or soon will be.
  var tracksInFront: Set<TrackID> {
    Set([player.item?.track, requested?.id.track, lookahead.next?.id.track].compactMap(\.self))
  }

  /// How long until the position shows another second, or a seek is due or over.
  func times(at now: ContinuousClock.Instant) -> [Duration] {
    var times = seeking.times(at: now)
    if case .playing(_, let clock) = player, clock.isAdvancing {
      // The next full second of the position, a little late so that it shows as reached.
      let part = clock.position(at: now).seconds.truncatingRemainder(dividingBy: 1)
      times.append(.seconds((1 - part) / max(0.1, clock.speed)) + .milliseconds(2))
    }
    return times
  }
}
