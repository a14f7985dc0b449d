import CPulse

/// A timer of libpulse's loop, which is freed with this value.
struct PulseTimer: ~Copyable {
  private let api: UnsafeMutablePointer<pa_mainloop_api>
  private let event: OpaquePointer

  init?(_ event: OpaquePointer?, of api: UnsafeMutablePointer<pa_mainloop_api>) {
    guard let event else { return nil }
    self.api = api
    self.event = event
  }

  deinit { api.pointee.time_free(event) }

  func restart(after delay: pa_usec_t, _ context: OpaquePointer?) {
    pa_context_rttime_restart(context, event, pa_rtclock_now() + delay)
  }
}
