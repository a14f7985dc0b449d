// A frozen server keeps its connections and is silent. During playback the timing timer also
// notices that answers stop and no sound is taken.
import CPulse
import Music

extension PulseSession {
  private static let minimumSilence: pa_usec_t = 1_500_000
  /// The time before a frozen server gets a new connection attempt.
  private static let maximumSilence: pa_usec_t = 10_000_000

  /// Checks for silence at each timing request; false if the server is given up for now.
  func noteSilence() -> Bool {
    let given = render.given
    stream?.polling.tick(at: pa_rtclock_now(), given: given)
    guard isRunning, let silence = stream?.polling.silence,
      silence >= max(Self.minimumSilence, 3 * bufferedTime)
    else {
      return true
    }
    fallSilent()
    return false
  }

  private var bufferedTime: pa_usec_t {
    guard let rate else { return 0 }
    return pa_usec_t(
      callback.pointee.targetLength / WriteCallbackState.bytesPerFrame * 1_000_000 / rate)
  }

  /// The server has answered a timing request.
  func noteAnswer() {
    stream?.polling.answered()
    guard let jump, jump.clock.isAdvancing, let heard = render.heardNow else { return }
    let lag = handedOver(jump.frame) - heard
    stream?.lag = lag
  }

  /// The ring frame last handed over since a jump, or `count` frames earlier.
  private func handedOver(_ start: FrameNumber, without count: Int64 = 0) -> FrameNumber {
    let given = max(0, render.given - count)
    return render.frame(ofGiven: given) ?? start
  }

  private func fallSilent() {
    if let jump, jump.clock.isAdvancing, let heardNow = render.heardNow {
      // The server froze with its buffer full, so that much was not heard.
      let reached = handedOver(jump.frame) - (stream?.lag ?? 0)
      let heard = min(heardNow, reached)
      say(OutputClock(serial: jump.serial, heard: heard, at: .now, isAdvancing: false))
    }
    standStill()
    stage = .silent
    // The first requests it handles when it wakes: stop, and report its progress.
    start(pa_stream_cork(handle, 1, onStandstill, address))
    tellUnavailable(Self.frozen)
    startWatching()
    arm(after: Self.maximumSilence)
  }

  fileprivate func stoodStill() {
    guard stage == .silent else { return }
    start(pa_stream_update_timing_info(handle, onReturn, address))
  }

  fileprivate func cameTo() {
    guard stage == .silent else { return }
    if let jump, let timing = pa_stream_get_timing_info(handle)?.pointee,
      timing.write_index_corrupt == 0, timing.read_index_corrupt == 0
    {
      let heard = handedOver(jump.frame, without: max(0, timing.queuedFrames))
      report(.heard(heard, serial: jump.serial))
    }
    // Requests for time that is past may still arrive; a new stream has none.
    // nothing.
    closeStream()
    openStream()
  }
}

private func onStandstill(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.stoodStill()
}

private func onReturn(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.cameTo()
}
