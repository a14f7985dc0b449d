import CPulse

extension PulseSession {
  static let applicationID = "tritone"

  func connect() {
    report(.connecting)
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, Self.applicationID)
    pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Tritone")
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "audio-x-generic")
    context = pa_context_new_with_proplist(api, "Tritone", properties)
    pa_context_set_state_callback(context, onContextState, address)
    // A refusal may also be reported by the state callback; the one timer bears both.
    if pa_context_connect(context, server, PA_CONTEXT_NOFLAGS, nil) < 0 {
      lose(unreachable)
    }
  }

  private var unreachable: String {
    rate == nil ? "no sound server; retrying" : "the sound server went away; retrying"
  }

  func disconnect() {
    closeStream()
    guard let context else { return }
    pa_context_set_state_callback(context, nil, nil)
    pa_context_set_subscribe_callback(context, nil, nil)
    pa_context_disconnect(context)
    pa_context_unref(context)
    self.context = nil
  }

  func contextChanged() {
    guard let context else { return }
    switch pa_context_get_state(context) {
    case PA_CONTEXT_READY:
      let interests =
        PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
        | PA_SUBSCRIPTION_MASK_SERVER.rawValue
      pa_context_set_subscribe_callback(context, onChange, address)
      start(pa_context_subscribe(context, pa_subscription_mask_t(interests), nil, nil))
      findSink()
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: lose(unreachable)
    default: break
    }
  }

  /// Asks for the default sink; the stream follows when it is known.
  func findSink() {
    sinkDescription = ""
    start(pa_context_get_sink_info_by_name(context, "@DEFAULT_SINK@", onSink, address))
  }

  fileprivate func found(_ sink: pa_sink_info) {
    sinkDescription = sink.description.map { String(cString: $0) } ?? "sound device"
    if rate == nil { rate = Int(min(192_000, max(8_000, sink.sample_spec.rate))) }
  }

  fileprivate func sinkSearchEnded() {
    if sinkDescription.isEmpty { lose("no sound device; retrying") } else { openStream() }
  }

  fileprivate func changed(_ kind: UInt32, _ index: UInt32) {
    let facility = kind & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
    let type = kind & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
    switch facility {
    case PA_SUBSCRIPTION_EVENT_SINK.rawValue where type == PA_SUBSCRIPTION_EVENT_NEW.rawValue,
      PA_SUBSCRIPTION_EVENT_SERVER.rawValue:
      sinksChanged()
    case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue
    where isStreamReady && index == pa_stream_get_index(stream)
      && type == PA_SUBSCRIPTION_EVENT_CHANGE.rawValue:
      askForVolume()
    default: break
    }
  }

  func askForVolume() {
    start(pa_context_get_sink_input_info(context, pa_stream_get_index(stream), onInput, address))
  }

  fileprivate func found(_ input: pa_sink_input_info) {
    var volumes = input.volume
    let loudness = Double(pa_cvolume_avg(&volumes)) / Double(PA_VOLUME_NORM)
    report(.volume(min(1, loudness), isMuted: input.mute != 0))
  }

  func applyVolume() {
    guard isStreamReady, let volume else { return }
    let index = pa_stream_get_index(stream)
    var volumes = pa_cvolume()
    // The server's scale is the cubic one.
    pa_cvolume_set(&volumes, 2, pa_volume_t((volume.0 * Double(PA_VOLUME_NORM)).rounded()))
    start(pa_context_set_sink_input_volume(context, index, &volumes, nil, nil))
    start(pa_context_set_sink_input_mute(context, index, volume.isMuted ? 1 : 0, nil, nil))
  }

  /// Lets an operation run; nobody waits for it.
  func start(_ operation: OpaquePointer?) {
    if let operation { pa_operation_unref(operation) }
  }
}

private func onContextState(_: OpaquePointer?, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.contextChanged()
}

private func onChange(
  _: OpaquePointer?, _ kind: pa_subscription_event_type_t, _ index: UInt32,
  _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.changed(kind.rawValue, index) }

private func onSink(
  _: OpaquePointer?, _ sink: UnsafePointer<pa_sink_info>?, _ end: Int32,
  _ session: UnsafeMutableRawPointer?
) {
  if let sink, end == 0 { PulseSession.at(session)?.found(sink.pointee) }
  if end != 0 { PulseSession.at(session)?.sinkSearchEnded() }
}

private func onInput(
  _: OpaquePointer?, _ input: UnsafePointer<pa_sink_input_info>?, _ end: Int32,
  _ session: UnsafeMutableRawPointer?
) {
  if let input, end == 0 { PulseSession.at(session)?.found(input.pointee) }
}
