/// Follows the reports of the player, and says when a track is "playing now" and when it was
/// listened to.
///
/// Sound that was heard is counted, not the position: seeks and pauses add nothing. Every playback
/// of a track is a hearing of its own.
package struct ListenTracker: Equatable, Sendable {
  package enum Due: Equatable, Sendable {
    case playingNow(ListenedTrack)
    case listened(Listen)
  }

  private struct Item: Equatable, Sendable {
    var id: PlayID
    var subject: ListenSubject
  }

  private struct StreamTitle: Equatable, Sendable {
    var id: PlayID
    var track: ListenedTrack?
  }

  private struct Hearing: Equatable, Sendable {
    var id: PlayID
    var listen: Listen
    var heard: Duration = .zero
    var isAnnounced = false
    var isCounted = false

    mutating func due() -> [Due] {
      var due: [Due] = []
      let needed = ListenRules.needed(of: listen.track.duration)
      let reached = heard + ListenRules.tolerance
      if !isAnnounced, reached >= ListenRules.announcement {
        isAnnounced = true
        due.append(.playingNow(listen.track))
      }
      if !isCounted, let needed, reached >= needed {
        isCounted = true
        due.append(.listened(listen))
      }
      return due
    }

    /// The sound until something is due; nil where nothing will be.
    var left: Duration? {
      var goals: [Duration] = []
      if !isAnnounced { goals.append(ListenRules.announcement) }
      if !isCounted, let needed = ListenRules.needed(of: listen.track.duration) {
        goals.append(needed)
      }
      return goals.min().map { max(.zero, $0 - heard) }
    }
  }

  /// The items handed to the player last, the newest last.
  private var items: [Item] = []
  private var hearing: Hearing?
  private var id: PlayID?
  private var clock: PlayClock?
  private var streamTitle: StreamTitle?

  /// The player has a current item and the next, and reports come late.
  private static let maximumItems = 8

  package init() {}

  /// Notes the subject of an item before it plays: reports have its id alone.
  package mutating func note(_ subject: ListenSubject, of id: PlayID) {
    items.removeAll { $0.id == id }
    items.append(Item(id: id, subject: subject))
    guard items.count > Self.maximumItems else { return }
    // The current item stays, however often the next one changes.
    if let oldest = items.firstIndex(where: { $0.id != self.id }) { items.remove(at: oldest) }
  }

  /// The identifiers in a file's tags, which are read while it plays.
  package mutating func note(_ ids: MusicBrainzIDs, of id: PlayID) {
    if hearing?.id == id { hearing?.listen.track.ids = ids }
  }

  /// - Parameters:
  ///   - now: the instant of the report.
  ///   - time: the same in Unix seconds.
  package mutating func receive(
    _ report: PlayerReport, at now: ContinuousClock.Instant, time: Int64
  ) -> [Due] {
    switch report {
    case .state(let state): receive(state, at: now, time: time)
    case .streamTitle(let id, let text):
      receive(title: text, of: id, at: now, time: time)
    case .wantsNext, .finished, .failed, .volume, .output, .devices, .sleep, .buffering,
      .interrupted, .unplugged, .pluggedIn:
      elapse(at: now)
    }
  }

  private mutating func receive(
    _ state: PlayerState, at now: ContinuousClock.Instant, time: Int64
  ) -> [Due] {
    var due = elapse(at: state.clock?.at ?? now)
    clock = state.clock
    if state.item != id {
      hearing = nil
      id = state.item
    }
    guard let id, let clock, clock.isAdvancing else { return due }
    if hearing == nil, let track = track(of: id) {
      hearing = Hearing(id: id, listen: Listen(track, start: time))
    }
    if let duration = clock.duration, hearing?.listen.track.source == .file {
      hearing?.listen.track.duration = duration
    }
    due += hearing?.due() ?? []
    return due
  }

  private mutating func receive(
    title text: String, of id: PlayID, at now: ContinuousClock.Instant, time: Int64
  ) -> [Due] {
    let due = elapse(at: now)
    let track = ListenedTrack(streamTitle: text)
    streamTitle = StreamTitle(id: id, track: track)
    guard self.id == id, items.last(where: { $0.id == id })?.subject == .stream,
      hearing?.listen.track != track
    else { return due }
    hearing =
      clock?.isAdvancing == true
      ? track.map { Hearing(id: id, listen: Listen($0, start: time)) } : nil
    return due
  }

  private func track(of id: PlayID) -> ListenedTrack? {
    switch items.last(where: { $0.id == id })?.subject {
    case .track(let track): track
    case .stream: streamTitle?.id == id ? streamTitle?.track : nil
    case .nothing, nil: nil
    }
  }

  /// The machine slept, which the clock of instants counts and the sound does not.
  package mutating func slept(_ time: Duration) {
    if let at = clock?.at { clock?.at = at + time }
  }

  /// Counts the sound heard until an instant.
  package mutating func elapse(at now: ContinuousClock.Instant) -> [Due] {
    guard let before = clock, now > before.at else { return [] }
    let position = before.position(at: now)
    clock?.position = position
    clock?.at = now
    guard before.isAdvancing, hearing != nil else { return [] }
    hearing?.heard += max(.zero, position - before.position)
    return hearing?.due() ?? []
  }

  /// The instant at which something is due if the sound goes on; nil where nothing will be.
  package var dueAt: ContinuousClock.Instant? {
    guard let clock, clock.isAdvancing, clock.speed > 0, let left = hearing?.left else {
      return nil
    }
    return clock.at + left / clock.speed
  }
}
