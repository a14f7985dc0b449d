import CPulse
import Synchronization

extension PulseSession {
  static let applicationID = "tritone"
  /// The server's answer timeout while there is no stream.
  static let answerTime: pa_usec_t = 5_000_000
  static let frozen = "the sound server does not answer; retrying"

  func connect() {
    disconnect()
    forgetContext()
    stage = .connecting
    retry.budget.noteConnection(at: pa_rtclock_now())
    tally.connections.add(1, ordering: .relaxed)
    if reported.sound == .nothing { report(.connecting) }
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, Self.applicationID)
    pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Tritone")
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "audio-x-generic")
    connection = pa_context_new_with_proplist(api, "Tritone", properties).map {
      PulseConnection(context: $0)
    }
    arm(after: Self.answerTime)
    pa_context_set_state_callback(context, onContextState, address)
    // Starting a server takes long, so only the first attempt does.
    let flags = retry.budget.isFirst ? PA_CONTEXT_NOFLAGS : PA_CONTEXT_NOAUTOSPAWN
    // A refusal may also reach the state callback; the one timer serves both.
    if pa_context_connect(context, server, flags, nil) < 0 { lose(unreachable) }
  }

  private var unreachable: String {
    rate == nil ? "no sound server; retrying" : "the sound server went away; retrying"
  }

  /// Closes the connection and drops pending requests.
  func disconnect() {
    closeStream()
    outlets.disconnect()
    volume.connectionEnded()
    connection?.end()
    guard let context else { return }
    pa_context_set_state_callback(context, nil, nil)
    pa_context_set_subscribe_callback(context, nil, nil)
    pa_context_disconnect(context)
  }

  func forgetContext() {
    if let context { pa_context_unref(context) }
    connection = nil
  }

  var isServerThere: Bool { context.map { pa_context_get_state($0) == PA_CONTEXT_READY } ?? false }

  func contextChanged() {
    guard let context else { return }
    switch pa_context_get_state(context) {
    case PA_CONTEXT_READY:
      stopWatching()
      watch.server = pa_context_get_server(context).map { String(cString: $0) }
      let interests =
        PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
        | PA_SUBSCRIPTION_MASK_SERVER.rawValue | PA_SUBSCRIPTION_MASK_CARD.rawValue
      pa_context_set_subscribe_callback(context, onChange, address)
      start(pa_context_subscribe(context, pa_subscription_mask_t(interests), nil, nil))
      listSinks()
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: lose(unreachable)
    default: break
    }
  }

  /// Reports the loss of the server or only of the stream, and retries.
  func lose(_ reason: String) {
    if !isServerThere { startWatching() }
    guard stage != .waiting else { return }
    standStill()
    stage = .waiting
    tellUnavailable(reason)
    arm(after: retry.budget.nextDelay(at: pa_rtclock_now(), isConnected: isServerThere))
  }

  /// Stops handing over sound and timing it.
  func standStill() {
    if hasBeenReady { retry.budget.succeed() }
    render.close()
    stream?.isRunning = false
    stream?.stopTimers()
    if case .ready = reported.sound { reported.sound = .nothing }
  }

  /// Whether the stream has been stable for a while.
  var hasBeenReady: Bool {
    guard case .ready(let since) = stage else { return false }
    return pa_rtclock_now() - since > Self.answerTime
  }

  func tellUnavailable(_ reason: String) {
    let new = PulseReported.Sound.unavailable(reason: reason)
    if reported.sound != new { report(.unavailable(reason: reason)) }
    reported.sound = new
    guard isInterrupted else { return }
    // The end of the interruption would never be reported.
    stream?.isInterrupted = false
    report(.corkRequested(false))
  }

  /// The timer of an attempt or of an answer has run out.
  func timeRanOut() {
    retry.timer = nil
    switch stage {
    case .waiting where isServerThere:
      closeStream()
      stage = .connecting
      arm(after: Self.answerTime)
      listSinks()
    case .waiting: connect()
    case .connecting, .creating, .silent:
      disconnect()
      lose(Self.frozen)
    case .withoutSink, .ready: break
    }
  }

  fileprivate func changed(_ kind: UInt32, _ index: UInt32) {
    let facility = kind & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
    let type = kind & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
    switch facility {
    // What is plugged into the ports of a sink is said of its card.
    case PA_SUBSCRIPTION_EVENT_SINK.rawValue, PA_SUBSCRIPTION_EVENT_SERVER.rawValue,
      PA_SUBSCRIPTION_EVENT_CARD.rawValue:
      listSinks()
    case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue
    where isStreamReady && index == pa_stream_get_index(handle)
      && type == PA_SUBSCRIPTION_EVENT_CHANGE.rawValue:
      askForVolume()
    default: break
    }
  }
}

private func onContextState(_: OpaquePointer?, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.contextChanged()
}

private func onChange(
  _: OpaquePointer?, _ kind: pa_subscription_event_type_t, _ index: UInt32,
  _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.changed(kind.rawValue, index) }
