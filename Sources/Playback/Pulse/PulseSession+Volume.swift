import CPulse

extension PulseSession {
  /// The server is told at most so often; the last volume counts.
  private static let volumeInterval: pa_usec_t = 34_000
  private static let doubtTime: pa_usec_t = 200_000

  func setVolume(_ loudness: Double, isMuted: Bool) {
    volume = (loudness, isMuted)
    guard isStreamReady else { return }
    if volumeTimer == nil { applyVolume() } else { isVolumeDue = true }
  }

  /// Sets the stream's volume; what other programs set is adopted again when that is confirmed.
  func applyVolume() {
    isVolumeDue = false
    guard isStreamReady, let volume else { return }
    let index = pa_stream_get_index(stream)
    var volumes = pa_cvolume()
    // The server's scale is the cubic one.
    let loudness = (min(1, max(0, volume.0)) * Double(PA_VOLUME_NORM)).rounded()
    pa_cvolume_set(&volumes, 2, pa_volume_t(loudness))
    for operation in [
      pa_context_set_sink_input_volume(context, index, &volumes, onVolumeSet, address),
      pa_context_set_sink_input_mute(
        context, index, volume.isMuted ? 1 : 0, onVolumeSet, address),
    ] where start(operation) {
      unconfirmedVolumes += 1
    }
    stopVolumeTimer()
    volumeTimer = makeTimer(after: Self.volumeInterval, onVolumeTimer)
  }

  func stopVolumeTimer() {
    if let volumeTimer { api.pointee.time_free(volumeTimer) }
    volumeTimer = nil
  }

  fileprivate func volumeTimerFired() {
    stopVolumeTimer()
    if isVolumeDue { applyVolume() } else if isVolumeDoubted { askForVolume() }
  }

  /// PipeWire says that a new stream is silent before it has restored its volume: what nobody set
  /// has to be told twice.
  private func isDoubtful(_ loudness: Double) -> Bool {
    guard volume == nil, loudness == 0, !isVolumeDoubted else { return false }
    isVolumeDoubted = true
    stopVolumeTimer()
    volumeTimer = makeTimer(after: Self.doubtTime, onVolumeTimer)
    return true
  }

  fileprivate func volumeSet() {
    unconfirmedVolumes = max(0, unconfirmedVolumes - 1)
    if unconfirmedVolumes == 0, !isVolumeDue { askForVolume() }
  }

  func askForVolume() {
    guard isStreamReady, unconfirmedVolumes == 0 else { return }
    start(pa_context_get_sink_input_info(context, pa_stream_get_index(stream), onInput, address))
  }

  fileprivate func found(_ input: pa_sink_input_info) {
    // What was asked before the last setting would undo it.
    guard isStreamReady, unconfirmedVolumes == 0, !isVolumeDue else { return }
    var volumes = input.volume
    let loudness = min(1, Double(pa_cvolume_avg(&volumes)) / Double(PA_VOLUME_NORM))
    if isDoubtful(loudness) { return }
    let isMuted = isInterrupted ? volume?.isMuted ?? false : input.mute != 0
    // Kept across a reconnection, if the listener has set any: else the server restores it.
    if volume != nil { volume = (loudness, isMuted) }
    report(.volume(loudness, isMuted: isMuted))
  }
}

private func onVolumeTimer(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: UnsafePointer<timeval>?,
  _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.volumeTimerFired() }

private func onVolumeSet(_: OpaquePointer?, _: Int32, _ session: UnsafeMutableRawPointer?) {
  PulseSession.at(session)?.volumeSet()
}

private func onInput(
  _: OpaquePointer?, _ input: UnsafePointer<pa_sink_input_info>?, _ end: Int32,
  _ session: UnsafeMutableRawPointer?
) {
  if let input, end == 0 { PulseSession.at(session)?.found(input.pointee) }
}
