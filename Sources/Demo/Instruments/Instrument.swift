internal import Glibc

/// Renders one note at a time into a sound of its own.
protocol Instrument {
  /// - Parameters:
  ///   - pitch: MIDI number.
  /// - frames: how long the key is held; the sound may ring on.
  func render(pitch: Int, frames: Int) -> Sound
}

/// The frequency of a MIDI number in Hz, in equal temperament with A at 440.
func frequency(ofPitch pitch: Double) -> Double { 440 * pow(2, (pitch - 69) / 12) }

/// The factor per frame of a decay to a thousandth in `seconds`.
func decay(seconds: Double, sampleRate: Double) -> Float {
  Float(pow(0.001, 1 / (seconds * sampleRate)))
}

/// Renders every note only once, however often a piece plays it.
final class Player {
  private struct Note: Hashable { let pitch: Int, frames: Int }

  private let instrument: any Instrument
  private var sounds: [Note: Sound] = [:]

  init(_ instrument: any Instrument) { self.instrument = instrument }

  func sound(pitch: Int, frames: Int) -> Sound {
    let note = Note(pitch: pitch, frames: frames)
    if let known = sounds[note] { return known }
    let sound = instrument.render(pitch: pitch, frames: frames)
    sounds[note] = sound
    return sound
  }
}
