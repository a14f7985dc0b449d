/// A tonic and a scale.
struct MusicalKey: Equatable {
  enum Mode { case major, minor, dorian }

  /// Semitones above C, 0 to 11.
  let tonic: Int
  let mode: Mode

  init(_ tonic: Int, _ mode: Mode) {
    self.tonic = tonic
    self.mode = mode
  }

  /// In the notation of tags: "Am", "F#"; a dorian piece counts as minor.
  var name: String {
    let names = ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]
    return names[tonic] + (mode == .major ? "" : "m")
  }

  /// Semitones above the tonic of each degree.
  private var steps: [Int] {
    switch mode {
    case .major: [0, 2, 4, 5, 7, 9, 11]
    case .minor: [0, 2, 3, 5, 7, 8, 10]
    case .dorian: [0, 2, 3, 5, 7, 9, 10]
    }
  }

  /// The MIDI number of a degree (0 is the tonic, 7 the tonic an octave up) over `octave`.
  func pitch(degree: Int, octave: Int) -> Int {
    let turns = degree >= 0 ? degree / 7 : (degree - 6) / 7
    return 12 * (octave + 1 + turns) + tonic + steps[degree - turns * 7]
  }

  /// The five degrees that never clash with a chord of the key.
  var pentatonic: [Int] { mode == .major ? [0, 1, 2, 4, 5] : [0, 2, 3, 4, 6] }
}
