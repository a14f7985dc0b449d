import Music

// Calls that interrupt the music, and what is learnt about a sound server that was away.
extension Player {
  /// The system wants silence: pauses unless that has been done.
  func interrupt() {
    guard current != nil, pausing == .off else { return }
    hold(for: .system)
    report(.interrupted(true))
  }

  /// The system wants silence no longer: goes on where it was the system that wanted it.
  func endInterruption() {
    guard pausing == .system else { return }
    forgetInterruption()
    goOn()
  }

  /// What the listener wants now counts, not what the system wanted.
  func forgetInterruption() {
    guard pausing == .system else { return }
    pausing = .listener
    report(.interrupted(false))
  }

  /// The output found out how far it was heard before it was lost.
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
