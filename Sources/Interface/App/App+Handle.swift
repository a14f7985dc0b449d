import Music
import Screen

extension App {
  /// Applies an event to the state, and returns the effects that follow from it.
  package mutating func handle(_ event: Event) -> [Effect] {
    // Readings come thirty times a second, and nothing else depends on them.
    if case .heard = event { return react(to: event) }
    messages.answer(event.isInput)
    var effects = react(to: event)
    let sound = soundForRequest()
    if !sound.isEmpty { effects = sound + effects }
    messages.showNext(at: now, inputs: inputs)
    noteEdits(effects)
    mixSlots.place(playing.track, audibleItem)
    effects += followBook()
    effects += playing.dueSeek(at: now)
    effects += missing()
    effects += missingSkin()
    effects += dueSavings()
    effects += missingStores()
    effects += missingShared(after: event)
    effects += dueLook(after: event)
    announce()
    messages.answer(false)
    updateNextChange()
    guard let folder = terminal.folder else { return effects }
    return effects.map { $0.resolved(in: folder) }
  }

  private var isTyping: Bool { if case .prompt = overlays.last { true } else { false } }

  /// Requests the rows of lists that are not loaded yet, or no longer as they are.
  mutating func missingLoads() -> [Effect] {
    browsing.missingLoads(of: queue, afterEdits: edits.isEmpty, isTyping: isTyping)
  }

  /// Requests what the terminal shows and is not loaded yet.
  mutating func missing() -> [Effect] {
    browsing.fitGrid()
    var effects = browsing.missingAlbum()
    effects += browsing.missingBooks()
    effects += missingLoads()
    effects += missingPreview()
    effects += missingMatches()
    effects += missingCovers()
    effects += missingOnDisk()
    updateAccent()
    effects += missingFollowing()
    effects += missingReading()
    effects += missingFetch()
    effects += missingJoinAnalyses()
    effects += browsing.missingRemaining(from: audibleItem?.entry)
    return effects
  }

  mutating func react(to event: Event) -> [Effect] {
    switch event {
    case .input(let input):
      browsing.retryFailedLoads()
      polling.inputCame()
      playing.stopAwaiting()
      let before = inputs
      windows.receive(input)
      // An answer that stays would soon be wrong; what plays is still right.
      if browsing.hasScreenReader, message?.topic != .playing { messages.clear() }
      if inputs > before { leaveTour() }
      if let effects = extendSleep(by: input) { return effects }
      return handle(input)
    case .resized(let size):
      browsing.resize(to: size)
      return []
    case .imagesChosen(let way, let cell, let hasSextants):
      covers.show(way, cell: cell)
      covers.hasSextants = hasSextants
      return []
    case .backgroundFound(let tone):
      terminal.background = tone
      return []
    case .focused: return sharedFocused()
    case .ticked:
      expire()
      return edits.takeDue(at: now) ? libraryChanged() : []
    case .list(let event): return receive(event)
    case .playlists(let event): return receive(event)
    case .templates(let event): return receive(event)
    case .entries(let event): return receive(event)
    case .cues(let event): return receive(event)
    case .mixing(let event): return receive(event)
    case .track(let event): return receive(event)
    case .labels(let event): return receive(event)
    case .variations(let event): return receive(event)
    case .comments(let event): return receive(event)
    case .search(let event): return receive(event)
    case .queue(let event): return receive(event)
    case .library(let event): return receive(event)
    case .exchange(let event): return receive(event)
    case .lyrics(let event): return receive(event)
    case .theme(let event): return receive(event)
    case .session(let event): return receive(event)
    case .settings(let event): return receive(event)
    case .build(let event): return receive(event)
    case .device(let event): return receive(event)
    case .books(let event): return receive(event)
    case .servers(let event): return receive(event)
    case .control(let event): return receive(event)
    case .player(let report): return receive(report)
    case .heard(let sound):
      receive(sound)
      return []
    case .done(let outcome):
      say(outcome.notice.text(keymap), outcome.kind)
      return []
    case .failed(let text):
      say(text, .bad)
      return []
    case .refused(let effect, let reason):
      failed(effect)
      if effect == .load(.labelValues) { labels.fail() }
      if case .load(.mixBoard(let serial)) = effect { mixSlots.fail(serial) }
      refusedAdding(effect)
      refusedBuild(effect, reason)
      refusedBooks(effect)
      guard let list = refusedServers(effect) else { return [] }
      if let effects = refusedSync(effect, reason) { return effects }
      if !windows.refuse(effect, reason) { say(reason, .bad) }
      return list
    case .editEnded: return editEnded()
    }
  }

  private mutating func expire() {
    mixSlots.expire(at: now)
    // A line that is being read stays.
    if !browsing.hasScreenReader { lyrics.expire(at: now) }
    playing.expire(at: now)
    playing.stopAwaiting()
  }

  /// Polls for changes of other processes while keys are pressed or music plays; an idle player
  /// does not poll.
  private mutating func dueLook(after event: Event) -> [Effect] {
    switch event {
    case .input, .ticked: break
    case .resized, .imagesChosen, .backgroundFound, .focused, .list, .playlists, .templates,
      .entries, .cues,
      .mixing, .track, .labels, .variations, .comments, .search, .queue, .library, .exchange,
      .lyrics, .theme, .session,
      .settings, .build, .device, .books, .servers, .control, .player, .heard, .done, .failed,
      .refused,
      .editEnded:
      return []
    }
    return polling.takeDue(at: now) ? [.library(.pollExternalChanges)] : []
  }

  /// The position is saved while it changes, and when it stops changing.
  private mutating func dueSavings() -> [Effect] {
    saving.isDue(at: now, speed: sound.speed) ? [saveSession()] : []
  }

  mutating func saveSession() -> Effect {
    saving.saved(at: now, isPlaying: isPlaying)
    return .session(.saveSession(session))
  }
}

extension Event {
  var isInput: Bool { if case .input = self { true } else { false } }
}
