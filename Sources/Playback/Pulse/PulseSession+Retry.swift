import CPulse
import Glibc

extension PulseSession {
  /// The most connections that are tried within `attemptSpan`.
  static let mostAttempts = 12
  private static let attemptSpan: pa_usec_t = 10_000_000

  /// Sets a timer that no change of the wall clock moves.
  func makeTimer(
    after delay: pa_usec_t, _ fire: @escaping pa_time_event_cb_t
  ) -> OpaquePointer? {
    if let context {
      return pa_context_rttime_new(context, pa_rtclock_now() + delay, fire, address)
    }
    var due = timeval()
    pa_gettimeofday(&due)
    pa_timeval_add(&due, delay)
    return api.pointee.time_new(api, &due, fire, address)
  }

  /// Sets the one timer anew.
  func arm(after delay: pa_usec_t) {
    disarm()
    retryTimer = makeTimer(after: delay, onRetry)
  }

  func disarm() {
    if let retryTimer { api.pointee.time_free(retryTimer) }
    retryTimer = nil
  }

  /// Tries again after 100 ms, and after twice as long every time, up to two seconds.
  func armRetry() {
    let delay = min(2_000_000, pa_usec_t(100_000) << pa_usec_t(min(retries, 5)))
    retries += 1
    arm(after: isServerThere ? delay : max(delay, forcedDelay))
  }

  /// The server's socket has appeared; whether it is listened to already is not known.
  func serverMayBeBack() {
    switch stage {
    case .waiting where !isServerThere: break
    case .connecting where !isServerThere, .silent:
      // Whoever was asked there has been replaced.
      disconnect()
      standStill()
      stage = .waiting
    default: return
    }
    retries = 0
    arm(after: max(20_000, forcedDelay))
  }

  /// How long the next connection has to wait so that there are not too many of them.
  private var forcedDelay: pa_usec_t {
    guard attempts.count >= Self.mostAttempts, let first = attempts.first else { return 0 }
    let (free, now) = (first + Self.attemptSpan, pa_rtclock_now())
    return free > now ? free - now : 0
  }
}

private func onRetry(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: UnsafePointer<timeval>?,
  _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.timeRanOut() }
