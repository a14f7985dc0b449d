extension Performance {
  func playParts() {
    playBass()
    playChords()
    if let arpeggio = piece.arpeggio { play(arpeggio: arpeggio) }
    if let melody = piece.melody { play(melody: melody) }
  }

  /// Step digits are scale notes of the chord: 1 the root, 8 the root an octave up.
  private func playBass() {
    let part = piece.bass
    let player = player(of: part)
    for (bar, _, _, section) in bars where section.has(.bass) {
      let root = piece.chord(inBar: bar).degree
      let shift = octaves(from: piece.key.pitch(degree: root, octave: 2), to: part.centre)
      for event in part.steps.events(inBar: bar) {
        let degree = root + (event.mark.wholeNumberValue ?? 1) - 1
        let pitch = piece.key.pitch(degree: degree, octave: 2) + shift
        sound(player, part, pitch: pitch, bar: bar, event: event, gain: 1)
      }
    }
  }

  private func playChords() {
    let part = piece.chords
    let player = player(of: part)
    for (bar, _, _, section) in bars where section.has(.chords) {
      let pitches = piece.chord(inBar: bar).voicing(in: piece.key, around: part.centre)
      for event in part.steps.events(inBar: bar) {
        for (index, pitch) in pitches.enumerated() {
          // The notes of a chord are panned side by side.
          let position = Float(index) / Float(max(1, pitches.count - 1)) - 0.5
          sound(
            player, part, pitch: pitch, bar: bar, event: event,
            gain: 2 / Float(pitches.count + 1), pan: position * 0.5)
        }
      }
    }
  }

  /// Step digits count the notes of the chord upwards, across octaves.
  private func play(arpeggio part: Part) {
    let player = player(of: part)
    for (bar, _, _, section) in bars where section.has(.arpeggio) {
      let pitches = piece.chord(inBar: bar).voicing(in: piece.key, around: part.centre)
      for event in part.steps.events(inBar: bar) {
        let number = event.mark.wholeNumberValue ?? 0
        let pitch = pitches[number % pitches.count] + 12 * (number / pitches.count)
        let pan: Float = event.step % 4 < 2 ? -0.3 : 0.3
        let gain = 0.85 + 0.15 * chance.swing()
        sound(player, part, pitch: pitch, bar: bar, event: event, gain: gain, pan: pan)
      }
    }
  }

  private func play(melody part: Part) {
    let player = player(of: part)
    let melody = Melody(
      key: piece.key, progression: piece.progression, rhythm: part.steps, chance: &chance)
    for (bar, _, _, section) in bars where section.has(.melody) {
      for note in melody.bars[bar % melody.bars.count] {
        var pitch = piece.key.pitch(degree: note.degree, octave: 5)
        while pitch > part.centre + 12 { pitch -= 12 }
        while pitch < part.centre - 9 { pitch += 12 }
        let event = Steps.Event(step: note.step, length: note.length, mark: "x")
        let gain = 0.9 + 0.1 * chance.swing()
        sound(player, part, pitch: pitch, bar: bar, event: event, gain: gain)
      }
    }
  }

  /// The octave shift, in semitones, that brings `pitch` closest to `centre`.
  private func octaves(from pitch: Int, to centre: Int) -> Int {
    Int((Double(centre - pitch) / 12).rounded()) * 12
  }

  private func player(of part: Part) -> Player {
    Player(part.timbre.instrument(tables: tables, sampleRate: sampleRate))
  }

  private func sound(
    _ player: Player, _ part: Part, pitch: Int, bar: Int, event: Steps.Event, gain: Float,
    pan: Float = 0
  ) {
    let held = Int(Double(event.length) * framesPerStep * 0.96)
    let note = player.sound(pitch: pitch, frames: held)
    let start = frame(bar: bar, step: event.step)
    let level = gain * part.gain
    let pan = max(-1, min(1, pan + part.pan))
    music.add(note, at: start, gain: level, pan: pan)
    if part.reverb > 0 { room.add(note, at: start, gain: level * part.reverb, pan: pan) }
    if part.echo > 0 { echoes.add(note, at: start, gain: level * part.echo, pan: pan) }
  }
}
