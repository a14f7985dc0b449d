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
    session.commands = windows.commandHistory.kept
    session.filters = windows.filterHistory.kept
    session.hints = tour.stored
    session.build = building.draft.kept
    books.save(in: &session)
    return session
  }

  mutating func restore(_ session: Session, _ queue: PlayQueue) -> [Effect] {
    browsing.restore(session)
    windows.commandHistory = PromptHistory(restored: session.commands)
    windows.filterHistory = PromptHistory(restored: session.filters)
    tour = Tour(restored: session.hints)
    building.draft = BuildDraft(restored: session.build)
    let effects = audio.restore(volume: session.volume, isMuted: session.isMuted)
    // A library's file may be somebody else's: its numbers are any numbers.
    let position = Duration.microseconds(max(0, min(App.maximumLength, session.position ?? 0)))
    let begun = apply(playing.restore(queue, current: session.current, position: position))
    books.restored = playing.requested?.id
    books.restore(session, queue)
    return effects + begun
  }

  /// Microseconds of a year.
  private static let maximumLength: Int64 = 31_536_000_000_000
}

extension App {
  mutating func receive(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .restored(let session, let queue): return restore(session, queue)
    case .soundRestored(let sound, let device):
      books.current?.appliedSpeed = nil
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
