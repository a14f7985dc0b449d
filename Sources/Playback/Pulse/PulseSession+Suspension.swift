import CPulse
import Music

// A sink that is suspended drops what its device holds, up to seconds, and goes on with what follows.
// So the server is left nothing to go on with, and is given what was not heard when it goes on.
extension PulseSession {
  /// The sink stands still, or goes on.
  func suspensionChanged() {
    guard isStreamReady else { return }
    if pa_stream_is_suspended(handle) == 1 { suspend() } else { goOn() }
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

  private func goOn() {
    guard let frame = stream?.suspendedFrame, let jump else { return timeChanged() }
    performJump(to: frame, serial: jump.serial)
  }
}
