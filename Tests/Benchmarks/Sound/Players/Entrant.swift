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
