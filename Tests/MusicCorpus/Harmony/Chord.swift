/// A chord relative to the tonic.
struct Chord: Equatable {
  /// Semitones, 0 to 11.
  var root: Int
  var quality: Quality

  enum Quality {
    case major, minor, diminished, power, suspendedSecond, suspendedFourth
    case sixth, dominant, majorSeventh, minorSeventh, halfDiminished, ninth, minorNinth

    /// Semitones above the root.
    var intervals: [Int] {
      switch self {
      case .major: [0, 4, 7]
      case .minor: [0, 3, 7]
      case .diminished: [0, 3, 6]
      case .power: [0, 7, 12]
      case .suspendedSecond: [0, 2, 7]
      case .suspendedFourth: [0, 5, 7]
      case .sixth: [0, 4, 7, 9]
      case .dominant: [0, 4, 7, 10]
      case .majorSeventh: [0, 4, 7, 11]
      case .minorSeventh: [0, 3, 7, 10]
      case .halfDiminished: [0, 3, 6, 10]
      case .ninth: [0, 4, 7, 10, 14]
      case .minorNinth: [0, 3, 7, 10, 14]
      }
    }
  }
}

extension Chord {
  /// Reads a degree as musicians write it: "I", "vi", "bVII", "ii7", "V7", "Imaj7", "iiø7", "I5".
  ///
  /// Degrees are those of the major scale; capitals are major, small letters minor.
  init?(degree text: Substring) {
    var rest = text
    var root = 0
    while let sign = rest.first, sign == "b" || sign == "#" {
      root += sign == "b" ? -1 : 1
      rest.removeFirst()
    }
    let numeral = rest.prefix { "IViv".contains($0) }
    let numerals = ["I", "II", "III", "IV", "V", "VI", "VII"]
    guard let degree = numerals.firstIndex(of: numeral.uppercased()) else { return nil }
    root += [0, 2, 4, 5, 7, 9, 11][degree]
    let isMinor = numeral.first?.isLowercase == true
    self.root = (root + 12) % 12
    switch rest.dropFirst(numeral.count) {
    case "": quality = isMinor ? .minor : .major
    case "7": quality = isMinor ? .minorSeventh : .dominant
    case "9": quality = isMinor ? .minorNinth : .ninth
    case "maj7": quality = .majorSeventh
    case "6": quality = .sixth
    case "ø7": quality = .halfDiminished
    case "°": quality = .diminished
    case "5": quality = .power
    case "sus2": quality = .suspendedSecond
    case "sus4": quality = .suspendedFourth
    default: return nil
    }
  }
}

/// Chords bar by bar, repeated until the end of a section.
struct Progression {
  /// One or more chords a bar, each of the same length.
  var bars: [[Chord]]

  /// Reads bars separated by spaces and chords of one bar separated by a slash: "ii7 V7 Imaj7/VI7".
  init(_ text: String) {
    bars = text.split(separator: " ").map { bar in
      bar.split(separator: "/").map { degree in
        guard let chord = Chord(degree: degree) else {
          preconditionFailure("no chord is written \(degree)")
        }
        return chord
      }
    }
  }
}
