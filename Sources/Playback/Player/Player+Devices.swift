import Music

// Calls that interrupt the music, and what is learnt about a sound server that was away.
extension Player {
  /// The system wants silence: pauses unless that has been done.
  func interrupt() {
    guard current != nil, !isPaused, !isInterrupted else { return }
    isInterrupted = true
    hold()
    report(.interrupted(true))
  }

  /// The system wants silence no longer: goes on where it was the system that wanted it.
  func endInterruption() {
    guard isInterrupted else { return }
    forgetInterruption()
    goOn()
  }

  /// What the listener wants now counts, not what the system wanted.
  func forgetInterruption() {
    guard isInterrupted else { return }
    isInterrupted = false
    report(.interrupted(false))
  }

  /// The output found out how far it was heard before it was lost.
  func correctResumption(_ frame: FrameNumber, _ serial: UInt64) {
    guard !isOutputReady, progress == .landed, resumption != nil, serial &+ 1 == jumpSerial,
      let current = timeline.current
    else { return }
    let heard = max(current.start, frame)
    resumption = heard
    clock = OutputClock(serial: jumpSerial, heard: heard, at: .now, isAdvancing: false)
    reportState()
  }
}
