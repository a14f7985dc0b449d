import Music
import Screen

// The moving picture of what is heard: where it shows, and when it is read.
extension App {
  /// Whether one is chosen and may move, and something plays.
  var hasVisual: Bool {
    hasMotion && !browsing.hasScreenReader && visual.style != .off && player.item != nil
  }

  /// Where it shows; nil where no part of it can be seen.
  var visualRect: Rect? {
    guard hasVisual, terminal.isAttached,
      // A prompt has a line of its own; other windows lie over the panes.
      overlays.allSatisfy({ if case .prompt = $0 { true } else { false } })
    else { return nil }
    guard let rect = fullScreenAreas?.visual ?? visualInPane, !rect.isEmpty else { return nil }
    return rect
  }

  private var visualInPane: Rect? {
    guard layout.wave != nil, playingTab == .track, let pane = layout.panes[.nowPlaying] else {
      return nil
    }
    return NowPlayingBox.areas(self, in: pane).visual
  }

  /// How long until the next reading; nil where nothing moves.
  var visualDue: Duration? {
    guard case .playing(_, let clock) = player, clock.isAdvancing, visualRect != nil else {
      return nil
    }
    return visual.time(at: now)
  }

  /// Listens while it shows, and reads what is heard when that is due. A pause keeps what was read:
  /// nothing is rendered meanwhile.
  mutating func missingReading() -> [Effect] {
    let rect = visualRect
    guard visual.isListening == (rect != nil) else {
      visual.listen(rect != nil)
      return [.monitor(.listen(rect != nil))]
    }
    guard let rect, visualDue == .zero else { return [] }
    return visual.ask(columns: rect.columns, at: now)
  }

  /// The reading that is due; nil where the state changes now, too. The screen is the same after it.
  package mutating func dueReading(at now: ContinuousClock.Instant) -> [Effect]? {
    self.now = now
    guard visualDue == .zero, terminal.nextChange.map({ $0 > now }) ?? true else { return nil }
    return missingReading()
  }

  mutating func receive(_ sound: HeardSound?) {
    guard let rect = visualRect else { return }
    visual.receive(sound, columns: rect.columns, at: now)
  }

  mutating func show(_ style: VisualStyle) {
    visual.choose(style)
    let isHidden = style != .off && player.item != nil && visualRect == nil && overlays.isEmpty
    let place = isHidden ? "; it shows in Now Playing where there is room" : ""
    let hint = hasMotion ? place : "; :motion on shows it"
    switch style {
    case .spectrum: say("The spectrum of what is heard" + hint)
    case .wave: say("The wave of what is heard" + hint)
    case .meter: say("The levels of what is heard" + hint)
    case .off: say("No spectrum, wave or meter")
    }
  }
}
