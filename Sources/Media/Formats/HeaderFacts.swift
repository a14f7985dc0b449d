import Music

/// The facts that one of our own readers found in a file's header.
struct HeaderFacts {
  var audio = AudioProperties()
  var tags = TagFields()
  /// Hash of the audio alone; nil if unknown.
  var audioHash: Int64?

  func isBelievable(size: Int64) -> Bool {
    guard PlausibleRange.rates.contains(audio.sampleRate), audio.channels > 0,
      let duration = audio.duration
    else { return false }
    return duration > .zero
      && PlausibleRange.isLength(seconds: duration.components.seconds, size: size)
  }

  mutating func setDuration(samples: Int64) {
    guard audio.sampleRate > 0, audio.sampleRate < 1 << 40, samples > 0, samples < 1 << 44 else {
      return
    }
    // Whole seconds first: a million times all samples would overflow.
    let (seconds, rest) = samples.quotientAndRemainder(dividingBy: Int64(audio.sampleRate))
    audio.duration = .seconds(seconds) + .microseconds(rest * 1_000_000 / Int64(audio.sampleRate))
  }
}
