import Music
import Screen

extension App {
  /// Takes what happened, and returns what has to happen because of it.
  package mutating func handle(_ event: Event) -> [Effect] {
    isAnswering = if case .input = event { true } else { false }
    var effects = react(to: event)
    showWaitingMessage()
    noteEdits(effects)
    effects += dueSeek()
    effects += missingLoads()
    effects += missingPreview()
    effects += dueRemaining()
    effects += dueSavings()
    effects += dueLook(after: event)
    isAnswering = false
    return effects
  }

  private mutating func react(to event: Event) -> [Effect] {
    switch event {
    case .input(let input):
      retryFailedLoads()
      hasInputSinceLook = true
      submission = nil
      count(input)
      return take(input)
    case .resized(let size):
      self.size = size
      settleLists()
      return []
    case .ticked:
      expire()
      return []
    case .list(let event): return receive(event)
    case .playlists(let event): return receive(event)
    case .templates(let event): return receive(event)
    case .entries(let event): return receive(event)
    case .cues(let event): return receive(event)
    case .mixing(let event): return receive(event)
    case .track(let event): return receive(event)
    case .search(let event): return receive(event)
    case .queue(let event): return receive(event)
    case .library(let event): return receive(event)
    case .exchange(let event): return receive(event)
    case .theme(let event): return receive(event)
    case .session(let event): return receive(event)
    case .player(let report): return take(report)
    case .done(let notice):
      say(notice.text(keymap), .good)
      return []
    case .failed(let text):
      say(text, .bad)
      return []
    case .refused(let effect, let reason):
      failed(effect)
      refused(effect, reason)
      return []
    case .editEnded: return editEnded()
    }
  }

  private mutating func expire() {
    if let flash, flash.until <= now { self.flash = nil }
    if let seekTarget, seekTarget.until <= now { self.seekTarget = nil }
  }

  func counted(_ count: Int, _ noun: String) -> String {
    "\(count.grouped) \(noun)" + (count == 1 ? "" : "s")
  }

  /// While someone is at the keys or music plays, what other processes did shows soon; an idle
  /// player asks for nothing.
  private mutating func dueLook(after event: Event) -> [Effect] {
    switch event {
    case .input, .ticked: break
    case .resized, .list, .playlists, .templates, .entries, .cues, .mixing, .track, .search, .queue,
      .library, .exchange, .theme, .session, .player, .done,
      .failed, .refused, .editEnded:
      return []
    }
    guard now - lastNoticed >= App.lookingInterval else { return [] }
    lastNoticed = now
    hasInputSinceLook = false
    return [.library(.noticeChanges)]
  }

  /// The place is saved while it changes, and the moment it stops changing.
  private mutating func dueSavings() -> [Effect] {
    let isVolumeDue = volumeChanged.map { now - $0 >= App.volumeDelay } ?? false
    guard needsSaving, isVolumeDue || now - lastSaved >= App.savingInterval else { return [] }
    return [savePlace()]
  }

  mutating func savePlace() -> Effect {
    lastSaved = now
    volumeChanged = nil
    needsSaving = isPlaying
    return .session(.savePlace(session))
  }
}

extension Int {
  /// With a comma between thousands.
  package var grouped: String {
    var digits = Array(String(magnitude))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: index)
      index -= 3
    }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
