import CPulse

// For a call the server mutes the stream and announces it; afterwards it undoes both. That muting
// is the server's, not the listener's, so it is not reported.
extension PulseSession {
  func heard(event: String) {
    switch event {
    case PA_STREAM_EVENT_REQUEST_CORK where !isInterrupted:
      stream?.isInterrupted = true
      report(.corkRequested(true))
    case PA_STREAM_EVENT_REQUEST_UNCORK where isInterrupted:
      stream?.isInterrupted = false
      // The server has undone the listener's own muting, too.
      if volume.wanted?.isMuted == true { applyVolume() }
      report(.corkRequested(false))
    default: break
    }
  }

  /// The listener resumes in spite of the interruption.
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
