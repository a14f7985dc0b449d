package import Music

/// How keys are written.
package enum KeyNotation: String, Sendable, CaseIterable, Codable {
  case camelot, names, both

  package func text(_ key: MusicalKey) -> String {
    switch self {
    case .camelot: key.camelot
    case .names: key.shortName
    case .both: "\(key.camelot) (\(key.shortName))"
    }
  }
}

extension MusicalKey {
  /// As musicians write it: "Am", "Eb", "F#m", each key by the name that is used most.
  package var shortName: String {
    let minor = ["Abm", "Ebm", "Bbm", "Fm", "Cm", "Gm", "Dm", "Am", "Em", "Bm", "F#m", "C#m"]
    let major = ["B", "F#", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E"]
    return (isMajor ? major : minor)[hour - 1]
  }
}
