/// The measured players.
enum Entrant: String, CaseIterable, CodingKey {
  case ours, mpv, mpd, cmus

  var title: String {
    switch self {
    case .ours: "Tritone"
    case .mpv: "mpv"
    case .mpd: "MPD"
    case .cmus: "cmus"
    }
  }

  /// The required program; ours is always installed.
  var program: String? { self == .ours ? nil : rawValue }
}

extension Entrant {
  /// Starts the player without a drawn interface if possible.
  func start(_ workplace: Workplace) throws -> any Contestant {
    try workplace.emptyHome()
    return switch self {
    case .ours: try EngineAlone(workplace)
    case .mpv: try Mpv(workplace)
    case .mpd: try Mpd(workplace)
    case .cmus: try Cmus(workplace)
    }
  }
}
