extension MusicalKey {
  /// Parses "8A" (Camelot), "1m" and "1d" (Open Key), "Am", "C#m", "D♭maj", "A minor", "F-Dur".
  package init?(_ text: String) {
    // Longer texts are no keys, however they begin.
    let scalars = text.unicodeScalars.prefix(24)
    var name = String.UnicodeScalarView()
    name.append(contentsOf: scalars.filter { !$0.properties.isWhitespace && $0 != "-" })
    let lower = String(name).lowercased()
    guard let first = lower.first else { return nil }
    if first.isNumber { self.init(wheel: lower) } else { self.init(name: lower) }
  }

  /// "8a", "8b"; "1m", "1d", whose hours are seven behind.
  private init?(wheel: String) {
    guard let letter = wheel.last, let hour = Int(wheel.dropLast()), (1...12).contains(hour) else {
      return nil
    }
    switch letter {
    case "a", "b": self.init(hour: hour, isMajor: letter == "b")
    case "m", "d": self.init(hour: (hour + 6) % 12 + 1, isMajor: letter == "d")
    default: return nil
    }
  }

  private init?(name: String) {
    let tones: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
    guard let first = name.first, var tone = tones[first] else { return nil }
    var mode = name.dropFirst()
    switch mode.first {
    case "#", "♯": (tone, mode) = (tone + 1, mode.dropFirst())
    case "b", "♭": (tone, mode) = (tone + 11, mode.dropFirst())
    default: break
    }
    switch mode {
    case "", "maj", "major", "dur": self.init(tonic: tone, isMajor: true)
    case "m", "min", "minor", "moll": self.init(tonic: tone, isMajor: false)
    default: return nil
    }
  }

  /// Creates a key from the tonic in semitones above C. A minor key has its relative major's hour.
  package init?(tonic: Int, isMajor: Bool) {
    let major = isMajor ? tonic : tonic + 3
    self.init(hour: (7 + 7 * major) % 12 + 1, isMajor: isMajor)
  }

  /// Semitones from C up to the tonic, 0 to 11.
  package var tonic: Int { (7 * (hour + 4) + (isMajor ? 0 : 9)) % 12 }

  /// All 24 keys.
  package static let all = Set((1...24).compactMap { MusicalKey(number: $0) })

  /// Keys that mix without a clash: itself, its neighbours on the wheel and its relative key.
  package var compatible: Set<MusicalKey> {
    let neighbours = [hour % 12 + 1, (hour + 10) % 12 + 1].compactMap {
      MusicalKey(hour: $0, isMajor: isMajor)
    }
    return Set([self] + neighbours + [MusicalKey(hour: hour, isMajor: !isMajor)].compactMap { $0 })
  }
}
