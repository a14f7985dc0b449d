import CPulse
import Glibc
import Music

extension PulseSession {
  /// A difference that is worth telling the player, which decides what to make of it.
  private static let notableDrift = Duration.milliseconds(10)

  /// The stream was moved or goes on: what was said about time holds no more.
  func timeChanged() {
    stream?.owesClock = true
    requestTiming()
    if isRunning { startTiming() }
  }

  func startTiming() {
    stream?.polling.begin(at: pa_rtclock_now())
    stream?.timingTimer = makeTimer(after: PulsePolling.shortestInterval, onTimingTimer)
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
    // A sink that stands still has a clock of its own ideas; ours was stopped when it was.
    if !(isStreamReady && pa_stream_is_suspended(handle) == 1) { timingArrived() }
    noteAnswer()
  }

  /// Makes a clock of what the server said: heard is what was handed over, less what is queued
  /// there and in the device.
  private func timingArrived() {
    guard isStreamReady, let hold = stream?.hold, let rate, let jump,
      let timing = pa_stream_get_timing_info(handle)?.pointee,
      timing.write_index_corrupt == 0, timing.read_index_corrupt == 0
    else { return }
    switch hold {
    case .off: break
    case .asked, .fading: return
    case .held(let next):
      // What the server took since is the silence behind it.
      return say(OutputClock(serial: jump.serial, heard: next, at: .now, isAdvancing: false))
    }
    var age = timeval()
    pa_gettimeofday(&age)
    var stamp = timing.timestamp
    // libpulse tells the wall-clock time, which only serves to know how old this is.
    let isPast = pa_timeval_cmp(&age, &stamp) > 0
    let microseconds = isPast ? min(pa_timeval_diff(&age, &stamp), 2_000_000) : 0
    let at = SuspendingClock.now - .microseconds(Int64(microseconds))

    let taken = render.given - timing.queuedFrames
    let isSuspended = pa_stream_is_suspended(handle) == 1
    let isMoving = isRunning && timing.playing != 0 && !isSuspended
    // What a corked stream's device holds is still played to its end.
    let inDevice = isMoving ? FrameNumber(seconds: timing.sinkSeconds, rate: rate) : 0
    // Before the server has taken anything, when it will is a guess.
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

  func say(_ clock: OutputClock) { report(render.tell(clock)) }
}

/// What a server says of itself may be anything.
extension pa_timing_info {
  /// Frames that the server holds.
  var queuedFrames: Int64 { (write_index &- read_index) / Int64(WriteCallbackState.bytesPerFrame) }

  /// How much sound the sink holds; no sink holds a minute.
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
