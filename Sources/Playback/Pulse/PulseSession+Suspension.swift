import CPulse
import Music

// A sink that is suspended drops what its device holds, up to seconds, and goes on with what follows.
// So the server is left nothing to go on with, and is given what was not heard when it goes on.
extension PulseSession {
  /// The sink stands still, or goes on.
  func suspensionChanged() {
    guard isStreamReady else { return }
    if pa_stream_is_suspended(stream) == 1 { suspend() } else { goOn() }
  }

  private func suspend() {
    stopTiming()
    owesClock = true
    guard let rate, let jump, var stopped = clock, stopped.serial == jump.serial,
      stopped.isAdvancing
    else { return }
    stopped.heard = max(jump.frame, heardNow(stopped, rate: rate))
    stopped.at = .now
    stopped.isAdvancing = false
    say(stopped)
    let playing = stopped.heard.nearest(ringEnds(ring.memory).playing)
    guard voice.pointee.isOpen, !voice.pointee.isDry,
      playing - stopped.heard <= FrameNumber(RingMemory.history)
    else { return }
    voice.pointee.isOpen = false
    flush()
    suspendedFrame = stopped.heard
  }

  private func goOn() {
    guard let frame = suspendedFrame, let jump else { return timeChanged() }
    self.jump = (frame, jump.serial)
    performJump()
  }
}
