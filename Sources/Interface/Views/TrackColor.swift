import Screen

/// The colours that a user can mark tracks with: a skin's own, so that they fit it.
package enum TrackColor: String, CaseIterable, Sendable {
  case red, blue, gold, green, orange, pink

  var face: Face {
    switch self {
    case .red: .slot1
    case .blue: .slot2
    case .gold: .slot3
    case .green: .success
    case .orange: .warning
    case .pink: .reaction
    }
  }
}
