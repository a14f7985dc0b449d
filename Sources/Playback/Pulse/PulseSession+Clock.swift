import CPulse
import Glibc
import Music

extension PulseSession {
  /// The smallest clock drift to report to the player.
  private static let notableDrift = Duration.milliseconds(10)

  /// Invalidates the timing when the stream was moved or resumes.
  func timeChanged() {
    stream?.owesClock = true
    requestTiming()
    if isRunning { startTiming() }
  }

  func startTiming() {
    stream?.polling.begin(at: pa_rtclock_now())
    stream?.timingTimer = makeTimer(after: PulsePolling.minimumInterval, onTimingTimer)
  }

  fileprivate func timingTimerFired() {
    guard noteSilence() else { return }
    requestTiming()
    stream?.restartTiming(context)
  }

  func requestTiming() {
    guard isStreamReady else { return }
    if start(pa_stream_update_timing_info(handle, onTiming, address)) { stream?.polling.asked() }
  }

  fileprivate func timeAnswered() {
    // A suspended sink's clock is unreliable; ours stopped at the suspension.
    if !(isStreamReady && pa_stream_is_suspended(handle) == 1) { timingArrived() }
    noteAnswer()
  }

  /// Builds a clock from the server's timing: the frames handed over, less those queued in the
  /// server and the device.
  private func timingArrived() {
    guard isStreamReady, let hold = stream?.hold, let rate, let jump,
      let timing = pa_stream_get_timing_info(handle)?.pointee,
      timing.write_index_corrupt == 0, timing.read_index_corrupt == 0
    else { return }
    switch hold {
    case .off: break
    case .asked, .fading: return
    case .held(let next):
      // The server has taken only the silence behind the sound since.
      return say(OutputClock(serial: jump.serial, heard: next, at: .now, isAdvancing: false))
    }
    var age = timeval()
    pa_gettimeofday(&age)
    var stamp = timing.timestamp
    // libpulse's timestamp is wall-clock time, good only for the answer's age.
    let isPast = pa_timeval_cmp(&age, &stamp) > 0
    let microseconds = isPast ? min(pa_timeval_diff(&age, &stamp), 2_000_000) : 0
    let at = SuspendingClock.now - .microseconds(Int64(microseconds))

    let taken = render.given - timing.queuedFrames
    let isSuspended = pa_stream_is_suspended(handle) == 1
    let isMoving = isRunning && timing.playing != 0 && !isSuspended
    // A corked stream's device still plays what it holds.
    let inDevice = isMoving ? FrameNumber(seconds: timing.sinkSeconds, rate: rate) : 0
    // Until the server has taken sound, its start time is a guess.
    if isMoving, taken <= 0 { return }
    if isRunning, !isMoving, !isSuspended { return }
    guard let new = render.clock(ofGiven: taken - inDevice, at: at, isAdvancing: isMoving) else {
      return
    }
    let now = ReportTime.now
    let isDue = stream?.isClockDue(at: now) ?? false
    if isDue || Self.isNotable(new, after: jump.clock, rate: rate) { say(new) }
    stream?.owesClock = false
    stream?.askedAt = now
  }

  private static func isNotable(
    _ new: OutputClock, after old: OutputClock, rate: Int
  ) -> Bool {
    guard old.isAdvancing == new.isAdvancing, old.speed == new.speed else { return true }
    let drift = Double(old.extrapolated(to: new.at, rate: rate) - new.heard) / Double(rate)
    return abs(drift) > notableDrift.seconds
  }

  func say(_ clock: OutputClock) { report(render.record(clock)) }
}

/// Timing values are checked: a server may send anything.
extension pa_timing_info {
  /// Frames queued in the server.
  var queuedFrames: Int64 { (write_index &- read_index) / Int64(WriteCallbackState.bytesPerFrame) }

  /// The sink's latency; no sink holds a minute.
  var sinkTime: pa_usec_t { min(sink_usec, 60_000_000) }

  var sinkSeconds: Double { Double(sinkTime) * 1e-6 }
}

private func onTimingTimer(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: UnsafePointer<timeval>?,
  _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.timingTimerFired() }

private func onTiming(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.timeAnswered()
}
