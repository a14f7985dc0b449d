// The sleep timer: the sound fades out and then pauses at the last frame heard, with the level
// restored, so that resuming does not fade in.
package import Music

/// The sleep timer's state. A time is awaited here, a frame of the ring on the audio thread.
struct Sleeping {
  var state = SleepState.off
  /// Wakes for the fade and for the pause.
  var alarm: Alarm?
  /// The end of the fade; nil before the fade is due.
  var fadeEnd: SuspendingClock.Instant?
  /// The frame at which a timer that waits for one pauses; the audio thread fades to it.
  var silence: FrameNumber?

  /// Whether the timer waits for a frame.
  var awaitsFrame: Bool {
    switch state {
    case .endOfTrack, .at: true
    case .off, .until, .slept: false
    }
  }

  /// Cancels the pending fade or pause; the state stays.
  mutating func callOff() { (alarm, fadeEnd) = (nil, nil) }
}

extension Player {
  static var fadeTime: Double { 3 }
  /// The lead of a fade over its audible start, in seconds: sound in the output can no longer be
  /// changed.
  private static var outputTime: Double { 0.25 }

  /// Sets the sleep timer, nil for off; restarts when set again.
  package func sleep(_ timer: SleepTimer?) {
    sleeping.callOff()
    if level.target < 1 || sleeping.silence != nil {
      sleeping.silence = nil
      setLevel(1, within: 0.5)
    }
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
    case .at(let track, let time):
      report(asleep: .at(track, time))
      if isPast(track, time) { fallAsleep(at: nil) } else { handleBoundaries() }
    }
  }

  /// Whether the position of a track was heard already.
  private func isPast(_ track: TrackID, _ time: Duration) -> Bool {
    guard let item = current?.item, item.id.track == track, let clock = landed?.clock else {
      return false
    }
    return timeline.position(of: heard(of: clock, at: .now)) >= item.start + time
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

  /// The frame at which the timer pauses; nil while that is unknown.
  private var sleepFrame: FrameNumber? {
    switch sleeping.state {
    case .endOfTrack: timeline.boundary
    case .at(let track, let time): timeline.frame(of: time, in: track)
    case .off, .until, .slept: nil
    }
  }

  /// Tells the audio thread where to have faded to silence, on change.
  func updateSilence() {
    let frame = sleepFrame
    guard frame != sleeping.silence else { return }
    sleeping.silence = frame
    setLevel(1, within: 0.05)
  }

  /// Cancels the fade to a frame after a seek or a change of track.
  func endFadeToFrame() {
    guard sleeping.silence != nil else { return }
    sleeping.silence = nil
    setLevel(1, within: 0.05)
  }

  /// Ends the timer that waited for a frame, since nothing follows.
  func endSleepAtFrame() {
    guard sleeping.awaitsFrame else { return }
    endFadeToFrame()
    report(asleep: .off)
  }

  /// Whether the timer pauses at the boundary of the current item.
  func sleeps(at boundary: FrameNumber?) -> Bool {
    sleeping.state == .endOfTrack || sleeping.silence != nil && sleeping.silence == boundary
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
    let hadFaded = sleeping.silence != nil
    sleeping.silence = nil
    report(asleep: current == nil ? .off : .slept)
    let isOver = isPaused && level.target == 1
    pause()
    // A pause before the fade leaves nothing to play again.
    if isOver { return hadFaded ? setLevel(1, within: 0.05) : () }
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
