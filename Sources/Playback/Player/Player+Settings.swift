import Media
package import Music

extension Player {
  /// Changes the sound settings; audible without a click within the output's latency.
  package func setSound(_ settings: SoundSettings) {
    let isOtherSpeed = settings.speed != sound.speed
    sound = settings
    publishSettings()
    publishCrossfade()
    if isOtherSpeed { output.refreshClock() }
  }

  /// Publishes the settings to the audio thread.
  func publishSettings() {
    let rate = rate ?? 44100
    var settings = RenderSettings(sound, rate: rate)
    settings.level = Float(level.target)
    settings.levelFrames = Int(level.time * Double(rate))
    settings.levelComesWithJump = level.comesWithJump
    ring.publish(settings)
  }

  /// The crossfade of the settings; a track that is the last before sleep is played to its end.
  var crossfade: Duration { sleeping.state == .endOfTrack ? .zero : sound.crossfade }

  func publishCrossfade() { decodeThread.setCrossfade(crossfade) }

  /// Selects a sink by name, nil for the default; playing sound moves at once.
  package func chooseDevice(named name: String?) { output.chooseDevice(name) }
}
