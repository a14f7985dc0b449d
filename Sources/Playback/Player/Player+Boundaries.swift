// Boundaries that playback crosses: the end of an item, the start of the next, a position shift
// where damage swallowed sound.
import Music
import Threads

extension Player {
  /// Whether nothing will follow the current item.
  var isEndDecided: Bool { answer == .nothing || (output.isRealTime && answer == .unknown) }

  /// Handles due boundaries: crosses to the next item or ends the last one.
  func handleBoundaries() {
    guard landed != nil, let rate else { return }
    let now = SuspendingClock.now
    passShifts(now, rate: rate)
    updateSilence()
    guard let clock = landed?.clock else { return }
    if let silence = sleeping.silence, silence < timeline.boundary ?? .max,
      heard(of: clock, at: now) >= silence
    {
      return fallAsleep(at: silence)
    }
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

  /// The frame heard at an instant by the output's clock, at most the last one it got.
  func heard(of clock: OutputClock, at now: SuspendingClock.Instant) -> FrameNumber {
    guard let rate else { return clock.heard }
    let end = clock.heard.nearest(ringEnds(ring.memory).playing)
    return clock.heard(at: now, rate: rate, before: end)
  }

  /// Applies a position shift once its frame is heard.
  private func passShifts(_ now: SuspendingClock.Instant, rate: Int) {
    guard var clock = landed?.clock, clock.isAdvancing else { return }
    while let frame = timeline.shift(after: clock.heard), heard(of: clock, at: now) >= frame {
      (clock.at, clock.heard) = (clock.instant(of: frame, rate: rate), frame)
    }
    guard clock != landed?.clock else { return }
    landed?.clock = clock
    reportState()
  }

  /// Time to answer what follows once the item is already over.
  private static var answerTime: Duration { .milliseconds(250) }

  /// Waits for the next item, unnamed or still opening; a blocked decode thread is replaced.
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
    let isAsleep = sleeps(at: timeline.boundary)
    finishCurrent(reachedEnd: true)
    begin(next, at: .zero)
    if isAsleep { fallAsleep(at: nil) }
  }

  func endPlaying() {
    finishCurrent(reachedEnd: true)
    endSleepAtFrame()
    becomeStopped()
  }

  /// Crosses to the next item at its first frame.
  private func cross(at boundary: FrameNumber, rate: Int) {
    let isAsleep = sleeps(at: boundary)
    finishCurrent(reachedEnd: true)
    let followed = answer
    current?.advance()
    if let superseded = current?.successors.superseded, superseded == current?.item.id {
      // The successor changed when the output had the old one already.
      guard case .item(let item) = followed else {
        endSleepAtFrame()
        return becomeStopped()
      }
      begin(item, at: .zero)
      if isAsleep { fallAsleep(at: nil) }
      return
    }
    current?.beginListening(at: boundary)
    if isAsleep {
      fallAsleep(at: boundary)
      // A paused item stays put; it is reported and followed like any other.
      if landed == nil || current?.supply == .underrun { return }
    }
    // The output had run dry before the item was ready and waits for a jump.
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
    let marks = [timeline.boundary, timeline.shift(after: clock.heard), sleeping.silence]
      .compactMap(\.self)
    guard clock.isAdvancing, let mark = marks.min() else { return }
    let (due, now) = (clock.instant(of: mark, rate: rate), SuspendingClock.now)
    // A late output has not received the frame yet: check again in a moment.
    let next = due > now ? due : now + Self.lateness
    landed?.boundary = Alarm(
      Task {
        await OwnTasks.sleep(until: next)
        if !Task.isCancelled { handleBoundaries() }
      })
  }
}
