package import Music

/// Playback: the queue, the current item, the look-ahead, the player's effects and reports.
///
/// Nothing plays because it was requested. An item of the queue has one way only:
///
///        queue ── play ──────────────► requested ──┐
///          │                                       ├ .state(.playing(id)) ► audible: player, track
///          ├── .wantsNext(after: audible) ► next ──┘  (queue goes to it, it is `requested` now)
///          │                             ▲
///          │                             └── moves up when the next one is audible
///          └── .wantsNext(after: next) ──► later, later …
///
/// * `play` replaces the requested item, and forgets the look-ahead.
/// * `.wantsNext` is answered with `.prepareNext` or `.prepareLater`, nil where nothing follows. An
///   edit of the queue prepares changed items again (`queueChanged`). An item prepared twice keeps
///   its id; a replaced one with which the player began already is followed.
/// * `.failed` of a prepared item leaves the current one alone: the player requests another. A
///   failed requested item is followed by the item behind it, at most ten times in a row.
/// * `.state(.stopped)` ends playback, unless the item ended by itself or broke off with another
///   item behind it, which is requested then.
///
/// A report about a replaced item changes nothing: each request has its own id.
package struct Playing: Equatable, Sendable {
  package private(set) var queue = PlayQueue()
  package private(set) var player: PlayerState = .stopped
  /// The current track, as its entry shows it; nil until it is loaded.
  package private(set) var track: Track?
  /// The item of the last request.
  private(set) var requested: PlayerItem?
  /// The item of the queue that the player has; nil during an audition.
  private(set) var audibleQueueItem: QueueItemID?
  private(set) var lookahead = Lookahead()
  private var maker = PlayerItem.Maker()
  private(set) var entryPlaybacks = EntryPlaybacks()
  /// The position in a restored queue, until the player reports one.
  private(set) var resumeAt: Duration?
  /// The last item that played to its end, and the one that failed while it was audible.
  private var endedByItself: PlayID?
  private var brokenOff: PlayID?
  private var failuresInARow = 0
  private(set) var streamTitle: StreamTitle?
  /// The item that is buffering.
  package private(set) var buffering: PlayID?
  /// Whether the requested item is to be paused once it is loaded.
  private(set) var startsPaused = false
  /// Whether the player has paused by itself, for a call.
  package private(set) var isInterrupted = false
  /// Faults of the file being written instead of playing.
  private(set) var fileOutput = FileOutput()
  private(set) var seeking = Seeking()
  /// The requested item until it shows, and the time since which one is being opened.
  private(set) var unshown = UnshownItem()
  private var shuffleSeeds = ShuffleSeeds()
  private var cueStart: CueStart?
  /// Tracks that are listened to before the queue goes on.
  package private(set) var audition: Audition?
  /// The number of times that the position changed otherwise than by playing on.
  private(set) var jumps = 0
  /// The number of changes of the queue's items and their order.
  private(set) var queueVersion = 0

  // Written in Playing+Queue, Playing+Undo and Playing+Paths only.

  /// Requests whose answer plays or queues tracks.
  var requests = QueueRequests()
  var edits = QueueEdits()
  /// Nil until the first tracks of the command line's paths were played.
  var begunPaths: BegunPaths?

  /// - Parameter shuffleSalt: Makes the shuffles of each start different; a parameter for tests.
  package init(shuffleSalt: UInt64 = 0) { shuffleSeeds = ShuffleSeeds(salt: shuffleSalt) }

  /// Sets whether the music is written to a file.
  package mutating func setWritesFile(_ isOn: Bool) { fileOutput.isOn = isOn }

  /// Records a fault for the report at the end of the file.
  mutating func noteFault(_ fault: String) { fileOutput.note(fault) }

  static let maximumFailures = 10

  /// The next track, as its entry shows it; nil until it is loaded.
  package var nextTrack: Track? { lookahead.nextTrack }

  /// The items that the player knows and may still play.
  var upcoming: [PlayerItem] { [requested].compactMap(\.self) + lookahead.items }

  // MARK: Requests

  /// Requests an item of the queue from the player.
  mutating func play(
    itemAt index: Int, from position: Duration = .zero, isPaused: Bool = false, gain: Double = 0
  ) -> Response {
    queue.go(to: index)
    var item = maker.item(at: index, of: queue)
    item.start = position
    item.request.gain = gain
    requested = item
    startsPaused = isPaused
    audition = nil
    lookahead.restart()
    seeking.forget()
    unshown.request(item.id, isPaused: isPaused)
    var response = Response(
      [.player(.play(item.request, from: position, isPaused: isPaused)), item.load], .queueChanged)
    response.effects += lookahead.expectNext(of: queue, &maker)
    return response
  }

  /// Moves on to an item of the queue: a pause stays one, and nothing begins to play.
  mutating func move(to index: Int) -> Response {
    if player == .stopped, requested == nil {
      resumeAt = nil
      return changeQueue { $0.go(to: index) } + Response([], .queueChanged, .positionChanged)
    }
    return play(itemAt: index, isPaused: awaitsItem ? startsPaused : !wantsToPlay)
  }

  // MARK: Auditions

  /// Plays tracks that are not queued; the queue goes on where it was when the audition ends.
  ///
  /// - Parameter position: The start in the first one.
  mutating func audition(
    _ tracks: [QueuedTrack], from position: Duration, at now: ContinuousClock.Instant
  ) -> Response {
    guard let first = tracks.first else { return [] }
    let requests = tracks.map { maker.request($0) }
    audition = Audition(
      requests: requests, start: position, resumption: audition?.resumption ?? resumption(at: now))
    requested = nil
    startsPaused = false
    lookahead.restart()
    seeking.forget()
    return [
      .player(.play(requests[0], from: position, isPaused: false)),
      .load(.track(first.track, entry: first.entry)),
    ]
  }

  private func resumption(at now: ContinuousClock.Instant) -> Audition.Resumption? {
    guard let requested else { return nil }
    let isAudible = player.item == requested.id
    let isPaused = if case .paused = player { isAudible } else { false }
    return Audition.Resumption(
      item: requested.item,
      position: isLive ? .zero : isAudible ? position(at: now) : requested.start,
      isPaused: isPaused)
  }

  /// Goes on with what played before the audition.
  mutating func endAudition() -> Response {
    guard let ended = audition else { return [] }
    audition = nil
    guard let resumption = ended.resumption,
      let index = queue.index(of: resumption.item) ?? queue.current
    else { return [.player(.stop)] }
    let isSame = queue.ids[index] == resumption.item
    return play(
      itemAt: index, from: isSame ? resumption.position : .zero, isPaused: resumption.isPaused)
  }

  /// The player stops, and nothing goes on.
  mutating func dropAudition() { audition = nil }

  /// Plays or pauses; nil where there is nothing to play.
  mutating func playPause() -> Response? {
    switch player {
    case .playing: return [.player(.pause)]
    case .loading:
      startsPaused.toggle()
      return [.player(startsPaused ? .pause : .resume)]
    case .paused:
      // Resuming is the listener's doing then, and not the end of a call.
      isInterrupted = false
      return [.player(.resume)]
    case .stopped:
      return (queue.current ?? queue.skipTarget).map { play(itemAt: $0, from: resumeAt ?? .zero) }
    }
  }

  /// Restores the queue of the last run, paused at its position.
  mutating func restore(_ queue: PlayQueue, current: Int?, position: Duration) -> Response {
    self.queue = queue
    queueVersion += 1
    guard let current, queue.tracks.indices.contains(current) else { return [] }
    let response = play(itemAt: current, from: position, isPaused: true)
    resumeAt = position
    return response
  }

  // MARK: Seeking

  /// Shows a position at once; the seek is sent to the player when due.
  mutating func startSeek(to target: Duration, at now: ContinuousClock.Instant) {
    seeking.seek(to: target, at: now)
    jumps += 1
  }

  mutating func dueSeek(at now: ContinuousClock.Instant) -> [Effect] {
    seeking.takeDue(at: now).map { [.player(.seek($0))] } ?? []
  }

  /// A key came, or time has passed: nothing is waited for any more.
  mutating func stopAwaiting() { unshown.forget() }

  mutating func expire(at now: ContinuousClock.Instant) {
    // A seek that the player has not confirmed: the position goes back.
    if seeking.expire(at: now) { jumps += 1 }
  }

  /// A track requested from now on begins at a cue.
  mutating func begin(at start: CueStart) { cueStart = start }

  /// The start position of a track: the cue it was requested for, else 0.
  mutating func takeStart(of track: TrackID, at now: ContinuousClock.Instant) -> Duration {
    defer { cueStart = nil }
    guard let cueStart, cueStart.track == track, now < cueStart.until else { return .zero }
    return cueStart.position
  }

  // MARK: The queue

  mutating func nextShuffleSeed() -> UInt64 { shuffleSeeds.next() }

  /// The only way to change the queue: lists are notified of items added, removed or moved.
  mutating func changeQueue(_ change: (inout PlayQueue) -> Void) -> Response {
    let (ids, tracks) = (queue.ids, queue.tracks)
    change(&queue)
    let hasChanged = ids != queue.ids
    if hasChanged || tracks != queue.tracks { queueVersion += 1 }
    return hasChanged ? Response([], .itemsChanged(from: ids)) : []
  }

  /// After any edit of the queue: updates the look-ahead.
  mutating func queueChanged() -> Response {
    lookahead.forgiveFailures()
    unshown.edited()
    var response = Response([.session(.saveQueue(queue))], .queueChanged, .positionChanged)
    guard audition == nil, let id = player.item, requested == nil || requested?.id == id else {
      if audition == nil, requested != nil {
        response.effects += lookahead.expectNext(of: queue, &maker)
      }
      return response
    }
    response.effects += lookahead.prepareNext(after: id, of: queue, &maker)
    return response
  }

  /// The listener chose an item: failures in a row count anew.
  mutating func forgiveFailures() { failuresInARow = 0 }

  /// Removes a track from the queue for good that the library no longer has.
  mutating func remove(_ track: TrackID) -> Response {
    edits.remove(track)
    begunPaths?.items.removeAll { $0.queued.track == track }
    guard queue.tracks.contains(track) else { return [] }
    if requested?.id.track == track { requested = nil }
    lookahead.remove(track)
    return changeQueue { $0.remove(track) } + queueChanged()
  }

  // MARK: Reports of the player

  mutating func receive(_ report: PlayerReport, at now: ContinuousClock.Instant) -> Response {
    switch report {
    case .state(let state): return receive(state, at: now)
    case .wantsNext(let id):
      if let audition { return Response(audition.next(after: id, heard: player.item)) }
      guard id == player.item || id == requested?.id else {
        return Response(lookahead.prepareLater(after: id, of: queue, &maker))
      }
      return Response(lookahead.answer(after: id, of: queue, &maker))
    case .finished(let id, let heard, let reachedEnd):
      if reachedEnd { endedByItself = id }
      // Neither an audition nor what it interrupts counts as a play.
      guard audition == nil else { return [] }
      return reachedEnd || heard >= 0.9 ? [.edit(.library(.recordPlay(id.track)))] : []
    case .failed(let id, let reason): return failed(id, reason)
    case .buffering(let id):
      if id == player.item { buffering = id }
      return []
    case .streamTitle(let id, let text):
      streamTitle = StreamTitle(text, of: id)
      return []
    case .interrupted(let isInterrupted):
      guard isInterrupted != self.isInterrupted else { return [] }
      self.isInterrupted = isInterrupted
      return .saying(isInterrupted ? "Paused for a call" : "The call is over: the music goes on")
    case .unplugged(let name): return .saying("Paused: \(name) is unplugged")
    case .pluggedIn(let name): return .saying("\(name) is back: the music goes on", .good)
    case .volume, .output, .devices, .sleep: return []
    }
  }

  private mutating func receive(_ state: PlayerState, at now: ContinuousClock.Instant) -> Response {
    let before = player
    player = state
    unshown.follow(state, after: before, at: now)
    if seeking.position(at: now) == nil, state.jumps(from: before) { jumps += 1 }
    seeking.compare(from: before, to: state, at: now)
    buffering = nil
    if case .playing = state { isInterrupted = false }
    resumeAt = nil
    var response = Response([], .positionChanged)
    noteAudibleItem(after: before)
    guard let id = state.item else { return response + stopped(after: before) }
    if id != before.item, let request = audition?.requests.dropFirst().first(where: { $0.id == id })
    {
      response.effects.append(.load(.track(id.track, entry: request.entry)))
    }
    if let item = lookahead.item(named: id) {
      // The boundary was audible: the queue follows the sound, not the other way round.
      if let index = queue.index(of: item.item) { queue.go(to: index) }
      requested = item
      track = item == lookahead.next ? lookahead.nextTrack : nil
      response += Response([item.load], .queueChanged)
      response.effects += lookahead.advance(to: item, in: queue, &maker)
    }
    if case .playing = state {
      failuresInARow = 0
      if let track, track.id == id.track, track.fault != nil {
        response.effects.append(.edit(.library(.recordFault(id.track, nil))))
      }
    }
    if case .paused = state { response.facts.append(.cameToRest) }
    return response
  }

  private mutating func noteAudibleItem(after before: PlayerState) {
    guard let id = player.item, id != before.item else {
      if player.item == nil { audibleQueueItem = nil }
      return
    }
    let isRequested = requested?.id == id
    if isRequested || audition?.requests[0].id == id { jumps += 1 }
    audibleQueueItem = isRequested ? requested?.item : lookahead.item(named: id)?.item
  }

  private mutating func stopped(after before: PlayerState) -> Response {
    let wasPlaying = before.item
    if let audition {
      // The report may be about the item before it.
      return wasPlaying.map(audition.contains) == true ? endAudition() : []
    }
    // A newer request is pending: this report is about the item before it.
    if let requested, requested.id != wasPlaying { return [] }
    lookahead.forgetNext()
    // The end was reached before the next item was prepared, or a fault was the end.
    if let wasPlaying, wasPlaying == requested?.id {
      let unplayable = lookahead.unplayable
      let next =
        brokenOff == wasPlaying
        ? queue.skipTarget(without: unplayable) : queue.successor(without: unplayable)
      if let next, endedByItself == wasPlaying || brokenOff == wasPlaying {
        return play(itemAt: next)
      }
    }
    track = nil
    requested = nil
    return Response([], .cameToRest)
  }

  private mutating func failed(_ id: PlayID, _ reason: String) -> Response {
    unshown.forget()
    let known = lookahead.next?.id != id && track?.id == id.track ? track : nextTrack
    let isLoaded = known?.id == id.track
    let fault = Playing.fault(isLoaded ? known?.title : nil, reason)
    var response = Response(
      [.edit(.library(.recordFault(id.track, reason)))], .said(Notice(fault), .bad, of: .playing))
    // An item that failed before its track was loaded is reported with its title later.
    if isLoaded {
      noteFault(fault)
    } else {
      let entry = upcoming.first { $0.id == id }?.request.entry
      response.effects.append(
        .load(.fault(QueuedTrack(id.track, entry: entry), reason)))
    }
    if audition?.contains(id) == true { return response + endAudition() }
    // The current item goes on: the player requests another next one.
    if lookahead.fail(id) { return response }
    guard id == requested?.id || id == player.item else { return response }
    failuresInARow += 1
    guard failuresInARow < Playing.maximumFailures else {
      failuresInARow = 0
      requested = nil
      return response
        + Response(
          [.player(.stop)],
          .said(
            "\(Playing.maximumFailures) tracks in a row could not be played, so it stopped: \(reason)",
            .bad, of: .playing))
    }
    if id == player.item, player.clock != nil {
      // The item was audible: the player crosses to the next one, or reports that it has stopped.
      brokenOff = id
      return response
    }
    guard id == requested?.id, let next = queue.skipTarget else { return response }
    // A repeated queue whose items all failed is not tried again: servers and disks are spared.
    guard failuresInARow < queue.tracks.count else {
      failuresInARow = 0
      requested = nil
      return response + [.player(.stop)]
    }
    return response + play(itemAt: next)
  }

  // MARK: Answers of the library

  /// The item that a loaded track belongs to.
  enum Loaded: Equatable { case none, next, current }

  mutating func receive(_ track: Track, of entry: EntryID?) -> Loaded {
    // Virtual tracks of one file differ by their entries only.
    let queued = QueuedTrack(track.id, entry: entry)
    let isNext = lookahead.next?.queued == queued
    if isNext { lookahead.receive(track) }
    if let audition {
      let heard = player.item.flatMap { audition.contains($0) ? $0 : nil }
      let request = audition.requests.first { $0.id == heard } ?? audition.requests[0]
      guard request.queued == queued else { return isNext ? .next : .none }
      self.track = track
      return .current
    }
    guard requested.map({ $0.queued == queued }) ?? (player.item?.track == track.id) else {
      return isNext ? .next : .none
    }
    self.track = track
    unshown.loaded(requested?.id)
    return .current
  }

  /// Receives the playback settings of an entry.
  mutating func receive(_ sound: EntryPlayback?, of id: PlayID) -> [Effect] {
    let items =
      [player.item, requested?.id].compactMap(\.self) + lookahead.candidates.map(\.id)
      + (audition?.requests.map(\.id) ?? [])
    let isAudible = requested?.id == id && player.item == id
    guard entryPlaybacks.receive(sound, of: id, among: items, isAudible: isAudible) else {
      return []
    }
    if isAudible, let requested { return [.player(.adjust(requested.request))] }
    // The settings of a prepared item have changed.
    return lookahead.prepareAgain(id, after: requested?.id ?? player.item, of: queue, &maker)
  }
}
