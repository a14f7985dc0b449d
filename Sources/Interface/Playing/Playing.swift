import Music

// The queue is a value here; that music plays is only ever the player's own word.
extension App {
  mutating func performPlaying(_ command: Command) -> [Effect] {
    switch command {
    case .playPause:
      switch player {
      case .playing, .loading: return [.pause]
      case .paused:
        // Going on is the listener's doing then, and not the end of a call.
        isInterrupted = false
        return [.resume]
      case .stopped:
        if let index = queue.current ?? queue.skipTarget {
          return place(index, from: resumeAt ?? .zero)
        }
        // There Enter means to play, so that each of the two would ask the other for ever.
        return focus == .nowPlaying ? playLibraryRow() : perform(.activate)
      }
    case .stop: return [.stop]
    case .nextTrack:
      guard let index = queue.skipTarget else {
        say("This is the last track")
        return []
      }
      return place(index)
    case .previousTrack:
      let canRestart = player.clock != nil && !isLive
      if position > .seconds(3), canRestart { return seek(to: .zero) }
      guard let index = queue.previousTarget else { return canRestart ? seek(to: .zero) : [] }
      return place(index)
    case .seek(let seconds): return seek(to: position + .seconds(seconds))
    case .seekTo(let position): return go(to: position)
    case .changeVolume(let points): return setVolume(Int((volume * 100).rounded()) + points)
    case .setVolume(let percent): return setVolume(percent)
    case .mute:
      isMuted.toggle()
      saveVolumeSoon()
      say(isMuted ? "Muted" : "Volume \(Int((volume * 100).rounded())) %")
      return [.setMuted(isMuted)]
    case .shuffle:
      shuffleSerial += 1
      queue.setShuffle(seed: queue.isShuffled ? nil : shuffleSeed)
      say(queue.isShuffled ? "Shuffle on" : "Shuffle off")
      return queueChanged()
    case .cycleRepeat:
      guard !writesFile else {
        say("Repeat stays off while a file is written")
        return []
      }
      queue.setRepeat(queue.repeating.next)
      say("Repeat \(queue.repeating.rawValue)")
      return queueChanged()
    default: return []
    }
  }

  /// Differs at each shuffle and start, and is known to tests through the state.
  private var shuffleSeed: UInt64 { shuffleSalt &+ shuffleSerial }

  private mutating func setVolume(_ percent: Int) -> [Effect] {
    volume = Double(max(0, min(100, percent))) / 100
    let wasMuted = isMuted
    isMuted = false
    saveVolumeSoon()
    say("Volume \(Int((volume * 100).rounded())) %")
    return wasMuted ? [.setVolume(volume), .setMuted(false)] : [.setVolume(volume)]
  }

  private mutating func saveVolumeSoon() {
    needsSaving = true
    if volumeChanged == nil { volumeChanged = now }
  }

  /// Replaces the queue and starts.
  mutating func play(_ tracks: [QueuedTrack], startingAt index: Int) -> [Effect] {
    guard tracks.indices.contains(index) else { return [] }
    let kept = keepsakeEffects(replacedBy: tracks)
    let before = queueMoment
    queue.replace(with: tracks, startingAt: index)
    failuresInARow = 0
    return kept + replacedQueue(before) + place(index, from: takeStart(of: tracks[index].track))
  }

  /// Another queue has taken the place of one, unless it is the same played from another item on.
  mutating func replacedQueue(_ before: QueueMoment) -> [Effect] {
    settleMarks(after: before.queue)
    guard before.queue.ids != queue.ids else { return [.saveQueue(queue)] }
    // Nothing was lost with an empty one: what plays first is no edit.
    guard !before.queue.ids.isEmpty else { return [.saveQueue(queue)] }
    return noteQueueEdit("replaced the queue", isReplacement: true, before: before)
      + [.saveQueue(queue)]
  }

  mutating func enqueue(_ tracks: [QueuedTrack], next: Bool) -> [Effect] {
    guard !tracks.isEmpty else { return [] }
    let place = next ? "Next: " : "Queued "
    say(place + counted(tracks.count, "track"), .good)
    let text = "queued \(counted(tracks.count, "track"))" + (next ? " next" : "")
    return editQueue(text) { queue in
      if next { queue.insertNext(tracks) } else { queue.append(tracks) }
    }
  }

  /// Enter in the queue.
  mutating func playFromQueue() -> [Effect] {
    guard let index = queueCursor.flatMap(queue.index(of:)) else { return [] }
    requests.forgetReplacement()
    failuresInARow = 0
    return place(index)
  }

  /// Asks the player for an entry of the queue.
  mutating func place(_ index: Int, from position: Duration = .zero, isPaused: Bool = false)
    -> [Effect]
  {
    queue.go(to: index)
    var placing = placing(of: index)
    placing.start = position
    asked = placing
    prepared = nil
    upNext = nil
    unplayable = []
    failuresAhead = 0
    forgetSeek()
    queueList.isStale = true
    return [
      .play(placing.request, from: position, isPaused: isPaused),
      .loadTrack(placing.id.track, entry: placing.request.entry),
    ]
  }

  mutating func placing(of index: Int) -> Placing {
    playSerial += 1
    let queued = queue[index]
    let id = PlayID(track: queued.track, serial: playSerial)
    return Placing(
      request: PlayRequest(id, entry: queued.entry, neighbors: queue.neighbors(of: index)),
      item: queue.ids[index])
  }

  /// After any edit of the queue: what comes next may have changed.
  mutating func queueChanged() -> [Effect] {
    queueList.isStale = true
    needsSaving = true
    failuresAhead = 0
    let effects: [Effect] = [.saveQueue(queue)]
    guard player.item != nil, asked == nil || asked?.id == player.item else { return effects }
    return effects + prepareNext()
  }

  mutating func prepareNext() -> [Effect] {
    let index = nextAhead
    if let prepared, holds(prepared, at: index) { return checkLater() }
    later = []
    isLaterOver = false
    upNext = nil
    prepared = index.map { placing(of: $0) }
    guard let next = prepared else { return [.prepare(nil)] }
    return [.prepare(next.request), .loadTrack(next.id.track, entry: next.request.entry)]
  }

  mutating func take(_ report: PlayerReport) -> [Effect] {
    switch report {
    case .state(let state): return take(state)
    case .wantsNext(let id):
      guard id == player.item || id == asked?.id else { return prepareLater(after: id) }
      prepared = nil
      return prepareNext()
    case .finished(let id, let heard, let reachedEnd):
      if reachedEnd { endedByItself = id }
      return reachedEnd || heard >= 0.9 ? [.recordPlay(id.track)] : []
    case .failed(let id, let reason): return failed(id, reason)
    case .volume(let volume, let isMuted):
      if volume != self.volume || isMuted != self.isMuted { saveVolumeSoon() }
      self.volume = volume
      self.isMuted = isMuted
      return []
    case .output(let output): return take(output)
    case .devices, .sleep, .buffering, .streamTitle, .interrupted: return takeSound(report)
    }
  }

  private mutating func take(_ state: PlayerState) -> [Effect] {
    let before = player
    player = state
    settleSeek(from: before)
    buffering = nil
    if case .playing = state { isInterrupted = false }
    resumeAt = nil
    needsSaving = true
    guard let id = state.item else { return stopped(after: before) }
    var effects: [Effect] = []
    if let prepared, prepared.id == id {
      // The boundary was heard: the queue follows the sound, not the other way round.
      if let index = queue.index(of: prepared.item) { queue.go(to: index) }
      asked = prepared
      playing = upNext
      upNext = nil
      unplayable = []
      queueList.isStale = true
      effects.append(.loadTrack(id.track, entry: prepared.request.entry))
      effects += prepareFromLater()
    }
    if case .playing = state {
      failuresInARow = 0
      if let playing, playing.id == id.track, playing.fault != nil {
        effects.append(.recordFault(id.track, nil))
      }
    }
    if case .paused = state { effects.append(savePlace()) }
    return effects
  }

  private mutating func stopped(after before: PlayerState) -> [Effect] {
    let wasPlaying = before.item
    // Another one was asked for in the meantime: this report is about the one before it.
    if let asked, asked.id != wasPlaying { return [] }
    prepared = nil
    upNext = nil
    // The end was reached before the player knew what follows, or a fault was the end.
    if let wasPlaying, wasPlaying == asked?.id {
      let next =
        brokenOff == wasPlaying
        ? queue.skipTarget(without: unplayable) : queue.successor(without: unplayable)
      if let next, endedByItself == wasPlaying || brokenOff == wasPlaying { return place(next) }
    }
    playing = nil
    asked = nil
    return [savePlace()]
  }

  private mutating func failed(_ id: PlayID, _ reason: String) -> [Effect] {
    let known = prepared?.id != id && playing?.id == id.track ? playing : upNext
    let isLoaded = known?.id == id.track
    say(App.fault(isLoaded ? known?.title : nil, reason), .bad, of: .playing)
    var mark = [Effect.recordFault(id.track, reason)]
    // What failed before it was loaded is named as soon as it is.
    if isLoaded {
      noteWriting(App.fault(known?.title, reason))
    } else {
      let entry = ([asked, prepared].compactMap(\.self) + later).first { $0.id == id }?.request
        .entry
      mark.append(.nameFault(QueuedTrack(id.track, entry: entry), reason))
    }
    // What plays goes on: another one is named when the player asks.
    if forgetAhead(id) { return mark }
    guard id == asked?.id || id == player.item else { return mark }
    failuresInARow += 1
    guard failuresInARow < App.mostFailures else {
      failuresInARow = 0
      say(
        "\(App.mostFailures) tracks in a row could not be played, so it stopped: \(reason)", .bad,
        of: .playing)
      asked = nil
      return mark + [.stop]
    }
    if id == player.item, player.clock != nil {
      // Some of it was heard: the player crosses to what follows, or says that it has stopped.
      brokenOff = id
      return mark
    }
    guard id == asked?.id, let next = queue.skipTarget else { return mark }
    // A repeated queue that has come round asks a server, or a disk, for nothing new.
    guard failuresInARow < queue.tracks.count else {
      failuresInARow = 0
      asked = nil
      return mark + [.stop]
    }
    return mark + place(next)
  }

  private static func fault(_ title: String?, _ reason: String) -> String {
    "Cannot play \(title.map { "“\($0)”" } ?? "the track"): \(reason)"
  }

  /// The title of what failed is known now: it takes the place of what was said without.
  mutating func nameFault(_ title: String?, _ reason: String) {
    let named = App.fault(title, reason)
    noteWriting(named)
    reword(App.fault(nil, reason), as: named)
  }

  static let mostFailures = 10

  private mutating func take(_ output: OutputState) -> [Effect] {
    let before = self.output
    self.output = output
    switch (before, output) {
    case (_, .unavailable(let reason)) where before != output:
      say("No sound: \(reason)", .bad)
      noteWriting(reason)
    case (.unavailable, .ready(let name)): say("Sound is back: \(name)", .good)
    default: break
    }
    return []
  }
}
