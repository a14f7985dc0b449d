import Media
package import Music

extension Player {
  /// Changes the sound settings; audible without a click within the output's latency.
  package func setSound(_ settings: SoundSettings) {
    let isOtherSpeed = settings.speed != sound.speed
    let isOtherSilence = settings.shortensSilence != sound.shortensSilence
    sound = settings
    publishSettings()
    publishCrossfade()
    if isOtherSpeed { output.refreshClock() }
    if isOtherSilence { decodeAgain() }
  }

  /// Decodes the sound from here on again: that in the ring has gaps of another length.
  private func decodeAgain() {
    guard let current, link.isReady, output.isRealTime, timeline.current?.isSeekable ?? true else {
      return
    }
    let position =
      switch current.stage {
      case .opening: current.position
      case .jumping(let jump): timeline.position(of: jump.frame)
      case .landed(let landed): timeline.position(of: heard(of: landed.clock, at: .now))
      }
    note(heard: .now)
    begin(current.item, at: position, isSeek: true)
  }

  /// Publishes the settings to the audio thread.
  func publishSettings() {
    let rate = rate ?? 44100
    var settings = RenderSettings(sound, rate: rate)
    settings.level = Float(level.target)
    settings.levelFrames = Int(level.time * Double(rate))
    settings.levelComesWithJump = level.comesWithJump
    settings.silence = sleeping.silence ?? .max
    settings.silenceFade = Int(Self.fadeTime * Double(rate))
    ring.publish(settings)
  }

  /// The crossfade of the settings; a track that is the last before sleep is played to its end.
  var crossfade: Duration { sleeping.awaitsFrame ? .zero : sound.crossfade }

  func publishCrossfade() { decodeThread.setCrossfade(crossfade) }

  /// Selects a sink by name, nil for the default; playing sound moves at once.
  package func chooseDevice(named name: String?) { output.chooseDevice(name) }
}
