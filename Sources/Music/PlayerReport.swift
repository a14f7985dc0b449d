/// The id of one playback of a track: the same track played twice has two.
package struct PlayID: Hashable, Sendable {
  package var track: TrackID
  package var serial: UInt64

  package init(track: TrackID, serial: UInt64) {
    self.track = track
    self.serial = serial
  }
}

/// An item for the player: a file or a part of it, or a stream.
package struct PlayItem: Equatable, Sendable {
  package var id: PlayID
  package var source: MediaSource
  /// The tagged length, until the decoder has a better one.
  package var duration: Duration?
  /// The start of the played part, in the file's own time, exact to the frame.
  package var start: Duration
  /// Nil plays to the file's end.
  package var end: Duration?
  /// The overlap of the end of this item with the beginning of the next; nil for the crossfade of
  /// the sound settings.
  package var crossfade: Duration?
  /// Whether the start was set on purpose, so that the crossfade of the sound settings leaves it
  /// alone.
  package var hasOwnStart = false
  /// dB, on top of ReplayGain.
  package var gain: Double
  package var album: AlbumPosition?
  /// Whether a neighbour in the queue is of the same album, for smart ReplayGain.
  package var isAmongAlbum: Bool
  /// The measured loudness, which applies where the file has none.
  package var measured: ReplayGain?

  /// The position of a track on its album.
  package struct AlbumPosition: Equatable, Sendable {
    /// Unique to the album, and the same for all its tracks.
    package var key: String
    package var disc: Int?
    package var track: Int?

    package init(key: String, disc: Int? = nil, track: Int? = nil) {
      self.key = key
      self.disc = disc
      self.track = track
    }

    /// Whether `next` is the following track of the album.
    package func isFollowed(by next: AlbumPosition) -> Bool {
      guard key == next.key, let track, let following = next.track else { return false }
      return (disc ?? 1) == (next.disc ?? 1)
        ? following == track + 1 : following == 1 && (next.disc ?? 1) == (disc ?? 1) + 1
    }
  }

  package init(
    id: PlayID, source: MediaSource, duration: Duration? = nil, start: Duration = .zero,
    end: Duration? = nil, crossfade: Duration? = nil, gain: Double = 0,
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

/// The audible position at an instant, from which the present one follows.
package struct PlayClock: Equatable, Sendable {
  package var position: Duration
  package var at: ContinuousClock.Instant
  package var isAdvancing: Bool
  /// Nil while unknown, and of a stream.
  package var duration: Duration?
  /// The rate of the position while it advances.
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

  /// Of a clock that stands the time means nothing.
  package static func == (one: PlayClock, other: PlayClock) -> Bool {
    one.position == other.position && one.isAdvancing == other.isAdvancing
      && one.duration == other.duration && one.speed == other.speed
      && (!one.isAdvancing || one.at == other.at)
  }

  /// The position at an instant, never past the end.
  package func position(at now: ContinuousClock.Instant) -> Duration {
    let reached = isAdvancing ? position + max(.zero, at.duration(to: now)) * speed : position
    return duration.map { min($0, reached) } ?? reached
  }
}

/// The player's state, as it reports it.
package enum PlayerState: Equatable, Sendable {
  case stopped
  /// Asked to play, nothing audible yet.
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

/// The player's reports, on change and never per buffer.
package enum PlayerReport: Equatable, Sendable {
  /// Also reports an audible boundary: the item is then the next one.
  case state(PlayerState)
  /// Decoding of the current item will end soon: name the next one, or nothing follows.
  case wantsNext(after: PlayID)
  /// An item has ended. `heard` is the fraction played, 0...1; `reachedEnd` whether it was played
  /// to its end.
  case finished(PlayID, heard: Double, reachedEnd: Bool)
  /// An item cannot be played; the player goes on with the next item if it was named, else stops.
  case failed(PlayID, reason: String)
  case volume(Double, isMuted: Bool)
  case output(OutputState)
  /// The available sinks, and the name of the chosen one; nil follows the default.
  case devices([OutputDevice], chosen: String?)
  case sleep(SleepState)
  /// The item's data arrives too slowly; ends with the next state.
  case buffering(PlayID)
  /// The title of the current item, from a stream.
  case streamTitle(PlayID, String)
  /// The system requests silence, for a call; the player pauses and resumes by itself.
  case interrupted(Bool)
  /// The player has paused since its output is gone: headphones, or a whole sink. Its description.
  case unplugged(String)
  /// That output is back, and the player goes on.
  case pluggedIn(String)
}

/// Whether there is an output device.
package enum OutputState: Equatable, Sendable {
  case connecting
  /// The device's description, for display.
  case ready(String)
  /// The reason, for display; the player keeps trying.
  case unavailable(String)
}
