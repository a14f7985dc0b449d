internal import Glibc

/// Detuned saws through a slow filter, different on the left and on the right.
struct Pad: Instrument {
  let tables: Wavetables
  let sampleRate: Double
  /// Hz.
  var cutoff = 1100.0
  /// Attack and release times in seconds.
  var attack = 0.5
  var release = 0.9
  /// Semitones between the lowest and the highest saw.
  var detune = 0.22

  func render(pitch: Int, frames: Int) -> Sound {
    let sound = Sound(frames: frames + Int(release * sampleRate))
    side(sound.left, frames: sound.frames, pitch: Double(pitch), offsets: (-0.5, 0.12), seed: 1)
    side(sound.right, frames: sound.frames, pitch: Double(pitch), offsets: (0.5, -0.12), seed: 2)
    sound.fadeIn(frames: Int(attack * sampleRate))
    sound.fadeOut(frames: Int(release * sampleRate))
    return sound
  }

  private func side(
    _ output: UnsafeMutablePointer<Float>, frames: Int, pitch: Double, offsets: (Double, Double),
    seed: UInt32
  ) {
    // Phases from the pitch, so that the notes of a chord do not all start at zero together.
    let phase = UInt32(truncatingIfNeeded: Int(pitch) &* 0x2545_F491) &* seed
    let low = frequency(ofPitch: pitch + offsets.0 * detune)
    let high = frequency(ofPitch: pitch + offsets.1 * detune)
    var first = tables.saw(low, phase: phase, sampleRate: sampleRate)
    var second = tables.saw(high, phase: ~phase, sampleRate: sampleRate)
    var filter = StateFilter(cutoff: cutoff, sampleRate: sampleRate)
    var frame = 0
    while frame < frames {
      if frame & 255 == 0 {
        let slow = sin(2 * .pi * (0.21 * Double(frame) / sampleRate + 0.25 * Double(seed)))
        filter.tune(cutoff: cutoff * (1 + 0.3 * slow), resonance: 0.8, sampleRate: sampleRate)
      }
      filter.process((first.next() + second.next()) * 0.5)
      output[frame] = filter.low
      frame &+= 1
    }
  }
}
