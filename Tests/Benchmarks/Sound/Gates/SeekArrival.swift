import BenchHarness

/// How the sound of another place came about.
struct SeekArrival {
  var milliseconds: Double
  /// Frames in which nothing was heard.
  var silence: Int
  /// Frames from where it should have gone.
  var landing: Int

  /// - Parameter target: the number that should be the first, nil to take whatever comes.
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
    // While one sound fades into the other, both are heard.
    let faded = sound.faded(between)
    landing = target.map { new.number - faded - $0 } ?? 0
    milliseconds = (recording.moment(of: new.start - faded) - command) * 1000
  }
}
