package import Music

/// Notations of musical keys.
package enum KeyNotation: String, Sendable, CaseIterable, Codable {
  case camelot, names, both

  package func text(_ key: MusicalKey) -> String {
    switch self {
    case .camelot: key.camelot
    case .names: key.name
    case .both: "\(key.camelot) (\(key.name))"
    }
  }
}
