/// One bar of melody: steps of a scale, so that it fits every chord.
struct Motif {
  struct Tone {
    /// Beats from the start of the bar.
    var position: Double
    var length: Double
    /// Steps of the scale from the last note.
    var motion: Int
  }

  var tones: [Tone] = []

  init(beats: Double, density: Double, by chance: inout SeededRandom) {
    let lengths = density > 0.5 ? [0.5, 0.5, 1, 1, 1.5, 2, 0.25] : [0.5, 1, 2, 1]
    var index = 0.0
    while index < beats - 1e-6 {
      let length = min(chance.one(of: lengths), beats - index)
      let held = chance.one(of: [0.6, 0.95])
      let motion = chance.one(of: [-3, -2, -1, -1, 0, 1, 1, 2, 3])
      if chance.happens(density) {
        tones.append(Tone(position: index, length: length * held, motion: motion))
      }
      index += length
    }
  }
}

extension Composer {
  mutating func playMelody(
    _ motif: Motif, at bar: Double, tonic: Int, scale: Scale, chords: [Chord], isLast: Bool
  ) {
    let classes = Set(scale.steps.map { (tonic + $0) % 12 })
    let middle = center + 12
    for tone in motif.tones {
      melodyPitch = Self.moved(melodyPitch, by: tone.motion, in: classes)
      if melodyPitch > middle + 10 { melodyPitch = Self.moved(melodyPitch, by: -4, in: classes) }
      if melodyPitch < middle - 8 { melodyPitch = Self.moved(melodyPitch, by: 4, in: classes) }
      let slot = Int(tone.position * Double(chords.count) / plan.meter)
      let chord = chords[min(chords.count - 1, slot)]
      let isStrong = tone.position.truncatingRemainder(dividingBy: 2) == 0
      if isStrong, chance.happens(0.7) {
        let tones = Set(chord.quality.intervals.map { (tonic + chord.root + $0) % 12 })
        let nearest = [0, 1, -1, 2, -2, 3].first { tones.contains((melodyPitch + $0) % 12) }
        melodyPitch += nearest ?? 0
      }
      // A wrong note now and then, as from players and singers.
      if chance.happens(0.03) {
        play(
          .lead, melodyPitch + 1, at: bar + tone.position, for: min(tone.length, 0.25), velocity: 70
        )
      }
      play(.lead, melodyPitch, at: bar + tone.position, for: tone.length, velocity: 88)
    }
    if isLast, !motif.tones.isEmpty, chance.happens(0.6) {
      let close = middle + (tonic - middle + 240) % 12
      play(.lead, close, at: bar + plan.meter - 1, for: 0.9, velocity: 84)
    }
  }

  private static func moved(_ pitch: Int, by steps: Int, in classes: Set<Int>) -> Int {
    var (pitch, left) = (pitch, abs(steps))
    while left > 0 {
      pitch += steps.signum()
      if classes.contains(pitch % 12) { left -= 1 }
    }
    return pitch
  }
}
