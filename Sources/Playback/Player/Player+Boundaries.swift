// What becomes due while sound is heard: the end of an item, the beginning of the next, a jump of the
// position where damage swallowed sound.
import Music

extension Player {
  /// Whether it is known that nothing follows the current item.
  var isEndDecided: Bool { answer == .nothing || (output.isPaced && answer == .unknown) }

  /// Does what has become due: passes boundaries that were heard, ends what is at its end.
  func settle() {
    guard progress == .landed, let rate else { return }
    let now = SuspendingClock.now
    passShifts(now, rate: rate)
    guard let clock else { return }
    while let boundary = timeline.boundary, heard(of: clock, at: now) >= boundary {
      if timeline.hasNext {
        cross(at: boundary, rate: rate)
        if progress != .landed { return }
      } else if answer == .nothing {
        return endPlaying()
      } else {
        return awaitNext()
      }
    }
    scheduleBoundary(clock, rate: rate)
  }

  /// The frame that is heard at an instant by a clock of the output: none that it was not given.
  func heard(of clock: OutputClock, at now: SuspendingClock.Instant) -> FrameNumber {
    guard let rate else { return clock.heard }
    let end = clock.heard.nearest(ringEnds(ring.memory).playing)
    return clock.heard(at: now, rate: rate, before: end)
  }

  /// Damage that swallowed sound is heard: the position jumps.
  private func passShifts(_ now: SuspendingClock.Instant, rate: Int) {
    guard var clock, clock.isAdvancing else { return }
    while let frame = timeline.shift(after: clock.heard), heard(of: clock, at: now) >= frame {
      (clock.at, clock.heard) = (clock.instant(of: frame, rate: rate), frame)
    }
    guard clock != self.clock else { return }
    self.clock = clock
    reportState()
  }

  /// Who was asked what follows has so long to answer when the item is over already.
  private static var answerTime: Duration { .milliseconds(250) }

  /// The next item is not named yet, or still being opened; where that hangs, it is begun anew by
  /// another lane.
  private func awaitNext() {
    boundaryTimer?.cancel()
    guard !isNextLate, output.isPaced || answer != .unknown, let current else { return }
    isNextLate = true
    if output.isPaced, answer != .unknown { report(.buffering(current.id)) }
    let time = answer == .unknown ? Self.answerTime : access.grace
    openingTimer?.cancel()
    openingTimer = Task {
      try? await Task.sleep(for: time, clock: .suspending)
      if !Task.isCancelled, isNextLate { stopAwaitingNext() }
    }
  }

  private func stopAwaitingNext() {
    guard case .item(let next) = answer else { return endPlaying() }
    finishCurrent(reachedEnd: true)
    begin(next, at: .zero)
    if sleepState == .endOfTrack { fallAsleep(at: nil) }
  }

  func endPlaying() {
    finishCurrent(reachedEnd: true)
    current = nil
    endSleepOfTrack()
    becomeStopped()
  }

  /// The first frame of the next item is heard.
  private func cross(at boundary: FrameNumber, rate: Int) {
    finishCurrent(reachedEnd: true)
    timeline.advance()
    let followed = answer
    current = timeline.current?.item
    let wasWrong = wrongNext != nil && current?.id == wrongNext
    if wasWrong { wrongNext = nil }
    if isNextLate { openingTimer?.cancel() }
    isNextLate = false
    if !answers.isEmpty { answers.removeFirst() }
    listened = Listening()
    if wasWrong {
      // The answer was changed when the output had the old one already.
      guard case .item(let item) = followed else {
        current = nil
        endSleepOfTrack()
        return becomeStopped()
      }
      begin(item, at: .zero)
      if sleepState == .endOfTrack { fallAsleep(at: nil) }
      return
    }
    listened.begin(at: timeline.position(of: boundary))
    if sleepState == .endOfTrack {
      fallAsleep(at: boundary)
      // What was paused before stays where it is, and is told and followed like anything else.
      if progress != .landed || isStarved { return }
    }
    // It came when the output had already run dry, which then takes nothing until it is told to.
    if isDry {
      land(at: boundary)
      return askForNext()
    }
    if let clock, clock.isAdvancing {
      self.clock = OutputClock(
        serial: clock.serial, heard: boundary, at: clock.instant(of: boundary, rate: rate),
        isAdvancing: true, speed: clock.speed)
    }
    reportState()
    askForNext()
  }

  private static var lateness: Duration { .milliseconds(10) }

  private func scheduleBoundary(_ clock: OutputClock, rate: Int) {
    boundaryTimer?.cancel()
    let marks = [timeline.boundary, timeline.shift(after: clock.heard)].compactMap(\.self)
    guard clock.isAdvancing, let mark = marks.min() else { return }
    let (due, now) = (clock.instant(of: mark, rate: rate), SuspendingClock.now)
    // An output that is late has not been given it yet: looked at again in a moment.
    let next = due > now ? due : now + Self.lateness
    boundaryTimer = Task {
      try? await Task.sleep(until: next, clock: .suspending)
      if !Task.isCancelled { settle() }
    }
    guard let boundary = timeline.boundary else { return }
    if sleepState == .endOfTrack { fadeOut(before: clock.instant(of: boundary, rate: rate)) }
  }
}
