/// Detuned saws through a quickly closing filter: arpeggios and, held longer, chord stabs.
struct Pluck: Instrument {
  let tables: Wavetables
  let sampleRate: Double
  /// The filter's resting cutoff and the sweep of a note, in Hz.
  var cutoff = 500.0
  var sweep = 4200.0
  var resonance = 1.4
  /// The closing time of the filter and the release time of the note, in seconds.
  var closing = 0.3
  var ring = 0.55

  func render(pitch: Int, frames: Int) -> Sound {
    let sound = Sound(frames: Int(ring * sampleRate))
    side(sound.left, frames: sound.frames, pitch: Double(pitch) + 0.06)
    side(sound.right, frames: sound.frames, pitch: Double(pitch) - 0.06)
    sound.fadeIn(frames: Int(0.002 * sampleRate))
    sound.fadeOut(frames: Int(0.08 * sampleRate))
    return sound
  }

  private func side(_ output: UnsafeMutablePointer<Float>, frames: Int, pitch: Double) {
    var saw = tables.saw(frequency(ofPitch: pitch), sampleRate: sampleRate)
    var filter = StateFilter(cutoff: cutoff + sweep, resonance: resonance, sampleRate: sampleRate)
    let closingStep = Double(decay(seconds: closing, sampleRate: sampleRate / 32))
    let levelStep = decay(seconds: ring, sampleRate: sampleRate)
    var (opening, level) = (1.0, Float(0.8))
    var frame = 0
    while frame < frames {
      if frame & 31 == 0 {
        filter.tune(
          cutoff: cutoff + sweep * opening, resonance: resonance, sampleRate: sampleRate)
        opening *= closingStep
      }
      filter.process(saw.next())
      output[frame] = filter.low * level
      level *= levelStep
      frame &+= 1
    }
  }
}
