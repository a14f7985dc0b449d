/// A sine modulated at an inharmonic ratio (FM): glass, a music box, a far bell.
struct Bell: Instrument {
  let tables: Wavetables
  let sampleRate: Double
  /// The modulator's frequency against the note's.
  var ratio = 3.48
  var brightness: Float = 1.4
  /// The decay time in seconds.
  var ring = 1.8

  func render(pitch: Int, frames: Int) -> Sound {
    let sound = Sound(frames: Int(ring * sampleRate))
    let hertz = frequency(ofPitch: Double(pitch))
    var carrier = tables.sine(hertz, sampleRate: sampleRate)
    var modulator = tables.sine(hertz * ratio, sampleRate: sampleRate)
    let levelStep = decay(seconds: ring, sampleRate: sampleRate)
    let brightStep = decay(seconds: ring * 0.4, sampleRate: sampleRate)
    var (level, bright) = (Float(1), brightness)
    var frame = 0
    while frame < sound.frames {
      let bend = modulator.next() * bright
      sound.left[frame] = carrier.next(bentBy: bend) * level
      level *= levelStep
      bright *= brightStep
      frame &+= 1
    }
    sound.copyLeftToRight()
    sound.fadeIn(frames: Int(0.002 * sampleRate))
    sound.fadeOut(frames: Int(0.05 * sampleRate))
    return sound
  }
}
