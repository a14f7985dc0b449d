/// Notes and controllers in seconds, before their conversion to MIDI.
struct Score {
  enum Part: UInt8, CaseIterable {
    case comp = 0
    case bass = 1
    case lead = 2
    case layer = 3
    case drums = 9
  }

  /// MIDI controllers.
  enum Control: UInt8 {
    case vibrato = 1
    case volume = 7
    case pan = 10
    case expression = 11
    case reverb = 91
  }

  struct Note {
    var start: Double
    var end: Double
    var part: Part
    var pitch: UInt8
    var velocity: UInt8
  }

  struct Change {
    var time: Double
    var part: Part
    var control: Control
    var value: UInt8
  }

  var programs: [Part: UInt8] = [:]
  private(set) var notes: [Note] = []
  private(set) var changes: [Change] = []
  /// Beats at which bars begin.
  var downbeats: Set<Int> = []
  /// The beat after the last bar.
  var endBeat = 0.0
  /// Semitones of the last part's modulation upwards.
  var modulation = 0

  /// End of the last note in seconds.
  var end: Double { notes.map(\.end).max() ?? 0 }

  mutating func add(_ note: Note) { notes.append(note) }

  mutating func set(_ control: Control, of part: Part, to value: Int, at time: Double = 0) {
    changes.append(
      Change(
        time: max(0, time), part: part, control: control, value: UInt8(max(0, min(127, value)))))
  }
}
