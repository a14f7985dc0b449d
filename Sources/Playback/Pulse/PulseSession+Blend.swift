// A jump whose old sound fades out under the new: from the sink's next frame on, what the server
// holds is rewritten in place. Corked and flushed, as at other jumps, it would end with a step, and
// the fade-in of the new sound would follow near silence.
import CPulse

/// A jump that waits for the server's timing.
struct PulseBlend {
  var frame: FrameNumber
  var serial: UInt64
  var tries = 0
}

extension PulseSession {
  private static let maximumTries = 3
  /// Frames of the ring for one that is output.
  private static let maximumSpeed = 3

  /// Jumps to a frame of the ring, under the sound that is heard where there is some.
  func blend(to frame: FrameNumber, serial: UInt64) {
    if stream?.blend != nil {
      // The answer is on its way.
      stream?.blend?.frame = frame
      stream?.blend?.serial = serial
      return
    }
    guard isStreamReady, isRunning, !isInterrupted, isSounding, stream?.hold == .off,
      jump?.clock.isAdvancing == true, source.rate == nil || source.rate == render.rate
    else { return performJump(to: frame, serial: serial) }
    stream?.blend = PulseBlend(frame: frame, serial: serial)
    askForBlend()
  }

  /// Makes a jump that waits at once, without a fade.
  func endBlend() {
    guard let blend = stream?.blend else { return }
    forgetBlend()
    performJump(to: blend.frame, serial: blend.serial)
  }

  func forgetBlend() {
    stream?.blend = nil
    stream?.blendTimer = nil
  }

  private func askForBlend() {
    if !start(pa_stream_update_timing_info(handle, onBlendAnswer, address)) { endBlend() }
  }

  fileprivate func blendTimerFired() {
    stream?.blendTimer = nil
    if isStreamReady, stream?.blend != nil { askForBlend() }
  }

  fileprivate func blendAnswered() {
    guard isStreamReady, var blend = stream?.blend else { return }
    guard isRunning, isSounding, let rate, let timing = pa_stream_get_timing_info(handle)?.pointee,
      timing.playing != 0, timing.write_index_corrupt == 0, timing.read_index_corrupt == 0
    else { return endBlend() }
    if timing.sinkTime < Self.minimumNotice, blend.tries < Self.maximumTries {
      blend.tries += 1
      stream?.blend = blend
      stream?.blendTimer = makeTimer(after: timing.sinkTime + Self.holdMargin, onBlendTimer)
      return
    }
    let queued = timing.queuedFrames
    let start = render.given - queued
    // At the very beginning and the very end there is nothing to fade.
    guard start > 0, queued > FrameNumber(RenderState.entryFrames(rate: rate)),
      queued <= FrameNumber(RewindBuffer.capacity),
      render.jump(to: blend.frame, serial: blend.serial)
    else { return endBlend() }
    forgetBlend()
    render.fadeOut { callback.pointee.rewindBuffer.frame(start + FrameNumber($0)) }
    rewrite(Int(queued), from: timing.write_index)
    say(OutputClock(serial: blend.serial, heard: blend.frame, at: .now, isAdvancing: false))
    stream?.owesClock = true
    callback.pointee.awaitsRequest = true
    startTiming()
  }

  /// Replaces the last frames of the stream by sound from the ring, as far as there is some.
  private func rewrite(_ frames: Int, from writeIndex: Int64) {
    let bytes = frames * WriteCallbackState.bytesPerFrame
    let position = writeIndex - Int64(bytes)
    if ringFill(ring.memory) < frames * Self.maximumSpeed { silence(frames, at: position) }
    callback.pointee.position = position
    // As many bytes as an empty buffer takes are no sign of an underrun here, and fewer no sign that
    // it is full.
    callback.pointee.supply = .filling
    fillStream(handle, bytes, callback)
    callback.pointee.supply = .filling
    callback.pointee.position = -1
  }

  /// Writes silence in place of frames that would be heard behind a shorter new sound.
  private func silence(_ frames: Int, at position: Int64) {
    callback.pointee.position = position
    var left = frames
    while left > 0 {
      var memory: UnsafeMutableRawPointer?
      var room = left * WriteCallbackState.bytesPerFrame
      guard pa_stream_begin_write(handle, &memory, &room) >= 0, let memory else { return }
      let count = min(room / WriteCallbackState.bytesPerFrame, left)
      memory.initializeMemory(
        as: UInt8.self, repeating: 0, count: count * WriteCallbackState.bytesPerFrame)
      handOver(handle, memory, count, callback)
      left -= count
    }
  }
}

private func onBlendAnswer(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.blendAnswered()
}

private func onBlendTimer(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: UnsafePointer<timeval>?,
  _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.blendTimerFired() }
