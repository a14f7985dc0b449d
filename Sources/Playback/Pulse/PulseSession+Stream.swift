import CPulse
import Synchronization

extension PulseSession {
  private static let requestLatency: pa_usec_t = 25_000
  /// A buffer attribute left to the server.
  static let serversChoice = UInt32.max

  /// Creates the stream, if there is a sink for it.
  func openStream() {
    guard handle == nil, let sink = choice.wanted else { return loseSink() }
    stage = .creating(on: sink.name)
    tally.streams.add(1, ordering: .relaxed)
    arm(after: Self.answerTime)
    let rate = source.isStopped ? sink.rate : rate ?? sink.rate
    if rate != render.rate { render = RenderSession(ring: ring.memory, isRealTime: true) }
    render.setRate(rate)
    buffer.time = min(buffer.time, Self.maximumHistory(at: rate))
    callback.pointee.render = render.state
    var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(rate), channels: 2)
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
    // Else the server would restore the volume of any other music player.
    pa_proplist_sets(
      properties, "module-stream-restore.id",
      "sink-input-by-application-id:\(Self.applicationID)")
    guard let handle = pa_stream_new_with_proplist(context, "Music", &format, nil, properties)
    else { return lose("the sound server refuses the format") }
    stream = PulseStream(handle)
    pa_stream_set_state_callback(handle, onStreamState, address)
    pa_stream_set_write_callback(handle, fillStream, callback)
    pa_stream_set_suspended_callback(handle, onSuspension, address)
    pa_stream_set_moved_callback(handle, onMove, address)
    pa_stream_set_underflow_callback(handle, onUnderflow, address)
    pa_stream_set_event_callback(handle, onStreamEvent, address)
    var lengths = bufferLengths(of: &format)
    // No automatic timing: it would go on during a pause.
    let flags = PA_STREAM_START_CORKED.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
    if pa_stream_connect_playback(
      handle, choice.named, &lengths, pa_stream_flags_t(rawValue: flags), nil, nil) < 0
    {
      lose(Self.noSink)
    }
  }

  /// Reopens an idle stream at its sink's new rate.
  func followRate() {
    guard isStreamReady, source.isStopped, !isInterrupted, connection?.moves.target == nil,
      let sink = choice.wanted, sink.name == position, sink.rate != rate
    else { return }
    if hasBeenReady { retry.budget.succeed() }
    report(.reopening)
    closeStream()
    openStream()
  }

  /// The requested buffer attributes; the stream never stops by itself.
  func bufferLengths(of format: inout pa_sample_spec) -> pa_buffer_attr {
    pa_buffer_attr(
      maxlength: Self.serversChoice, tlength: UInt32(pa_usec_to_bytes(buffer.time, &format)),
      prebuf: 0, minreq: UInt32(pa_usec_to_bytes(Self.requestLatency, &format)),
      fragsize: Self.serversChoice)
  }

  func closeStream() {
    connection?.moves.streamEnded()
    render.close()
    guard let handle else { return }
    pa_stream_set_state_callback(handle, nil, nil)
    pa_stream_set_write_callback(handle, nil, nil)
    pa_stream_set_suspended_callback(handle, nil, nil)
    pa_stream_set_moved_callback(handle, nil, nil)
    pa_stream_set_underflow_callback(handle, nil, nil)
    pa_stream_set_event_callback(handle, nil, nil)
    pa_stream_disconnect(handle)
    pa_stream_unref(handle)
    // The interrupting call has no other end.
    if isInterrupted { report(.corkRequested(false)) }
    stream = nil
  }

  fileprivate func streamChanged() {
    guard let handle else { return }
    switch pa_stream_get_state(handle) {
    case PA_STREAM_READY:
      becomeReady()
      volume.streamBegan()
      if volume.wanted == nil { askForVolume() } else { applyVolume() }
    case PA_STREAM_FAILED where isServerThere: streamFailed()
    case PA_STREAM_FAILED: lose("the sound server went away; retrying")
    default: break
    }
  }

  /// The stream is ready and corked, and waits for a jump.
  func becomeReady() {
    guard pa_stream_get_device_name(handle).map({ String(cString: $0) }) != PulseSink.dummy else {
      loseSink()
      return listSinks()
    }
    retry.timer = nil
    stopWatching()
    if case .creating(let sink) = stage { takeLateChoice(insteadOf: sink) }
    stage = .ready(since: pa_rtclock_now())
    reported.sound = .nothing
    stream?.isRunning = false
    render.clear()
    stream?.suspendedFrame = nil
    reportSink()
    noteOutlet()
    // The sink may be newer than the list.
    if reported.sound == .nothing { listSinks() }
  }

  /// The server ended the stream: its sink is gone, or a user removed it.
  private func streamFailed() {
    let isFirst = retry.budget.isFirst || hasBeenReady
    lose("the sound device went away; retrying")
    // Another sink may be there at once; repeated failures wait.
    if isFirst { timeRanOut() }
  }

  func cork(_ isHeld: Bool) {
    guard isStreamReady else { return }
    stream?.owesClock = true
    callback.pointee.awaitsRequest = !isHeld
    start(pa_stream_cork(handle, isHeld ? 1 : 0, onDone, address))
    if isHeld { stream?.timingTimer = nil } else { startTiming() }
  }

  func flush() {
    guard isStreamReady else { return }
    start(pa_stream_flush(handle, nil, nil))
  }

  static func wholeFrames(_ bytes: UInt32) -> Int {
    Int(bytes) / WriteCallbackState.bytesPerFrame * WriteCallbackState.bytesPerFrame
  }

  /// Unanswered requests still count as sound on its way: the server would ask again only after
  /// that much has played. So they are answered with one frame far ahead, which is dropped.
  private func settleRequests() {
    let owed = pa_stream_writable_size(handle) / WriteCallbackState.bytesPerFrame
    guard owed > 0 else { return }
    var silence: UInt64 = 0
    pa_stream_write(
      handle, &silence, WriteCallbackState.bytesPerFrame, nil,
      Int64((owed - 1) * WriteCallbackState.bytesPerFrame), PA_SEEK_RELATIVE)
  }

  /// Flushes the server and plays the ring from a frame on.
  func performJump(to frame: FrameNumber, serial: UInt64) {
    guard isStreamReady, let length = pa_stream_get_buffer_attr(handle) else { return }
    // The server's rate differs: the player will learn of it in a moment.
    if let rate = source.rate, rate != render.rate { return }
    // A server flushes at once only a corked stream.
    if isRunning { start(pa_stream_cork(handle, 1, nil, nil)) }
    settleRequests()
    flush()
    stream?.suspendedFrame = nil
    guard render.jump(to: frame, serial: serial) else {
      stream?.timingTimer = nil
      return report(.jumpFailed(to: frame, serial: serial))
    }
    let bytes = Self.wholeFrames(length.pointee.tlength)
    callback.pointee.targetLength = bytes
    callback.pointee.supply = .filling
    fillStream(handle, bytes, callback)
    say(OutputClock(serial: serial, heard: frame, at: .now, isAdvancing: false))
    if isRunning { cork(false) }
  }
}

private func onStreamState(_: OpaquePointer?, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.streamChanged()
}

private func onDone(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.requestTiming()
}

private func onMove(_: OpaquePointer?, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.moved()
}

private func onSuspension(_: OpaquePointer?, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.suspensionChanged()
}

private func onUnderflow(_: OpaquePointer?, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.serverRanOut()
}

private func onStreamEvent(
  _: OpaquePointer?, _ name: UnsafePointer<CChar>?, _: OpaquePointer?,
  _ session: UnsafeMutableRawPointer?
) { if let name { PulseSession.at(session)?.heard(event: String(cString: name)) } }
