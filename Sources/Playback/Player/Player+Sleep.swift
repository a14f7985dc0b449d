// The sleep timer: the sound fades out and then pauses at the last frame heard, with the level
// restored, so that resuming does not fade in.
package import Music

/// The sleep timer's state.
struct Sleeping {
  var state = SleepState.off
  /// Wakes for the fade and for the pause.
  var alarm: Alarm?
  /// The end of the fade; nil before the fade is due.
  var fadeEnd: SuspendingClock.Instant?

  /// Cancels the pending fade or pause; the state stays.
  mutating func callOff() { (alarm, fadeEnd) = (nil, nil) }
}

extension Player {
  private static var fadeTime: Double { 3 }
  /// The lead of a fade over its audible start, in seconds: sound in the output can no longer be
  /// changed.
  private static var outputTime: Double { 0.25 }

  /// Sets the sleep timer to a time or the end of a track, nil for off; restarts when set again.
  package func sleep(_ timer: SleepTimer?) {
    sleeping.callOff()
    if level.target < 1 { setLevel(1, within: 0.5) }
    switch timer {
    case nil: report(asleep: .off)
    case .after(let time):
      let end = ContinuousClock.now + max(.zero, time)
      report(asleep: .until(end))
      sleeping.alarm = Alarm(
        Task {
          // The timer runs on while the machine sleeps.
          try? await Task.sleep(until: end - Self.fadeLead, clock: .continuous)
          if Task.isCancelled { return }
          await fade(until: .now + ContinuousClock.now.duration(to: end))
          if !Task.isCancelled { fallAsleep(at: nil) }
        })
    case .endOfTrack:
      report(asleep: .endOfTrack)
      handleBoundaries()
    }
  }

  /// The lead of the fade before the timer's end.
  private static var fadeLead: Duration { .seconds(fadeTime + outputTime) }

  private func report(asleep state: SleepState) {
    guard state != sleeping.state else { return }
    sleeping.state = state
    publishCrossfade()
    report(.sleep(state))
  }

  private func setLevel(_ target: Double, within time: Double) {
    level = (target, time, false)
    publishSettings()
  }

  /// Cancels the fade at a track's end after a seek or a change of track.
  func endFadeOfTrack() {
    guard sleeping.state == .endOfTrack else { return }
    sleeping.callOff()
    if level.target < 1 { setLevel(1, within: 0.05) }
  }

  /// Ends the timer that waited for the end of the last track.
  func endSleepOfTrack() {
    guard sleeping.state == .endOfTrack else { return }
    endFadeOfTrack()
    report(asleep: .off)
  }

  /// Suspends the fade at a track's end during a pause.
  func suspendFadeOfTrack() {
    if sleeping.state == .endOfTrack { sleeping.callOff() }
  }

  /// Fades out a track that ends at `end`.
  func fadeOut(before end: SuspendingClock.Instant) {
    sleeping.callOff()
    sleeping.alarm = Alarm(Task { await fade(until: end) })
  }

  /// Fades to silence at `end`, and returns then.
  private func fade(until end: SuspendingClock.Instant) async {
    try? await Task.sleep(until: end - Self.fadeLead, clock: .suspending)
    if Task.isCancelled { return }
    sleeping.fadeEnd = end
    fadeIfDue()
    try? await Task.sleep(until: end, clock: .suspending)
  }

  /// Fades new sound that starts close to the timer's end.
  func fadeIfDue() {
    guard let fadeEnd = sleeping.fadeEnd, current != nil, !isPaused else { return }
    let left = SuspendingClock.now.duration(to: fadeEnd).seconds - Self.outputTime
    setLevel(0, within: max(0.05, min(Self.fadeTime, left)))
  }

  /// Pauses at a frame, nil for the one heard, and restores the level.
  func fallAsleep(at frame: FrameNumber?) {
    // A fade that has not begun would follow the later resumption.
    sleeping.callOff()
    report(asleep: current == nil ? .off : .slept)
    let isOver = isPaused && level.target == 1
    pause()
    // A pause before the fade leaves nothing to play again.
    if isOver { return }
    guard link.isReady, let position = heardLast else { return setLevel(1, within: 0) }
    // Plays the faded sound in the output once more at its true level; only after a jump, since the
    // output plays on until it obeys.
    level = (1, 0, true)
    publishSettings()
    // The stretch up to here counts as heard.
    if frame == nil { note(heard: .now) }
    land(at: frame ?? position)
    askForNext()
  }

  /// The audible frame, or the first one of a pending jump.
  private var heardLast: FrameNumber? {
    switch current?.stage {
    case nil, .opening: nil
    case .jumping(let jump): jump.frame
    case .landed(let landed): max(timeline.current?.start ?? landed.clock.heard, landed.clock.heard)
    }
  }
}
