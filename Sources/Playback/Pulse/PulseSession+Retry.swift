import CPulse
import Glibc

extension PulseSession {
  /// Creates a timer independent of wall-clock changes.
  func makeTimer(
    after delay: pa_usec_t, _ fire: @escaping pa_time_event_cb_t
  ) -> PulseTimer? {
    if let context {
      return PulseTimer(
        pa_context_rttime_new(context, pa_rtclock_now() + delay, fire, address), of: api)
    }
    var due = timeval()
    pa_gettimeofday(&due)
    pa_timeval_add(&due, delay)
    return PulseTimer(api.pointee.time_new(api, &due, fire, address), of: api)
  }

  /// Rearms the one timer.
  func arm(after delay: pa_usec_t) { retry.timer = makeTimer(after: delay, onRetry) }

  /// The server's socket has appeared, perhaps without a listener yet.
  func serverMayBeBack() {
    switch stage {
    case .waiting where !isServerThere: break
    case .connecting where !isServerThere, .silent:
      // The server of the old connection has been replaced.
      disconnect()
      standStill()
      stage = .waiting
    case .waiting, .connecting, .withoutSink, .creating, .ready: return
    }
    arm(after: retry.budget.restart(at: pa_rtclock_now()))
  }
}

private func onRetry(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: UnsafePointer<timeval>?,
  _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.timeRanOut() }
