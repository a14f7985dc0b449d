/// One placing of a track in front of the player: the same track played twice has two.
package struct PlayID: Hashable, Sendable {
  package var track: TrackID
  package var serial: UInt64

  package init(track: TrackID, serial: UInt64) {
    self.track = track
    self.serial = serial
  }
}

/// What the player is told to play.
package struct PlayItem: Equatable, Sendable {
  package var id: PlayID
  package var path: FilePath
  /// The tagged length, used until the decoder knows better.
  package var duration: Duration?

  package init(id: PlayID, path: FilePath, duration: Duration? = nil) {
    self.id = id
    self.path = path
    self.duration = duration
  }
}

/// Where the sound is: what was heard at an instant, from which the present follows.
package struct PlayClock: Equatable, Sendable {
  package var position: Duration
  package var at: ContinuousClock.Instant
  package var isAdvancing: Bool
  /// Nil while unknown.
  package var duration: Duration?

  package init(
    position: Duration, at: ContinuousClock.Instant, isAdvancing: Bool, duration: Duration?
  ) {
    self.position = position
    self.at = at
    self.isAdvancing = isAdvancing
    self.duration = duration
  }

  /// The position at an instant, never past the end.
  package func position(at now: ContinuousClock.Instant) -> Duration {
    let reached = isAdvancing ? position + max(.zero, at.duration(to: now)) : position
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
}

/// Whether there is anything to hear sound from.
package enum OutputState: Equatable, Sendable {
  case connecting
  /// The device's description, for showing.
  case ready(String)
  /// The reason, for showing; the player keeps trying.
  case unavailable(String)
}
