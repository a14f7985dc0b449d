/// A chord with its start and length in a bar.
struct ChordPosition {
  /// Root as a note number, of any octave.
  var root: Int
  var quality: Chord.Quality
  /// Beats.
  var start: Double
  var length: Double
}

extension Composer {
  mutating func playChord(_ part: Score.Part, _ style: CompStyle, _ index: ChordPosition) {
    if style == .none { return }
    if style == .powerChords { return playPower(part, index) }
    if style == .shuffleGuitar { return playShuffle(part, index) }
    let notes = voicing.notes(root: index.root, intervals: index.quality.intervals)
    switch style {
    case .arpeggio: run(part, notes, habits.arpeggio, step: 0.5, hold: 0.95, index)
    case .fastArpeggio: run(part, notes, habits.arpeggio, step: 0.25, hold: 0.95, index)
    case .alberti: run(part, notes, [0, 2, 1, 2], step: 0.5, hold: 0.95, index)
    case .picking: run(part, notes, [0, 2, 1, 3, 2, 1], step: 0.5, hold: 1.6, index)
    case .montuno: playMontuno(part, notes, index)
    default:
      for hit in hits(style, beats: index.length) {
        let raised = style == .funkGuitar ? notes.map { $0 + 12 } : notes
        strike(part, hit.isUpward ? raised.reversed() : raised, hit, at: index.start)
      }
    }
  }

  /// One stroke of a chord.
  struct Hit {
    var position: Double
    var length: Double
    var velocity: Double
    /// Beats between its notes.
    var spread = 0.0
    var isUpward = false
  }

  /// Strokes of a style that plays whole chords.
  private mutating func hits(_ style: CompStyle, beats: Double) -> [Hit] {
    func each(
      _ step: Double, from first: Double = 0, _ length: Double, _ strong: Double, _ weak: Double
    ) -> [Hit] {
      (0..<Int(beats / step)).map { count in
        Hit(
          position: first + Double(count) * step, length: length,
          velocity: count % 2 == 0 ? strong : weak)
      }
    }
    func marked(_ pattern: String, _ hits: [Hit]) -> [Hit] {
      let marks = Array(pattern)
      return hits.enumerated().filter { marks[$0.offset % marks.count] == "+" }.map(\.element)
    }
    func listed(_ places: [Double], _ length: Double, _ velocity: Double) -> [Hit] {
      places.filter { $0 < beats }.map { Hit(position: $0, length: length, velocity: velocity) }
    }
    switch style {
    case .pad: return [Hit(position: 0, length: beats, velocity: 74)]
    case .quarters: return each(1, 0.9, 84, 74)
    case .stabs: return marked(habits.stabs, each(0.5, 0.35, 92, 92))
    case .offbeats: return each(1, from: 0.5, 0.3, 92, 92)
    case .skank: return each(1, from: 0.5, 0.18, 98, 98)
    case .spiccato: return each(0.5, 0.25, 84, 68)
    case .waltz: return Array(each(1, 0.5, 74, 74).dropFirst())
    case .bossa: return listed([0, 1.5, 2, 3.5], 0.45, 78)
    case .jazz:
      let places = chance.one(
        of: [[0, 1.5], [0.5, 2.5], [1.5, 3.5], [0], [2.5], [1, 3]] as [[Double]])
      return listed(places, 0.4, 76)
    case .funkGuitar:
      return each(0.25, 0.15, 86, 86).enumerated()
        .filter { habits.funk[$0.offset % 16] }.map(\.element)
    case .strum:
      return marked(
        habits.strums,
        each(0.5, 0.5, 90, 70).enumerated().map { count, hit in
          var hit = hit
          (hit.spread, hit.isUpward) = (0.012, count % 2 == 1)
          return hit
        })
    default: return []
    }
  }

  private mutating func strike(
    _ part: Score.Part, _ notes: [Int], _ hit: Hit, at start: Double
  ) {
    for (count, note) in notes.enumerated() {
      play(
        part, note, at: start + hit.position + Double(count) * hit.spread, for: hit.length,
        velocity: hit.velocity, looseness: 0.7)
    }
  }

  /// Arpeggiates a chord.
  private mutating func run(
    _ part: Score.Part, _ notes: [Int], _ order: [Int], step: Double, hold: Double,
    _ index: ChordPosition
  ) {
    let ladder = notes + [notes[0] + 12]
    for count in 0..<Int(index.length / step) {
      play(
        part, ladder[order[count % order.count] % ladder.count],
        at: index.start + Double(count) * step, for: step * hold,
        velocity: count % 4 == 0 ? 84 : 72)
    }
  }

  private mutating func playMontuno(_ part: Score.Part, _ notes: [Int], _ index: ChordPosition) {
    let ladder = notes + [notes[0] + 12]
    for (count, offset) in [0, 0.5, 1, 1.5, 2.5, 3, 3.5].enumerated() where offset < index.length {
      let note = ladder[count * 2 % ladder.count]
      play(part, note, at: index.start + offset, for: 0.4, velocity: 88)
      play(part, note + 12, at: index.start + offset, for: 0.4, velocity: 80)
    }
  }

  /// The lowest note of a guitar in this pitch class.
  private func guitarRoot(_ root: Int) -> Int { 40 + (root + 80) % 12 }

  private mutating func playPower(_ part: Score.Part, _ index: ChordPosition) {
    let marks = Array(habits.power)
    // A triad keeps its third, which may be the only sign of the mode.
    let intervals = index.quality.intervals.count == 3 ? index.quality.intervals : [0, 7, 12]
    for count in 0..<max(1, Int(index.length * 2)) where marks[count % 8] == "+" {
      for interval in intervals {
        play(
          part, guitarRoot(index.root) + interval, at: index.start + Double(count) / 2, for: 0.42,
          velocity: count % 2 == 0 ? 92 : 78)
      }
    }
  }

  private mutating func playShuffle(_ part: Score.Part, _ index: ChordPosition) {
    let root = guitarRoot(index.root)
    for beat in 0..<Int(index.length) {
      for (offset, velocity) in [(0.0, 90.0), (0.5, 72)] {
        for note in [root, root + (beat % 2 == 0 ? 7 : 9)] {
          play(
            part, note, at: index.start + Double(beat) + offset, for: 0.35, velocity: velocity)
        }
      }
    }
  }
}
