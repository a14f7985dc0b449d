import Music

/// What one of our own readers found in the header of a file.
struct HeaderFacts {
  var audio = AudioProperties()
  var tags = TagFields()
  /// Of the audio alone; nil where there is none.
  var fingerprint: Int64?

  /// Nothing takes less than 64 bytes for a second: a length beyond that is a lie.
  func isBelievable(size: Int64) -> Bool {
    guard audio.sampleRate > 0, audio.channels > 0, let duration = audio.duration else {
      return false
    }
    return duration > .zero && duration.components.seconds <= size / 64 + 1
  }

  mutating func setDuration(samples: Int64) {
    guard audio.sampleRate > 0, samples > 0, samples < 1 << 44 else { return }
    audio.duration = .microseconds(samples * 1_000_000 / Int64(audio.sampleRate))
  }
}
