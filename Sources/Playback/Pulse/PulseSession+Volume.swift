import CPulse

extension PulseSession {
  /// The shortest time between two volume changes; the last one counts.
  private static let volumeInterval: pa_usec_t = 34_000
  private static let doubtTime: pa_usec_t = 200_000

  func setVolume(_ loudness: Double, isMuted: Bool) {
    volume.want(loudness, isMuted: isMuted)
    if stream?.isVolumeHeldUp != true { applyVolume() }
  }

  /// Sets the stream's volume; once confirmed, changes by other programs are adopted again.
  func applyVolume() {
    guard isStreamReady, let wanted = volume.wanted else { return }
    let index = pa_stream_get_index(handle)
    var volumes = pa_cvolume()
    // The server's volume scale is cubic.
    let loudness = (min(1, max(0, wanted.loudness)) * Double(PA_VOLUME_NORM)).rounded()
    pa_cvolume_set(&volumes, 2, pa_volume_t(loudness))
    let operations = [
      pa_context_set_sink_input_volume(context, index, &volumes, onVolumeSet, address),
      pa_context_set_sink_input_mute(
        context, index, wanted.isMuted ? 1 : 0, onVolumeSet, address),
    ]
    volume.sent(operations.count { start($0) })
    stream?.volumeTimer = makeTimer(after: Self.volumeInterval, onVolumeTimer)
  }

  fileprivate func volumeTimerFired() {
    stream?.volumeTimer = nil
    if volume.isDue { applyVolume() } else if volume.isDoubted { askForVolume() }
  }

  fileprivate func volumeSet() {
    volume.confirm()
    askForVolume()
  }

  func askForVolume() {
    guard isStreamReady, volume.isConfirmed else { return }
    start(pa_context_get_sink_input_info(context, pa_stream_get_index(handle), onInput, address))
  }

  fileprivate func found(_ input: pa_sink_input_info) {
    // An answer from before the last setting would undo it.
    guard isStreamReady, volume.isConfirmed else { return }
    var volumes = input.volume
    let loudness = min(1, Double(pa_cvolume_avg(&volumes)) / Double(PA_VOLUME_NORM))
    if volume.doubts(loudness) {
      stream?.volumeTimer = makeTimer(after: Self.doubtTime, onVolumeTimer)
      return
    }
    let isMuted = isInterrupted ? volume.wanted?.isMuted ?? false : input.mute != 0
    volume.adopt(loudness, isMuted: isMuted)
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
