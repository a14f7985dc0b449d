/// Percussion by its note on the drum channel of General MIDI.
enum Drum: UInt8 {
  case kick = 36
  case rim = 37
  case snare = 38
  case clap = 39
  case tightSnare = 40
  case lowTom = 41
  case closedHat = 42
  case pedalHat = 44
  case middleTom = 45
  case openHat = 46
  case highTom = 48
  case crash = 49
  case ride = 51
  case tambourine = 54
  case cowbell = 56
  case highBongo = 60
  case conga = 63
  case shaker = 70
  case guiro = 73
  case claves = 75

  /// Played lighter than the rest of a kit.
  var isLight: Bool {
    switch self {
    case .closedHat, .openHat, .shaker, .ride, .tambourine: true
    default: false
    }
  }

  /// Silent during a fill.
  var makesRoomForFill: Bool {
    switch self {
    case .closedHat, .openHat, .snare, .ride: true
    default: false
    }
  }
}

/// One bar of percussion.
struct DrumPattern {
  /// Steps of each drum, which share the bar evenly.
  var lines: [(drum: Drum, steps: [Step])]

  enum Step: Character {
    case rest = "-"
    case accent = "#"
    case normal = "+"
    case ghost = ","
    /// Played at random.
    case maybe = "~"

    /// MIDI velocity.
    var velocity: Double {
      switch self {
      case .rest: 0
      case .accent: 118
      case .normal: 96
      case .ghost: 52
      case .maybe: 80
      }
    }
  }

  /// Parses lines of steps; spaces only group them.
  init(_ lines: KeyValuePairs<Drum, String>) {
    self.lines = lines.map { drum, text in
      (
        drum,
        text.filter { $0 != " " }.map { mark in
          guard let step = Step(rawValue: mark) else {
            preconditionFailure("no step is written \(mark)")
          }
          return step
        }
      )
    }
  }
}
