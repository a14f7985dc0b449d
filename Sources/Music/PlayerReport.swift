/// One placing of a track in front of the player: the same track played twice has two.
package struct PlayID: Hashable, Sendable {
  package var track: TrackID
  package var serial: UInt64

  package init(track: TrackID, serial: UInt64) {
    self.track = track
    self.serial = serial
  }
}

/// What the player is told to play: a file or a part of it, or a stream.
package struct PlayItem: Equatable, Sendable {
  package var id: PlayID
  package var source: MediaSource
  /// The tagged length, used until the decoder knows better.
  package var duration: Duration?
  /// The part of the file that is played, in the file's own time, exact to the frame.
  package var start: Duration
  /// Nil plays to the file's end.
  package var end: Duration?
  /// How long the end of this item overlaps the beginning of the next.
  package var crossfade: Duration
  /// dB, on top of ReplayGain.
  package var gain: Double
  package var album: AlbumPosition?
  /// Whether a neighbour in the queue is of the same album: what smart ReplayGain goes by.
  package var isAmongAlbum: Bool
  /// What was measured of its loudness, which holds where the file says nothing of it.
  package var measured: ReplayGain?

  /// Where on which album a track is.
  package struct AlbumPosition: Equatable, Sendable {
    /// The same for all tracks of the album and for no other's.
    package var key: String
    package var disc: Int?
    package var track: Int?

    package init(key: String, disc: Int? = nil, track: Int? = nil) {
      self.key = key
      self.disc = disc
      self.track = track
    }

    /// Whether `next` is the track that the album goes on with.
    package func isFollowed(by next: AlbumPosition) -> Bool {
      guard key == next.key, let track, let following = next.track else { return false }
      return (disc ?? 1) == (next.disc ?? 1)
        ? following == track + 1 : following == 1 && (next.disc ?? 1) == (disc ?? 1) + 1
    }
  }

  package init(
    id: PlayID, source: MediaSource, duration: Duration? = nil, start: Duration = .zero,
    end: Duration? = nil, crossfade: Duration = .zero, gain: Double = 0,
    album: AlbumPosition? = nil,
    isAmongAlbum: Bool = false, measured: ReplayGain? = nil
  ) {
    self.id = id
    self.source = source
    self.duration = duration
    self.start = start
    self.end = end
    self.crossfade = crossfade
    self.gain = gain
    self.album = album
    self.isAmongAlbum = isAmongAlbum
    self.measured = measured
  }
}

/// Where the sound is: what was heard at an instant, from which the present follows.
package struct PlayClock: Equatable, Sendable {
  package var position: Duration
  package var at: ContinuousClock.Instant
  package var isAdvancing: Bool
  /// Nil while unknown, and of a stream.
  package var duration: Duration?
  /// How fast the position moves while it advances.
  package var speed: Double

  package init(
    position: Duration, at: ContinuousClock.Instant, isAdvancing: Bool, duration: Duration?,
    speed: Double = 1
  ) {
    self.position = position
    self.at = at
    self.isAdvancing = isAdvancing
    self.duration = duration
    self.speed = speed
  }

  /// The position at an instant, never past the end.
  package func position(at now: ContinuousClock.Instant) -> Duration {
    let reached = isAdvancing ? position + max(.zero, at.duration(to: now)) * speed : position
    return duration.map { min($0, reached) } ?? reached
  }
}

/// What the player is doing, as it says itself.
package enum PlayerState: Equatable, Sendable {
  case stopped
  /// Told to play, nothing heard yet.
  case loading(PlayID)
  case playing(PlayID, PlayClock)
  case paused(PlayID, PlayClock)

  package var item: PlayID? {
    switch self {
    case .stopped: nil
    case .loading(let id), .playing(let id, _), .paused(let id, _): id
    }
  }

  package var clock: PlayClock? {
    switch self {
    case .stopped, .loading: nil
    case .playing(_, let clock), .paused(_, let clock): clock
    }
  }
}

/// What the player reports, on change and never per buffer.
package enum PlayerReport: Equatable, Sendable {
  /// Also the report that a boundary was heard: the item is then the next one.
  case state(PlayerState)
  /// The current item will soon be decoded to its end: name the next one, or nothing follows.
  case wantsNext(after: PlayID)
  /// An item is over. `heard` is the part of it that was heard, 0...1; `reachedEnd` that it
  /// was not cut short.
  case finished(PlayID, heard: Double, reachedEnd: Bool)
  /// An item cannot be played; the player goes on with what was named as next, else stops.
  case failed(PlayID, reason: String)
  case volume(Double, isMuted: Bool)
  case output(OutputState)
  /// The sinks that there are, and the name of the one that was chosen; nil follows the default.
  case devices([OutputDevice], chosen: String?)
  case sleep(SleepState)
  /// The item's sound does not come fast enough; ends with the next state.
  case buffering(PlayID)
  /// What a stream says it is playing now.
  case streamTitle(PlayID, String)
  /// The system wants silence, for a call; the player paused by itself and goes on by itself.
  case interrupted(Bool)
}

/// Whether there is anything to hear sound from.
package enum OutputState: Equatable, Sendable {
  case connecting
  /// The device's description, for showing.
  case ready(String)
  /// The reason, for showing; the player keeps trying.
  case unavailable(String)
}
