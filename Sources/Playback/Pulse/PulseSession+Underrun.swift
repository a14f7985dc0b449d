import CPulse
import Synchronization

extension PulseSession {
  private static let maximumBuffer: pa_usec_t = 2_000_000
  /// Reports within this time count as one underrun.
  private static let underrunSpan: pa_usec_t = 1_000_000

  /// The longest inaudible gap, in seconds; a shorter loss is not replayed.
  private static let longestLoss = 0.05

  /// The server reported an underflow.
  func serverRanOut() {
    guard isStreamReady, isRunning, let rate, let jump, render.isOpen else { return }
    let index = pa_stream_get_underflow_index(handle)
    guard index >= 0, let timing = pa_stream_get_timing_info(handle)?.pointee,
      timing.write_index_corrupt == 0
    else { return noteUnderrun() }
    let start = timing.write_index &- render.given * Int64(WriteCallbackState.bytesPerFrame)
    // Before the last jump the server held other sound.
    guard index >= start, ringFill(ring.memory) > 0 else { return }
    noteUnderrun()
    // The server goes on by the clock, and drops late sound.
    let clock = jump.clock
    let given = (index &- start) / Int64(WriteCallbackState.bytesPerFrame)
    guard clock.isAdvancing, let played = render.frame(ofGiven: given) else { return }
    let inDevice = FrameNumber(seconds: timing.sinkSeconds * clock.speed, rate: rate)
    let missed = clock.extrapolated(to: .now, rate: rate) + inDevice - played
    guard Double(missed) > Self.longestLoss * Double(rate),
      ringSkip(ring.memory, UInt32(truncatingIfNeeded: played))
    else { return }
    stopDry()
  }

  /// Hands over nothing until the next jump.
  func stopDry() {
    if let event = render.stopDry() { report(event) }
  }

  /// Counts an underrun of the server and lengthens its buffer, if there was more sound.
  func noteUnderrun() {
    let now = pa_rtclock_now()
    guard isStreamReady, ringFill(ring.memory) > 0, now - buffer.grownAt > Self.underrunSpan else {
      return
    }
    buffer.grownAt = now
    tally.underruns.add(1, ordering: .relaxed)
    growBuffer()
  }

  /// How much sound the ring keeps behind the frames handed over, and so the longest server buffer:
  /// its content is lost with the server.
  static func maximumHistory(at rate: Int) -> pa_usec_t {
    pa_usec_t(RingMemory.history) * 1_000_000 / pa_usec_t(rate)
  }

  private func growBuffer() {
    guard let rate, let format = pa_stream_get_sample_spec(handle) else { return }
    var specification = format.pointee
    let longer = min(buffer.time * 2, Self.maximumBuffer, Self.maximumHistory(at: rate))
    guard longer > buffer.time else { return }
    buffer.time = longer
    var lengths = bufferLengths(of: &specification)
    // The server requests the difference at once, which is no underrun.
    callback.pointee.targetLength = max(
      callback.pointee.targetLength, Self.wholeFrames(lengths.tlength))
    start(pa_stream_set_buffer_attr(handle, &lengths, onBufferSet, address))
  }

  fileprivate func bufferSet() {
    guard isStreamReady, let length = pa_stream_get_buffer_attr(handle) else { return }
    callback.pointee.targetLength = Self.wholeFrames(length.pointee.tlength)
  }
}

private func onBufferSet(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.bufferSet()
}
