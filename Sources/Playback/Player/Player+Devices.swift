import Music

// Interruptions by calls, unplugged outputs, and facts learnt late about a lost sound server.
extension Player {
  /// Pauses for the system, unless already paused.
  func interrupt() {
    guard current != nil, pausing == .off else { return }
    hold(for: .system)
    report(.interrupted(true))
  }

  /// Resumes after an interruption that caused the pause.
  func endInterruption() {
    guard pausing == .system else { return }
    forgetInterruption()
    continuePlaying()
  }

  /// The listener's command overrides the system's request, and the wait for an unplugged output.
  func forgetInterruption() {
    switch pausing {
    case .off, .listener: break
    case .unplugged: pausing = .listener
    case .system:
      pausing = .listener
      report(.interrupted(false))
    }
  }

  /// The output that was heard is unplugged: pauses rather than be heard from another one.
  func outputUnplugged(_ name: String) {
    guard current != nil, unplugging != .ignore else { return }
    switch pausing {
    case .off: hold(for: .unplugged)
    case .system:
      forgetInterruption()
      pausing = .unplugged
    case .listener, .unplugged: return
    }
    report(.unplugged(name))
  }

  /// The unplugged output is back.
  func outputPluggedIn(_ name: String) {
    guard pausing == .unplugged, unplugging == .resume else { return }
    continuePlaying()
    report(.pluggedIn(name))
  }

  /// Corrects the resumption by the last frame heard before the output was lost.
  func correctResumption(_ frame: FrameNumber, _ serial: UInt64) {
    guard link.resumption != nil, landed != nil, serial &+ 1 == jumpSerial,
      let segment = timeline.current
    else { return }
    let heard = max(segment.start, frame)
    link = .away(resumption: heard)
    landed?.clock = OutputClock(serial: jumpSerial, heard: heard, at: .now, isAdvancing: false)
    reportState()
  }
}
