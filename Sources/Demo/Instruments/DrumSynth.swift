/// Synthesises the drums of one kit.
struct DrumSynth {
  let tuning: DrumKit.Tuning
  let tables: Wavetables
  let sampleRate: Double

  /// A sine whose pitch falls fast, with a click of noise in front.
  func kick() -> Sound {
    let sound = Sound(frames: Int(tuning.kickLength * sampleRate))
    var noise = Noise(seed: 1)
    var click = StateFilter(cutoff: 3500, sampleRate: sampleRate)
    let fall = decay(seconds: 0.13, sampleRate: sampleRate)
    let levelStep = decay(seconds: tuning.kickLength * 1.15, sampleRate: sampleRate)
    let clickStep = decay(seconds: 0.012, sampleRate: sampleRate)
    let low = tables.increment(of: tuning.kickLow, sampleRate: sampleRate)
    var bend = Float(tables.increment(of: tuning.kickHigh - tuning.kickLow, sampleRate: sampleRate))
    var tone = tables.sine(tuning.kickHigh, sampleRate: sampleRate)
    var (level, clickLevel) = (Float(1), Float(0.35))
    var frame = 0
    while frame < sound.frames {
      click.process(noise.next())
      // Slightly saturated: the harmonics carry the kick on small speakers.
      let body = tone.next() * level * 1.6
      sound.left[frame] = body / (1 + body * body * 0.35).squareRoot() + click.low * clickLevel
      tone.increment = low &+ UInt32(bend)
      bend *= fall
      level *= levelStep
      clickLevel *= clickStep
      frame &+= 1
    }
    return finished(sound)
  }

  /// Two sines for the skin, bright noise for the wires.
  func snare() -> Sound {
    let sound = Sound(frames: Int((tuning.snareLength + 0.08) * sampleRate))
    var noise = Noise(seed: 2)
    var wires = StateFilter(cutoff: 1800, resonance: 0.7, sampleRate: sampleRate)
    var top = StateFilter(cutoff: 9000, sampleRate: sampleRate)
    var first = tables.sine(tuning.snareBody, sampleRate: sampleRate)
    var second = tables.sine(tuning.snareBody * 1.78, sampleRate: sampleRate)
    let bodyStep = decay(seconds: 0.16, sampleRate: sampleRate)
    let wireStep = decay(seconds: tuning.snareLength, sampleRate: sampleRate)
    var (body, wire) = (Float(0.8), Float(0.75))
    var frame = 0
    while frame < sound.frames {
      wires.process(noise.next())
      top.process(wires.high)
      sound.left[frame] = (first.next() + second.next() * 0.5) * body + top.low * wire
      body *= bodyStep
      wire *= wireStep
      frame &+= 1
    }
    return finished(sound)
  }

  /// Noise around 1.3 kHz in four bursts, like several hands.
  func clap() -> Sound {
    let sound = Sound(frames: Int(0.3 * sampleRate))
    var noise = Noise(seed: 3)
    var hands = StateFilter(cutoff: 1350, resonance: 1.6, sampleRate: sampleRate)
    let burst = Int(0.011 * sampleRate)
    let burstStep = decay(seconds: 0.022, sampleRate: sampleRate)
    let tailStep = decay(seconds: 0.2, sampleRate: sampleRate)
    var level: Float = 1
    var frame = 0
    while frame < sound.frames {
      if frame < 4 * burst, frame % burst == 0 { level = 1 }
      hands.process(noise.next())
      sound.left[frame] = hands.band * level * 1.5
      level *= frame < 3 * burst ? burstStep : tailStep
      frame &+= 1
    }
    return finished(sound)
  }

  /// Noise and a few inharmonic squares, all above a cutoff.
  func hat(length: Double, level start: Float, seed: UInt32) -> Sound {
    let sound = Sound(frames: Int(length * 1.1 * sampleRate))
    var noise = Noise(seed: seed)
    var edge = StateFilter(cutoff: tuning.hatEdge, sampleRate: sampleRate)
    let levelStep = decay(seconds: length, sampleRate: sampleRate)
    let steps = [3217.0, 4381, 5623, 6719].map { tables.increment(of: $0, sampleRate: sampleRate) }
    let squares = (steps[0], steps[1], steps[2], steps[3])
    var (first, second, third, fourth) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    var level = start
    var frame = 0
    while frame < sound.frames {
      first &+= squares.0
      second &+= squares.1
      third &+= squares.2
      fourth &+= squares.3
      let ones = (first >> 31) &+ (second >> 31) &+ (third >> 31) &+ (fourth >> 31)
      edge.process(noise.next() * 0.7 + (Float(ones) - 2) * 0.14)
      sound.left[frame] = edge.high * level
      level *= levelStep
      frame &+= 1
    }
    return finished(sound)
  }

  /// Noise that swells and stops.
  func shaker() -> Sound {
    let sound = Sound(frames: Int(0.09 * sampleRate))
    var noise = Noise(seed: 7)
    var band = StateFilter(cutoff: 6200, resonance: 1.1, sampleRate: sampleRate)
    var frame = 0
    while frame < sound.frames {
      let index = Float(frame) / Float(sound.frames)
      band.process(noise.next())
      let rise = index < 0.35 ? index / 0.35 : (1 - index) / 0.65
      sound.left[frame] = band.band * rise * rise * 0.8
      frame &+= 1
    }
    return finished(sound)
  }

  /// Filters the drum to the kit's brightness, and fades its ends to silence.
  private func finished(_ sound: Sound) -> Sound {
    if tuning.brightness < 15_000 {
      var filter = StateFilter(cutoff: tuning.brightness, sampleRate: sampleRate)
      var frame = 0
      while frame < sound.frames {
        filter.process(sound.left[frame])
        sound.left[frame] = filter.low
        frame &+= 1
      }
    }
    sound.copyLeftToRight()
    sound.fadeOut(frames: min(sound.frames / 4, Int(0.03 * sampleRate)))
    return sound
  }
}
