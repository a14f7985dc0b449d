/// Two pairs of sines, one modulating the other: a warm body and a short tine (FM, Chowning 1973).
struct ElectricPiano: Instrument {
  let tables: Wavetables
  let sampleRate: Double
  /// The brightness of body and tine.
  var body: Float = 1.1
  var tine: Float = 0.35
  /// The rate and depth of the stereo tremolo.
  var tremolo = 4.2
  var depth: Float = 0.35

  func render(pitch: Int, frames: Int) -> Sound {
    let release = Int(0.35 * sampleRate)
    let sound = Sound(frames: frames + release)
    let hertz = frequency(ofPitch: Double(pitch))
    var carrier = tables.sine(hertz, sampleRate: sampleRate)
    var modulator = tables.sine(hertz * 1.002, sampleRate: sampleRate)
    var tineWave = tables.sine(hertz * 14, sampleRate: sampleRate)
    var wander = tables.sine(tremolo, sampleRate: sampleRate)
    let bodyStep = decay(seconds: 1.6, sampleRate: sampleRate)
    let tineStep = decay(seconds: 0.25, sampleRate: sampleRate)
    let fallStep = decay(seconds: 5.5 - Double(pitch) * 0.04, sampleRate: sampleRate)
    var (bodyLevel, tineLevel, level) = (body, tine, Float(1))
    var frame = 0
    while frame < sound.frames {
      let bend = modulator.next() * bodyLevel + tineWave.next() * tineLevel
      let value = carrier.next(bentBy: bend) * level
      let side = wander.next() * depth
      sound.left[frame] = value * (1 + side)
      sound.right[frame] = value * (1 - side)
      bodyLevel *= bodyStep
      tineLevel *= tineStep
      level *= fallStep
      frame &+= 1
    }
    sound.fadeIn(frames: Int(0.003 * sampleRate))
    sound.fadeOut(frames: release)
    return sound
  }
}
