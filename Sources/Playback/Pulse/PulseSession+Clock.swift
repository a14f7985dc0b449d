import CPulse
import Glibc
import Music

extension PulseSession {
  private static let shortestInterval: pa_usec_t = 20_000
  private static let longestInterval: pa_usec_t = 1_000_000
  /// A difference that is worth telling the player, which decides what to make of it.
  private static let notableDrift = Duration.milliseconds(10)

  /// The stream was moved or goes on: what was said about time holds no more.
  func timeChanged() {
    owesClock = true
    requestTiming()
    if isRunning { startTiming() }
  }

  func startTiming() {
    stopTiming()
    timingInterval = Self.shortestInterval
    silence.length = 0
    silence.lastTick = pa_rtclock_now()
    timingTimer = pa_context_rttime_new(
      context, pa_rtclock_now() + timingInterval, onTimingTimer, address)
  }

  func stopTiming() {
    if let timingTimer { api.pointee.time_free(timingTimer) }
    timingTimer = nil
  }

  fileprivate func timingTimerFired() {
    guard noteSilence() else { return }
    requestTiming()
    // An answer that is late is looked for sooner.
    let longest = silence.length > 0 ? Self.longestInterval / 2 : Self.longestInterval
    timingInterval = min(longest, timingInterval * 2)
    pa_context_rttime_restart(context, timingTimer, pa_rtclock_now() + timingInterval)
  }

  func requestTiming() {
    guard isStreamReady else { return }
    if start(pa_stream_update_timing_info(stream, onTiming, address)) { silence.isAnswerDue = true }
  }

  fileprivate func timeAnswered() {
    // A sink that stands still has a clock of its own ideas; ours was stopped when it was.
    if !(isStreamReady && pa_stream_is_suspended(stream) == 1) { timingArrived() }
    noteAnswer()
  }

  /// Makes a clock of what the server said: heard is what was handed over, less what is queued
  /// there and in the device.
  private func timingArrived() {
    guard isStreamReady, let rate, let jump, let render = voice.pointee.render,
      let timing = pa_stream_get_timing_info(stream)?.pointee,
      timing.write_index_corrupt == 0, timing.read_index_corrupt == 0
    else { return }
    switch hold {
    case .none: break
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

    let taken = voice.pointee.written - timing.queuedFrames
    let isSuspended = pa_stream_is_suspended(stream) == 1
    let isMoving = isRunning && timing.playing != 0 && !isSuspended
    // What a corked stream's device holds is still played to its end.
    let inDevice = isMoving ? FrameNumber(seconds: timing.sinkSeconds, rate: rate) : 0
    // Before the server has taken anything, when it will is a guess.
    if isMoving, taken <= 0 { return }
    if isRunning, !isMoving, !isSuspended { return }
    let heard = render.pointee.map.frame(ofGiven: taken - inDevice)
    let new = OutputClock(
      serial: jump.serial, heard: heard.frame, at: at, isAdvancing: isMoving, speed: heard.speed)
    let now = ReportTime.now
    if owesClock || askedAt.hasSlept(until: now) || isNotable(new, rate: rate) { say(new) }
    owesClock = false
    askedAt = now
  }

  /// The frame that is heard now by a clock: none that was not handed over.
  func heardNow(_ clock: OutputClock, rate: Int) -> FrameNumber {
    let end = clock.heard.nearest(ringEnds(ring.memory).playing)
    return clock.heard(at: .now, rate: rate, before: end)
  }

  private func isNotable(_ new: OutputClock, rate: Int) -> Bool {
    guard let clock, clock.serial == new.serial, clock.isAdvancing == new.isAdvancing,
      clock.speed == new.speed
    else {
      return true
    }
    let drift = Double(clock.extrapolated(to: new.at, rate: rate) - new.heard) / Double(rate)
    return abs(drift) > Self.notableDrift.seconds
  }

  func say(_ clock: OutputClock) {
    self.clock = clock
    report(.clock(clock))
  }
}

/// What a server says of itself may be anything.
extension pa_timing_info {
  /// Frames that the server holds.
  var queuedFrames: Int64 { (write_index &- read_index) / Int64(PulseVoice.bytesPerFrame) }

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
