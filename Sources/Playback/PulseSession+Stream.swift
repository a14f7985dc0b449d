import CPulse

extension PulseSession {
  private static let targetLatency: pa_usec_t = 200_000
  private static let requestLatency: pa_usec_t = 25_000

  func openStream() {
    guard let rate, stream == nil else { return }
    if voice.pointee.render == nil {
      let render = UnsafeMutablePointer<RenderState>.allocate(capacity: 1)
      render.initialize(to: RenderState(ring: ring.memory, rate: rate, isPaced: true))
      voice.pointee.render = render
    }
    var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(rate), channels: 2)
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
    // Without it the server would restore the volume that any other player of music had.
    pa_proplist_sets(
      properties, "module-stream-restore.id",
      "sink-input-by-application-id:\(Self.applicationID)")
    stream = pa_stream_new_with_proplist(context, "Music", &format, nil, properties)
    guard stream != nil else { return lose("the sound server refuses the format") }
    pa_stream_set_state_callback(stream, onStreamState, address)
    pa_stream_set_write_callback(stream, fillStream, voice)
    pa_stream_set_suspended_callback(stream, onTimeChange, address)
    pa_stream_set_moved_callback(stream, onTimeChange, address)
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: UInt32(pa_usec_to_bytes(Self.targetLatency, &format)), prebuf: 0,
      minreq: UInt32(pa_usec_to_bytes(Self.requestLatency, &format)), fragsize: .max)
    // No automatic timing: it would go on while paused.
    let flags = PA_STREAM_START_CORKED.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
    if pa_stream_connect_playback(
      stream, nil, &buffer, pa_stream_flags_t(rawValue: flags), nil, nil) < 0
    {
      lose("no sound device; retrying")
    }
  }

  func closeStream() {
    stopTiming()
    isStreamReady = false
    voice.pointee.isOpen = false
    guard let stream else { return }
    pa_stream_set_state_callback(stream, nil, nil)
    pa_stream_set_write_callback(stream, nil, nil)
    pa_stream_set_suspended_callback(stream, nil, nil)
    pa_stream_set_moved_callback(stream, nil, nil)
    pa_stream_disconnect(stream)
    pa_stream_unref(stream)
    self.stream = nil
  }

  fileprivate func streamChanged() {
    guard let stream else { return }
    switch pa_stream_get_state(stream) {
    case PA_STREAM_READY:
      isStreamReady = true
      isAvailable = true
      retries = 0
      stopRetrying()
      // The player says anew where to go on, and whether to.
      isRunning = false
      jump = nil
      clock = nil
      if volume == nil { askForVolume() } else { applyVolume() }
      report(.ready(rate: rate, description: sinkDescription))
    case PA_STREAM_FAILED:
      let isServerThere = context.map { pa_context_get_state($0) == PA_CONTEXT_READY } ?? false
      lose(
        isServerThere
          ? "the sound device went away; retrying" : "the sound server went away; retrying")
    default: break
    }
  }

  func cork(_ isHeld: Bool) {
    guard isStreamReady else { return }
    owesClock = true
    voice.pointee.awaitsRequest = !isHeld
    start(pa_stream_cork(stream, isHeld ? 1 : 0, onDone, address))
    if isHeld { stopTiming() } else { startTiming() }
  }

  func flush() {
    guard isStreamReady else { return }
    start(pa_stream_flush(stream, nil, nil))
  }

  /// Drops what the server holds and hands over what is in the ring from the jump's frame on.
  func performJump() {
    guard isStreamReady, let jump, let render = voice.pointee.render,
      let length = pa_stream_get_buffer_attr(stream)
    else { return }
    // A server flushes at once only what is corked.
    if isRunning { start(pa_stream_cork(stream, 1, nil, nil)) }
    flush()
    _ = renderJump(render, to: jump.frame)
    let bytes = Int(length.pointee.tlength) / PulseVoice.bytesPerFrame * PulseVoice.bytesPerFrame
    voice.pointee.written = 0
    voice.pointee.targetLength = bytes
    voice.pointee.isOpen = true
    voice.pointee.isDry = false
    voice.pointee.canRunDry = false
    fillStream(stream, bytes, voice)
    say(OutputClock(serial: jump.serial, heard: jump.frame, at: .now, isAdvancing: false))
    if isRunning { cork(false) }
  }
}

private func onStreamState(_: OpaquePointer?, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.streamChanged()
}

private func onDone(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.requestTiming()
}

private func onTimeChange(_: OpaquePointer?, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.timeChanged()
}
