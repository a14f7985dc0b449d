import Music

/// The sound of a book, over that of music.
struct BookSound: Equatable, Sendable {
  var speed: Double
  /// dB.
  var boost: Double
  var shortensSilence: Bool
  /// Nil for the equalizer of music.
  var equalizer: EqualizerPreset?

  /// The settings of music with those of the book. The end of a part does not overlap the next one.
  func over(_ music: SoundSettings) -> SoundSettings {
    var sound = music
    sound.speed = speed
    sound.boost = boost
    sound.shortensSilence = shortensSilence
    sound.crossfade = .zero
    if let equalizer { sound.equalizer = equalizer }
    return sound
  }

  /// The settings of music after the user has changed the sound while the book plays.
  func without(_ sound: SoundSettings, from music: SoundSettings) -> SoundSettings {
    var new = sound
    new.speed = music.speed
    new.boost = music.boost
    new.shortensSilence = music.shortensSilence
    new.crossfade = music.crossfade
    if equalizer != nil { (new.equalizer, new.ownBands) = (music.equalizer, music.ownBands) }
    return new
  }
}
