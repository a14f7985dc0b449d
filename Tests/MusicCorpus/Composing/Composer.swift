/// Composes one track: its plan, then the notes of each part, bar after bar.
struct Composer {
  let plan: TrackPlan
  var chance: SeededRandom
  let timeline: Timeline
  let habits: Habits
  var score = Score()
  var voicing: Voicing
  /// Lowest note of the bass.
  let bassFloor: Int
  /// MIDI note at the centre of the chords; melodies are an octave above.
  let center: Int
  /// Last note of the melody.
  var melodyPitch: Int

  init(seed: Int, number: Int, seconds: ClosedRange<Double>) {
    var chance = SeededRandom("track", seed: seed, number: number)
    plan = TrackPlan(seed: seed, number: number, by: &chance)
    let length = chance.value(in: seconds)
    timeline = Timeline(plan, seconds: length, by: &chance)
    habits = Habits(by: &chance)
    center = chance.whole(in: 58...66)
    bassFloor = chance.whole(in: 28...34)
    melodyPitch = center + 12 + chance.whole(in: -3...5)
    voicing = Voicing(center: center)
    self.chance = chance
    arrange(seconds: length)
  }

  /// Adds a note at a position in beats, with the timing errors of people.
  mutating func play(
    _ part: Score.Part, _ pitch: Int, at beat: Double, for length: Double, velocity: Double,
    isSwung: Bool = true, looseness: Double = 1
  ) {
    let offset = plan.jitter > 0 && looseness > 0 ? chance.bell(plan.jitter * looseness) : 0
    let start = max(0, timeline.seconds(at: beat, isSwung: isSwung) + offset)
    let end = max(start + 0.03, timeline.seconds(at: beat + length, isSwung: isSwung) - 0.005)
    let force = Int(velocity + chance.bell(5))
    guard let pitch = UInt8(exactly: pitch), pitch < 128 else { return }
    score.add(
      Score.Note(
        start: start, end: end, part: part, pitch: pitch,
        velocity: UInt8(max(1, min(127, force)))))
  }
}
