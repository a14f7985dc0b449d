internal import Glibc

extension Performance {
  func playDrums() {
    let kit = DrumKit(piece.kit, tables: tables, sampleRate: sampleRate)
    for (bar, isFirst, isLast, section) in bars {
      let fills = isLast && section.has(.snare) && section.bars >= 4
      if section.has(.kick) { playKick(kit.kick, bar: bar, stopsEarly: fills) }
      if section.has(.snare) {
        strike(kit.snare, piece.groove.snare, bar: bar, gain: 0.62)
        strike(kit.clap, piece.groove.clap, bar: bar, gain: 0.55, reverb: 0.3)
        if fills { strike(kit.snare, fill, bar: bar, gain: 0.45, reverb: 0.2) }
      }
      if section.has(.hats) {
        strike(kit.closedHat, piece.groove.closedHat, bar: bar, gain: 0.3, pan: 0.18)
        strike(kit.openHat, piece.groove.openHat, bar: bar, gain: 0.26, pan: 0.18)
        strike(kit.shaker, piece.groove.shaker, bar: bar, gain: 0.3, pan: -0.35)
      }
      if isFirst, bar > 0, section.has(.kick), section.has(.hats) {
        drums.add(kit.crash, at: frame(bar: bar, step: 0), gain: 0.2, pan: -0.2)
      }
      if isFirst, section.has(.riser) { playRiser(bar: bar, bars: section.bars) }
      if isFirst, section.has(.crackle) { playCrackle(bar: bar, bars: section.bars) }
    }
  }

  private func playKick(_ kick: Sound, bar: Int, stopsEarly: Bool) {
    for event in piece.groove.kick.events(inBar: bar) where !stopsEarly || event.step < 12 {
      let start = frame(bar: bar, step: event.step)
      drums.add(kick, at: start, gain: strength(of: event.mark) * 0.95)
      kicks.append(start)
    }
  }

  /// A random snare fill into the next section.
  private var fill: Steps {
    let fills: [Steps] = [
      "............x-xX", ".............-xX", "..........x.-xxX", "............X.X-",
    ]
    return fills[chance.index(below: fills.count)]
  }

  private func strike(
    _ drum: Sound, _ steps: Steps, bar: Int, gain: Float, pan: Float = 0, reverb: Float = 0.08
  ) {
    for event in steps.events(inBar: bar) {
      let stray = Double(chance.swing()) * piece.groove.looseness * sampleRate
      let start = max(0, frame(bar: bar, step: event.step) + Int(stray))
      let level = strength(of: event.mark) * gain * (1 + 0.12 * chance.swing())
      drums.add(drum, at: start, gain: level, pan: pan)
      room.add(drum, at: start, gain: level * reverb, pan: pan)
    }
  }

  private func strength(of mark: Character) -> Float {
    switch mark {
    case "X": 1
    case "-": 0.35
    default: 0.75
    }
  }

  /// Noise that rises through its section, up to the next.
  private func playRiser(bar: Int, bars: Int) {
    let length = frame(bar: bar + bars, step: 0) - frame(bar: bar, step: 0)
    let riser = Sound(frames: length)
    for (side, output) in [riser.left, riser.right].enumerated() {
      var noise = Noise(seed: UInt32(11 + side))
      var filter = StateFilter(cutoff: 300, resonance: 2, sampleRate: sampleRate)
      var frame = 0
      while frame < length {
        let index = Float(frame) / Float(length)
        if frame & 63 == 0 {
          filter.tune(
            cutoff: 300 * pow(24, Double(index)), resonance: 2, sampleRate: sampleRate)
        }
        filter.process(noise.next())
        output[frame] = filter.band * index * index
        frame &+= 1
      }
    }
    riser.fadeOut(frames: Int(0.02 * sampleRate))
    music.add(riser, at: frame(bar: bar, step: 0), gain: 0.16)
  }

  /// Vinyl crackle: faint hiss and a few clicks a second.
  private func playCrackle(bar: Int, bars: Int) {
    let start = frame(bar: bar, step: 0)
    let length = frame(bar: bar + bars, step: 0) - start
    let dust = Sound(frames: length)
    for output in [dust.left, dust.right] {
      var noise = Noise(seed: UInt32(truncatingIfNeeded: chance.next()))
      var filter = StateFilter(cutoff: 2600, resonance: 0.8, sampleRate: sampleRate)
      var frame = 0
      while frame < length {
        let value = noise.next()
        let click: Float = value > 0.9997 ? 9 : 0
        filter.process(value * 0.16 + click)
        output[frame] = filter.band
        frame &+= 1
      }
    }
    dust.fadeIn(frames: Int(0.05 * sampleRate))
    dust.fadeOut(frames: Int(0.05 * sampleRate))
    drums.add(dust, at: start, gain: 0.045)
  }
}
