package import Music

/// The user's settings for audiobooks.
package struct BookSettings: Equatable, Sendable {
  /// Seconds.
  package internal(set) var skipForward = 30
  package internal(set) var skipBack = 15
  /// Of books without a speed of their own.
  package internal(set) var speed = 1.0
  /// How far going on goes back after a pause.
  package internal(set) var rewind = RewindTable.standard
  /// Minutes of the sleep timer that begins when listening goes on after one; 0 for none.
  package internal(set) var sleepRestart = 15
  package internal(set) var shortensSilence = false
  /// dB, for quiet voices.
  package internal(set) var boost = 0.0
  /// Nil for the equalizer of music.
  package internal(set) var equalizer: EqualizerPreset?
  /// The part from which a book counts as finished.
  package internal(set) var finishedPercent = 97

  var rules: BookRules { BookRules(finishedFraction: Double(finishedPercent) / 100) }

  func sound(at speed: Double) -> BookSound {
    BookSound(
      speed: speed, boost: boost, shortensSilence: shortensSilence, equalizer: equalizer)
  }

  /// The word for the equalizer of music.
  package static let musicEqualizer = "music"
  package static let skips = [5, 10, 15, 20, 30, 45, 60, 90]
  package static let speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
}
