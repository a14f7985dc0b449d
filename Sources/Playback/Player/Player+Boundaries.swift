// What becomes due while sound is heard: the end of an item, the beginning of the next, a jump of the
// position where damage swallowed sound.
import Music

extension Player {
  /// Whether it is known that nothing follows the current item.
  var isEndDecided: Bool { answer == .nothing || (output.isRealTime && answer == .unknown) }

  /// Does what has become due: passes boundaries that were heard, ends what is at its end.
  func settle() {
    guard landed != nil, let rate else { return }
    let now = SuspendingClock.now
    passShifts(now, rate: rate)
    guard let clock = landed?.clock else { return }
    while let boundary = timeline.boundary, heard(of: clock, at: now) >= boundary {
      if timeline.hasNext {
        cross(at: boundary, rate: rate)
        if landed == nil { return }
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
    guard var clock = landed?.clock, clock.isAdvancing else { return }
    while let frame = timeline.shift(after: clock.heard), heard(of: clock, at: now) >= frame {
      (clock.at, clock.heard) = (clock.instant(of: frame, rate: rate), frame)
    }
    guard clock != landed?.clock else { return }
    landed?.clock = clock
    reportState()
  }

  /// Who was asked what follows has so long to answer when the item is over already.
  private static var answerTime: Duration { .milliseconds(250) }

  /// The next item is not named yet, or still being opened; where that hangs, it is begun anew by
  /// another lane.
  private func awaitNext() {
    landed?.boundary = nil
    guard let current, !current.successors.isLate, output.isRealTime || answer != .unknown
    else { return }
    self.current?.successors.isLate = true
    if output.isRealTime, answer != .unknown { report(.buffering(current.item.id)) }
    let time = answer == .unknown ? Self.answerTime : access.grace
    self.current?.patience = Alarm(
      Task {
        try? await Task.sleep(for: time, clock: .suspending)
        let isLate = self.current?.successors.isLate ?? false
        if !Task.isCancelled, isLate { stopAwaitingNext() }
      })
  }

  private func stopAwaitingNext() {
    guard case .item(let next) = answer else { return endPlaying() }
    finishCurrent(reachedEnd: true)
    begin(next, at: .zero)
    if sleeping.state == .endOfTrack { fallAsleep(at: nil) }
  }

  func endPlaying() {
    finishCurrent(reachedEnd: true)
    endSleepOfTrack()
    becomeStopped()
  }

  /// The first frame of the next item is heard.
  private func cross(at boundary: FrameNumber, rate: Int) {
    finishCurrent(reachedEnd: true)
    let followed = answer
    current?.advance()
    if let superseded = current?.successors.superseded, superseded == current?.item.id {
      // The answer was changed when the output had the old one already.
      guard case .item(let item) = followed else {
        endSleepOfTrack()
        return becomeStopped()
      }
      begin(item, at: .zero)
      if sleeping.state == .endOfTrack { fallAsleep(at: nil) }
      return
    }
    current?.beginListening(at: boundary)
    if sleeping.state == .endOfTrack {
      fallAsleep(at: boundary)
      // What was paused before stays where it is, and is told and followed like anything else.
      if landed == nil || current?.supply == .underrun { return }
    }
    // It came when the output had already run dry, which then takes nothing until it is told to.
    if current?.supply == .dry {
      land(at: boundary)
      return askForNext()
    }
    if let clock = landed?.clock, clock.isAdvancing {
      landed?.clock = OutputClock(
        serial: clock.serial, heard: boundary, at: clock.instant(of: boundary, rate: rate),
        isAdvancing: true, speed: clock.speed)
    }
    reportState()
    askForNext()
  }

  private static var lateness: Duration { .milliseconds(10) }

  private func scheduleBoundary(_ clock: OutputClock, rate: Int) {
    landed?.boundary = nil
    let marks = [timeline.boundary, timeline.shift(after: clock.heard)].compactMap(\.self)
    guard clock.isAdvancing, let mark = marks.min() else { return }
    let (due, now) = (clock.instant(of: mark, rate: rate), SuspendingClock.now)
    // An output that is late has not been given it yet: looked at again in a moment.
    let next = due > now ? due : now + Self.lateness
    landed?.boundary = Alarm(
      Task {
        try? await Task.sleep(until: next, clock: .suspending)
        if !Task.isCancelled { settle() }
      })
    guard let boundary = timeline.boundary else { return }
    if sleeping.state == .endOfTrack { fadeOut(before: clock.instant(of: boundary, rate: rate)) }
  }
}
