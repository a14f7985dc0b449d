extension Composer {
  mutating func playDrums(
    _ pattern: DrumPattern, at bar: Double, hasFill: Bool, hasCrash: Bool
  ) {
    for (drum, steps) in pattern.lines {
      // Twelve steps in four beats are triplets already.
      let isSwung = !(steps.count == 12 && plan.meter == 4)
      for (index, step) in steps.enumerated() where step != .rest {
        if hasFill, index >= steps.count * 3 / 4, drum.makesRoomForFill { continue }
        if step == .maybe, !chance.happens(0.35) { continue }
        play(
          .drums, Int(drum.rawValue),
          at: bar + Double(index) * plan.meter / Double(steps.count), for: 0.2,
          velocity: step.velocity - (drum.isLight ? 14 : 0), isSwung: isSwung)
      }
    }
    if hasFill { playFill(at: bar + plan.meter * 0.75, beats: plan.meter * 0.25) }
    if hasCrash { play(.drums, Int(Drum.crash.rawValue), at: bar, for: 0.5, velocity: 100) }
  }

  private mutating func playFill(at start: Double, beats: Double) {
    let rate = chance.one(of: [4.0, 4, 3, 2])
    let count = Int(beats * rate + 0.5)
    for index in 0..<count {
      let drum: Drum = chance.one(of: [.snare, .snare, .highTom, .middleTom, .lowTom])
      play(
        .drums, Int(drum.rawValue), at: start + Double(index) / rate, for: 0.2,
        velocity: 80 + 30 * Double(index) / Double(count), isSwung: rate != 3)
    }
  }

  /// Ducks everything but the drums on each beat, as a side-chain compressor does.
  mutating func pump(at bar: Double) {
    for beat in 0..<Int(plan.meter) {
      let time = timeline.seconds(at: bar + Double(beat), isSwung: false)
      for (part, level) in [(0.0, 45), (0.12, 70), (0.3, 100), (0.55, 127)] {
        for voice in [Score.Part.comp, .bass, .layer] {
          score.set(.expression, of: voice, to: level, at: time + part * 60 / plan.bpm)
        }
      }
    }
  }
}
