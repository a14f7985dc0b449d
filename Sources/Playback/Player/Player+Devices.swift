import Music

// Interruptions by calls, and facts learnt late about a lost sound server.
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

  /// The listener's command overrides the system's request.
  func forgetInterruption() {
    guard pausing == .system else { return }
    pausing = .listener
    report(.interrupted(false))
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
