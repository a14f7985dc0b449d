/// The score of one piece of music.
struct Piece {
  var title: String
  /// Beats per minute, four to the bar.
  var tempo: Double
  var key: MusicalKey
  var seed: UInt64
  var kit = DrumKit.Tuning()
  var groove: Groove
  /// One chord a bar, repeated.
  var progression: [Chord]
  var bass: Part
  var chords: Part
  var arpeggio: Part?
  /// The steps give the rhythm; `seed` draws the notes from the key.
  var melody: Part?
  /// The depth of the kick's ducking, 0 to 1.
  var ducking: Float = 0.4
  var sections: [Section]

  var bars: Int { sections.reduce(0) { $0 + $1.bars } }

  /// Frames of a sixteenth.
  func framesPerStep(sampleRate: Double) -> Double { sampleRate * 60 / tempo / 4 }

  /// Frames up to the end of the last bar.
  func length(sampleRate: Double) -> Int {
    Int(Double(bars * 16) * framesPerStep(sampleRate: sampleRate))
  }

  func chord(inBar bar: Int) -> Chord { progression[bar % progression.count] }
}
