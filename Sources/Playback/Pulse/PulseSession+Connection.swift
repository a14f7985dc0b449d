import CPulse
import Synchronization

extension PulseSession {
  static let applicationID = "tritone"
  /// How long the server may take to answer while there is no stream.
  static let answerTime: pa_usec_t = 5_000_000
  static let frozen = "the sound server does not answer; retrying"

  func connect() {
    disconnect()
    forgetContext()
    stage = .connecting
    retries.noteConnection(at: pa_rtclock_now())
    tally.connections.add(1, ordering: .relaxed)
    if told == .nothing { report(.connecting) }
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, Self.applicationID)
    pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Tritone")
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "audio-x-generic")
    context = pa_context_new_with_proplist(api, "Tritone", properties)
    arm(after: Self.answerTime)
    pa_context_set_state_callback(context, onContextState, address)
    // Starting a server takes long, and is worth it only at first.
    let flags = retries.isFirst ? PA_CONTEXT_NOFLAGS : PA_CONTEXT_NOAUTOSPAWN
    // A refusal may also be reported by the state callback; the one timer bears both.
    if pa_context_connect(context, server, flags, nil) < 0 { lose(unreachable) }
  }

  private var unreachable: String {
    rate == nil ? "no sound server; retrying" : "the sound server went away; retrying"
  }

  /// Ends the connection; what was asked and not answered is forgotten with it.
  func disconnect() {
    closeStream()
    sinkList = nil
    volume.connectionEnded()
    moves = SinkMoves()
    guard let context else { return }
    pa_context_set_state_callback(context, nil, nil)
    pa_context_set_subscribe_callback(context, nil, nil)
    pa_context_disconnect(context)
  }

  func forgetContext() {
    if let context { pa_context_unref(context) }
    context = nil
  }

  var isServerThere: Bool { context.map { pa_context_get_state($0) == PA_CONTEXT_READY } ?? false }

  func contextChanged() {
    guard let context else { return }
    switch pa_context_get_state(context) {
    case PA_CONTEXT_READY:
      stopWatching()
      knownServer = pa_context_get_server(context).map { String(cString: $0) }
      let interests =
        PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
        | PA_SUBSCRIPTION_MASK_SERVER.rawValue
      pa_context_set_subscribe_callback(context, onChange, address)
      start(pa_context_subscribe(context, pa_subscription_mask_t(interests), nil, nil))
      listSinks()
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: lose(unreachable)
    default: break
    }
  }

  /// The server, or with the connection in order the stream, is gone: says so and tries again.
  func lose(_ reason: String) {
    if !isServerThere { startWatching() }
    guard stage != .waiting else { return }
    standStill()
    stage = .waiting
    tellUnavailable(reason)
    arm(after: retries.nextDelay(at: pa_rtclock_now(), isConnected: isServerThere))
  }

  /// Nothing is handed over any more, and nothing is counted.
  func standStill() {
    if hasBeenReady { retries.succeed() }
    render.close()
    isRunning = false
    timingTimer = nil
    volumeTimer = nil
    if case .ready = told { told = .nothing }
  }

  /// Whether the stream is there, and has been for a while.
  var hasBeenReady: Bool {
    guard case .ready(let since) = stage else { return false }
    return pa_rtclock_now() - since > Self.answerTime
  }

  func tellUnavailable(_ reason: String) {
    if told != .unavailable(reason: reason) { report(.unavailable(reason: reason)) }
    told = .unavailable(reason: reason)
    guard isInterrupted else { return }
    // Its end would never be told.
    isInterrupted = false
    report(.corkRequested(false))
  }

  /// The timer of a try, or of an answer, has run out.
  func timeRanOut() {
    retryTimer = nil
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
    case PA_SUBSCRIPTION_EVENT_SINK.rawValue, PA_SUBSCRIPTION_EVENT_SERVER.rawValue: listSinks()
    case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue
    where isStreamReady && index == pa_stream_get_index(stream)
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
