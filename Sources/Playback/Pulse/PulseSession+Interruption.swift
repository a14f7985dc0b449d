import CPulse

// A server that wants silence for a call mutes the stream and says so; afterwards it takes both
// back. The muting is its own and not the listener's, so it is not told.
extension PulseSession {
  func heard(event: String) {
    switch event {
    case PA_STREAM_EVENT_REQUEST_CORK where !isInterrupted:
      stream?.isInterrupted = true
      report(.corkRequested(true))
    case PA_STREAM_EVENT_REQUEST_UNCORK where isInterrupted:
      stream?.isInterrupted = false
      // It has taken back the listener's own muting, too.
      if volume.wanted?.isMuted == true { applyVolume() }
      report(.corkRequested(false))
    default: break
    }
  }

  /// The listener wants to hear something all the same.
  func endInterruption() {
    guard isInterrupted else { return }
    stream?.isInterrupted = false
    guard isStreamReady else { return }
    let isMuted = volume.wanted?.isMuted ?? false
    start(
      pa_context_set_sink_input_mute(
        context, pa_stream_get_index(handle), isMuted ? 1 : 0, nil, nil))
  }
}
