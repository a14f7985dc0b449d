// The sleep timer: the sound fades, then a pause begins at what was heard last, at full level
// again, so that going on later is going on and not a fade in.
package import Music

/// The sleep timer, as far as it has come.
struct Sleeping {
  var state = SleepState.off
  /// Wakes for the fade and for the pause.
  var alarm: Alarm?
  /// When the fade has to be over; nil before it is due.
  var fadeEnd: SuspendingClock.Instant?

  /// Ends what the timer was about to do; its state stays.
  mutating func callOff() { (alarm, fadeEnd) = (nil, nil) }
}

extension Player {
  private static var fadeTime: Double { 3 }
  /// How much earlier than it is heard a fade has to be asked for, in seconds: the sound that the
  /// output holds is beyond recall.
  private static var outputTime: Double { 0.25 }

  /// Stops the music after a time or at the end of a track, nil never; asked again, it starts anew.
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
          // The listener's time goes on while the machine sleeps.
          try? await Task.sleep(until: end - Self.fadeLead, clock: .continuous)
          if Task.isCancelled { return }
          await fade(until: .now + ContinuousClock.now.duration(to: end))
          if !Task.isCancelled { fallAsleep(at: nil) }
        })
    case .endOfTrack:
      report(asleep: .endOfTrack)
      settle()
    }
  }

  /// How long before its end a fade is prepared.
  private static var fadeLead: Duration { .seconds(fadeTime + outputTime) }

  private func report(asleep state: SleepState) {
    guard state != sleeping.state else { return }
    sleeping.state = state
    report(.sleep(state))
  }

  private func setLevel(_ target: Double, within time: Double) {
    level = (target, time, false)
    publishSettings()
  }

  /// Another place or track is gone to: what was faded towards the end of this one is to be heard.
  func endFadeOfTrack() {
    guard sleeping.state == .endOfTrack else { return }
    sleeping.callOff()
    if level.target < 1 { setLevel(1, within: 0.05) }
  }

  /// The last track has ended by itself, and with it what the timer was set for.
  func endSleepOfTrack() {
    guard sleeping.state == .endOfTrack else { return }
    endFadeOfTrack()
    report(asleep: .off)
  }

  /// While it is paused the track comes no nearer to its end.
  func suspendFadeOfTrack() {
    if sleeping.state == .endOfTrack { sleeping.callOff() }
  }

  /// The track is over at `end`: fades it out before.
  func fadeOut(before end: SuspendingClock.Instant) {
    sleeping.callOff()
    sleeping.alarm = Alarm(Task { await fade(until: end) })
  }

  /// Fades so that nothing is heard from `end` on, and returns then.
  private func fade(until end: SuspendingClock.Instant) async {
    try? await Task.sleep(until: end - Self.fadeLead, clock: .suspending)
    if Task.isCancelled { return }
    sleeping.fadeEnd = end
    fadeIfDue()
    try? await Task.sleep(until: end, clock: .suspending)
  }

  /// Close to the end of its time, what is heard fades, and so does what is gone on with there.
  func fadeIfDue() {
    guard let fadeEnd = sleeping.fadeEnd, current != nil, !isPaused else { return }
    let left = SuspendingClock.now.duration(to: fadeEnd).seconds - Self.outputTime
    setLevel(0, within: max(0.05, min(Self.fadeTime, left)))
  }

  /// Pauses at a frame, or where it is heard, with the level as it was.
  func fallAsleep(at frame: FrameNumber?) {
    // A fade that has not begun yet would be one of what is gone on with later.
    sleeping.callOff()
    report(asleep: current == nil ? .off : .slept)
    let isOver = isPaused && level.target == 1
    pause()
    // Who has paused it before has heard it to its end.
    if isOver { return }
    guard link.isReady, let position = heardLast else { return setLevel(1, within: 0) }
    // Plays what the output holds of the fade once more, at its true level; not sooner, since the
    // output plays on until it obeys.
    level = (1, 0, true)
    publishSettings()
    // What was heard before counts, too.
    if frame == nil { note(heard: .now) }
    land(at: frame ?? position)
    askForNext()
  }

  /// The frame that is heard, or will be first when a jump that is under way has been made.
  private var heardLast: FrameNumber? {
    switch current?.stage {
    case nil, .opening: nil
    case .jumping(let jump): jump.frame
    case .landed(let landed): max(timeline.current?.start ?? landed.clock.heard, landed.clock.heard)
    }
  }
}
