/// The relation of a track's key to the previous one's, by the Camelot wheel.
package enum KeyRelation: Equatable, Sendable {
  case same
  /// The same notes, major for minor.
  case relative
  /// An hour up or down: all notes but one are the same.
  case neighbour
  /// Up by two hours, which is a whole tone, or by seven, which is a semitone: an energy boost.
  case boost
  /// The keys clash.
  case clash

  package init(from: MusicalKey, to: MusicalKey) {
    let hours = (to.hour - from.hour + 12) % 12
    switch (hours, from.isMajor == to.isMajor) {
    case (0, true): self = .same
    case (0, false): self = .relative
    case (1, true), (11, true): self = .neighbour
    case (2, true), (7, true): self = .boost
    default: self = .clash
    }
  }

  /// Its share of the distance between two tracks.
  var distance: Double {
    switch self {
    case .same: 0
    case .relative, .neighbour: 0.25
    case .boost: 0.5
    case .clash: 1.5
    }
  }
}

extension MusicalKey {
  /// The key after transposing by a number of semitones.
  package func transposed(by semitones: Int) -> MusicalKey {
    let tone = ((tonic + semitones) % 12 + 12) % 12
    return MusicalKey(tonic: tone, isMajor: isMajor) ?? self
  }
}
