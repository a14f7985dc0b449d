import Media
package import Music

extension Player {
  /// How everything sounds from now on; heard without a click within the output's latency.
  package func setSound(_ settings: SoundSettings) {
    let isOtherSpeed = settings.speed != sound.speed
    sound = settings
    publishSettings()
    if isOtherSpeed { output.refreshClock() }
  }

  /// Hands what is set over to the audio thread.
  func publishSettings() {
    let rate = rate ?? 44100
    var settings = RenderSettings(sound, rate: rate)
    settings.level = Float(level.target)
    settings.levelFrames = Int(level.time * Double(rate))
    settings.levelComesWithJump = level.comesWithJump
    ring.publish(settings)
  }

  /// Plays to a sink by its name, nil to whatever is the default; music that plays moves at once.
  package func chooseDevice(named name: String?) { output.chooseDevice(name) }
}
