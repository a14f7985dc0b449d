import Music
import Screen

extension TrackColor {
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
