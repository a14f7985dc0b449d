/// Scales of melodies.
enum Scale {
  case major, minor, dorian, harmonicMinor, majorPentatonic, minorPentatonic, blues

  /// Semitones above the tonic.
  var steps: [Int] {
    switch self {
    case .major: [0, 2, 4, 5, 7, 9, 11]
    case .minor: [0, 2, 3, 5, 7, 8, 10]
    case .dorian: [0, 2, 3, 5, 7, 9, 10]
    case .harmonicMinor: [0, 2, 3, 5, 7, 8, 11]
    case .majorPentatonic: [0, 2, 4, 7, 9]
    case .minorPentatonic: [0, 3, 5, 7, 10]
    case .blues: [0, 3, 5, 6, 7, 10]
    }
  }

  /// Draws a scale that fits a mode and a kind of harmony; most often the plain one.
  static func drawn(isMinor: Bool, harmony: HarmonyStyle, by chance: inout SeededRandom) -> Scale {
    let index = chance.whole(in: 0...4)
    let isRare = chance.happens(0.3)
    guard isMinor else {
      return [.major, .major, .major, .majorPentatonic, harmony == .blues ? .blues : .major][index]
    }
    let leading: Scale = harmony == .classical || harmony == .jazz ? .harmonicMinor : .minor
    return [.minor, .minor, .minorPentatonic, isRare ? .dorian : .minor, leading][index]
  }
}
