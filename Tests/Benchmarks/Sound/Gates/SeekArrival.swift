import BenchHarness

/// Latency, silence and precision of a seek.
struct SeekArrival {
  var milliseconds: Double
  /// Silent frames.
  var silence: Int
  /// Frames from the seek target.
  var landing: Int

  /// - Parameter target: the frame number to arrive at, nil for any.
  init?(in sound: CodedSound, at command: Moment, to target: Int?) {
    let recording = sound.recording
    let near = 1.2 * 44100
    let pairs = zip(sound.stretches, sound.stretches.dropFirst())
    let found = pairs.first { old, new in
      let isNear = target.map { abs(Double(new.number - $0)) < near } ?? (new.number != old.next)
      let delay = recording.moment(of: new.start) - command
      return isNear && delay > -0.005 && delay < 4
    }
    guard let (old, new) = found else { return nil }
    let between = old.end..<new.start
    silence = sound.silent(between)
    // During a crossfade both sounds are audible.
    let faded = sound.faded(between)
    landing = target.map { new.number - faded - $0 } ?? 0
    milliseconds = (recording.moment(of: new.start - faded) - command) * 1000
  }
}
