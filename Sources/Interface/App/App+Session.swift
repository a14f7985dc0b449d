import Music

// The session: queue, position and lists, saved for the next start.
extension App {
  package var session: Session {
    var session = Session()
    browsing.save(in: &session)
    session.current = queue.current
    // A live stream has no position to resume at.
    let position = playing.audition.map { $0.resumption?.position ?? .zero } ?? position
    session.position = isLive ? 0 : Int64(exactly: (position.seconds * 1_000_000).rounded()) ?? 0
    session.volume = audio.volume
    session.isMuted = audio.isMuted
    session.keyNotation = keyNotation == .both ? nil : keyNotation
    session.waveform = waveforms.chosenStyle
    session.visual = visual.style == .off ? nil : visual.style
    session.showsClashes = showsClashes
    session.hasMotion = hasMotion ? nil : false
    session.fetchesLyrics = fetchesLyrics ? true : nil
    session.hasScreenReader = terminal.screenReader.isChosen ? true : nil
    session.bidi = bidi.stored == .auto ? nil : bidi.stored
    session.art = covers.choice == .auto ? nil : covers.choice
    session.commands = windows.commandHistory.kept
    session.filters = windows.filterHistory.kept
    session.albumView = browsing.albumView == .list ? nil : browsing.albumView
    session.shape = skins.choice == .skin ? nil : skins.choice
    session.accent = skins.accent == .auto ? nil : skins.accent
    session.hints = tour.stored
    return session
  }

  mutating func restore(_ session: Session, _ queue: PlayQueue) -> [Effect] {
    // Before the cursor, which is far down in a list whose rows are not known yet.
    useScreenReader(isChosen: session.hasScreenReader ?? false)
    browsing.restore(session)
    keyNotation = session.keyNotation ?? keyNotation
    if let style = session.waveform { waveforms.choose(style) }
    if let style = session.visual { visual.choose(style) }
    showsClashes = session.showsClashes ?? true
    hasMotion = session.hasMotion ?? true
    fetchesLyrics = session.fetchesLyrics ?? false
    covers.choice = session.art ?? .auto
    bidi.restore(session.bidi)
    windows.commandHistory = PromptHistory(restored: session.commands)
    windows.filterHistory = PromptHistory(restored: session.filters)
    browsing.albumView = session.albumView ?? .list
    if let choice = session.shape { choose(choice) }
    skins.choose(session.accent ?? .auto)
    tour = Tour(restored: session.hints)
    let effects = audio.restore(volume: session.volume, isMuted: session.isMuted)
    // A library's file may be somebody else's: its numbers are any numbers.
    let position = Duration.microseconds(max(0, min(App.maximumLength, session.position ?? 0)))
    return effects + apply(playing.restore(queue, current: session.current, position: position))
  }

  /// Microseconds of a year.
  private static let maximumLength: Int64 = 31_536_000_000_000
}

extension App {
  mutating func receive(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .restored(let session, let queue): return restore(session, queue)
    case .soundRestored(let sound, let device):
      return audio.restore(sound, device: device)
    case .keysDisplaced:
      sayDisplaced()
      return []
    case .startedWithoutMusic(let proposed, let others, let demo):
      return proposeMusic([proposed].compactMap(\.self) + others, demo: demo)
    case .startedWithPaths:
      beginTour()
      return []
    }
  }
}
