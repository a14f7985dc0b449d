// Holding without a click: the server's buffer is rewritten from the sink's next frame on with the
// same frames fading out, and only then is the stream corked. Resuming jumps to the frame behind
// them and fades in, so every frame is heard once.
import CPulse

/// The progress of a hold.
enum PulseHold: Equatable {
  case off
  /// The server was asked for the sink's next frame.
  case asked(tries: Int)
  /// Faded frames are queued, up to a byte of the stream; the sound resumes at `next`.
  case fading(next: FrameNumber, end: Int64, tries: Int)
  case held(next: FrameNumber)
}

extension PulseSession {
  /// A sink about to take more would take it before the faded frames arrive.
  static let minimumNotice: pa_usec_t = 3_000
  /// Extra time for the server to take written frames.
  static let holdMargin: pa_usec_t = 2_000
  private static let maximumTries = 10

  /// The player holds the sound.
  func beginHold() {
    // The resumption during the fade is cancelled.
    if case .fading = stream?.hold { return }
    // The server has muted the stream for a call: a fade would be inaudible.
    guard isStreamReady, !isInterrupted, isSounding, jump?.clock.isAdvancing == true else {
      return cork(true)
    }
    stream?.timingTimer = nil
    stream?.hold = .asked(tries: 0)
    askForHold()
  }

  /// The player resumes the sound.
  func endHold() {
    switch stream?.hold {
    case nil: break
    case .off: cork(false)
    case .asked:
      forgetHold()
      timeChanged()
    case .fading: startTiming()  // goes on when that is heard, or frames would be lost
    case .held(let next): resume(from: next)
    }
  }

  /// Cancels the hold for a jump or a stop: the stream stands still.
  func abandonHold() {
    let isPlaying = !isRunning && isHolding
    forgetHold()
    if isPlaying, isStreamReady { start(pa_stream_cork(handle, 1, nil, nil)) }
  }

  func forgetHold() {
    stream?.hold = .off
    stream?.holdTimer = nil
  }

  private var isHolding: Bool { (stream?.hold ?? .off) != .off }

  private func resume(from next: FrameNumber) {
    guard let jump else { return }
    forgetHold()
    performJump(to: next, serial: jump.serial)
  }

  private func askForHold() {
    start(pa_stream_update_timing_info(handle, onHoldAnswer, address))
  }

  private func askForHold(after time: pa_usec_t) {
    stream?.holdTimer = makeTimer(after: time, onHoldTimer)
  }

  fileprivate func holdTimerFired() {
    stream?.holdTimer = nil
    askForHold()
  }

  fileprivate func holdAnswered() {
    let timing = isStreamReady ? pa_stream_get_timing_info(handle)?.pointee : nil
    switch stream?.hold {
    case nil, .off, .held: break
    case .asked(let tries):
      guard let timing, timing.playing != 0, timing.write_index_corrupt == 0,
        timing.read_index_corrupt == 0
      else { return stopAtOnce() }
      if timing.sinkTime < Self.minimumNotice, tries < 3 {
        stream?.hold = .asked(tries: tries + 1)
        return askForHold(after: timing.sinkTime + Self.holdMargin)
      }
      fadeOut(timing)
    case .fading(let next, let end, let tries):
      // Corking now would lose frames that the sink has not taken.
      if let timing, timing.read_index < end, tries < Self.maximumTries {
        stream?.hold = .fading(next: next, end: end, tries: tries + 1)
        return askForHold(after: 10_000)
      }
      if isRunning { return resume(from: next) }
      stream?.hold = .held(next: next)
      cork(true)
    }
  }

  private func stopAtOnce() {
    forgetHold()
    cork(true)
  }

  /// Replaces the sink's next frames by faded ones with silence behind them.
  private func fadeOut(_ timing: pa_timing_info) {
    guard let rate, let jump else { return stopAtOnce() }
    let queued = timing.queuedFrames
    let start = render.given - queued
    let count = FrameNumber(RenderState.entryFrames(rate: rate))
    // At the very beginning nothing is audible yet, and at the very end nothing is left to fade.
    guard start > 0, queued > count, queued <= FrameNumber(RewindBuffer.capacity) else {
      return stopAtOnce()
    }
    render.close()
    let position = timing.write_index - queued * Int64(WriteCallbackState.bytesPerFrame)
    guard let next = render.frame(ofGiven: start + count),
      replace(from: start, at: position, frames: Int(queued), fading: Int(count))
    else { return stopAtOnce() }
    let end = position + count * Int64(WriteCallbackState.bytesPerFrame)
    stream?.hold = .fading(next: max(jump.frame, next), end: end, tries: 0)
    let length = pa_usec_t(count) * 1_000_000 / pa_usec_t(rate)
    askForHold(after: timing.sinkTime + length + Self.holdMargin)
  }

  private func replace(
    from start: FrameNumber, at position: Int64, frames: Int, fading: Int
  ) -> Bool {
    var done = 0
    while done < frames {
      var memory: UnsafeMutableRawPointer?
      var room = (frames - done) * WriteCallbackState.bytesPerFrame
      guard pa_stream_begin_write(handle, &memory, &room) >= 0, let memory else { return false }
      let count = min(room / WriteCallbackState.bytesPerFrame, frames - done)
      let out = memory.assumingMemoryBound(to: Float.self)
      for index in 0..<count {
        let left = max(0, fading - done - index)
        let sound = callback.pointee.rewindBuffer.frame(start + FrameNumber(done + index))
        let pair = sound * (Float(left) / Float(fading + 1))
        out[index * 2] = pair.x
        out[index * 2 + 1] = pair.y
      }
      let isFirst = done == 0
      pa_stream_write(
        handle, memory, count * WriteCallbackState.bytesPerFrame, nil, isFirst ? position : 0,
        isFirst ? PA_SEEK_ABSOLUTE : PA_SEEK_RELATIVE)
      done += count
    }
    return true
  }
}

private func onHoldAnswer(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.holdAnswered()
}

private func onHoldTimer(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: UnsafePointer<timeval>?,
  _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.holdTimerFired() }
