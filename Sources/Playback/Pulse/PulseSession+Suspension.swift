import CPulse
import Music

// A suspended sink drops its device buffer, up to seconds, and resumes with the sound behind it. So
// the server's buffer is emptied, and refilled with the unheard sound on resumption.
extension PulseSession {
  /// The sink was suspended or resumed.
  func suspensionChanged() {
    guard isStreamReady else { return }
    if pa_stream_is_suspended(handle) == 1 { suspend() } else { resumeAfterSuspension() }
  }

  private func suspend() {
    stream?.timingTimer = nil
    stream?.owesClock = true
    guard let jump, jump.clock.isAdvancing, let heard = render.heardNow else { return }
    var stopped = jump.clock
    stopped.heard = max(jump.frame, heard)
    stopped.at = .now
    stopped.isAdvancing = false
    say(stopped)
    let playing = stopped.heard.nearest(ringEnds(ring.memory).playing)
    guard isSounding, playing - stopped.heard <= FrameNumber(RingMemory.history)
    else { return }
    render.close()
    flush()
    stream?.suspendedFrame = stopped.heard
  }

  private func resumeAfterSuspension() {
    guard let frame = stream?.suspendedFrame, let jump else { return timeChanged() }
    performJump(to: frame, serial: jump.serial)
  }
}
