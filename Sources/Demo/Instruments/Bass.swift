internal import Glibc

/// One saw, or two detuned ones, through a closing low-pass filter, over a sine.
struct Bass: Instrument {
  let tables: Wavetables
  let sampleRate: Double
  /// The filter's resting cutoff and the sweep of a note, in Hz.
  var cutoff = 180.0
  var sweep = 900.0
  var resonance = 1.2
  /// Seconds until the filter has closed.
  var closing = 0.25
  /// The detuning of two saws, in semitones; 0 for one saw.
  var detune = 0.0
  /// The share of the pure sine, 0 to 1.
  var sub: Float = 0.6

  func render(pitch: Int, frames: Int) -> Sound {
    let release = Int(0.03 * sampleRate)
    let sound = Sound(frames: frames + release)
    let hertz = frequency(ofPitch: Double(pitch))
    let apart = pow(2, detune / 24)
    var sine = tables.sine(hertz, sampleRate: sampleRate)
    var first = tables.saw(hertz / apart, sampleRate: sampleRate)
    // A quarter ahead, so that two saws do not start with one loud sum.
    var second = tables.saw(hertz * apart, phase: 1 << 30, sampleRate: sampleRate)
    var filter = StateFilter(cutoff: cutoff + sweep, resonance: resonance, sampleRate: sampleRate)
    let closingStep = Double(decay(seconds: closing, sampleRate: sampleRate / 32))
    var opening = 1.0
    var frame = 0
    while frame < sound.frames {
      if frame & 31 == 0 {
        filter.tune(
          cutoff: cutoff + sweep * opening, resonance: resonance, sampleRate: sampleRate)
        opening *= closingStep
      }
      var value = first.next()
      if detune > 0 { value = (value + second.next()) * 0.7 }
      filter.process(value)
      sound.left[frame] = filter.low * (1 - sub) * 1.4 + sine.next() * sub
      frame &+= 1
    }
    sound.copyLeftToRight()
    sound.fadeIn(frames: Int(0.004 * sampleRate))
    sound.fadeOut(frames: release)
    return sound
  }
}
