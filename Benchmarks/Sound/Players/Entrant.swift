/// Who is measured.
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

  /// The program that has to be there; ours always is.
  var program: String? { self == .ours ? nil : rawValue }
}

extension Entrant {
  /// Starts it without any interface that draws, where it can do without.
  func start(_ place: Workplace) throws -> any Contestant {
    try place.emptyHome()
    return switch self {
    case .ours: try EngineAlone(place)
    case .mpv: try Mpv(place)
    case .mpd: try Mpd(place)
    case .cmus: try Cmus(place)
    }
  }
}
