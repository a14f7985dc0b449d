/// The measured players.
enum Entrant: String, CaseIterable, CodingKey {
  case ours, cmus, mpd, moc

  var title: String {
    switch self {
    case .ours: "Tritone"
    case .cmus: "cmus"
    case .mpd: "MPD, ncmpcpp"
    case .moc: "moc"
    }
  }

  /// Required programs; ours is always installed.
  var programs: [String] {
    switch self {
    case .ours: []
    case .cmus: ["cmus"]
    case .mpd: ["mpd", "ncmpcpp"]
    case .moc: ["mocp"]
    }
  }

  func contestant(_ home: PlayerHome, music: String) throws -> any Contestant {
    switch self {
    case .ours: Ours(home, music: music)
    case .cmus: try Cmus(home, music: music)
    case .mpd: try Mpd(home, music: music)
    case .moc: try Moc(home, music: music)
    }
  }
}
