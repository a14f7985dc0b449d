extension BuildService {
  /// As on the command line and in presets: "local", "spotify", "file:PATH".
  package var text: String {
    switch self {
    case .local: "local"
    case .spotify: "spotify"
    case .file(let path): "file:\(path)"
    }
  }

  package init?(parsing text: String) {
    switch text {
    case "local": self = .local
    case "spotify": self = .spotify
    case _ where text.hasPrefix("file:"): self = .file(path: String(text.dropFirst(5)))
    case _: return nil
    }
  }
}

extension BuildService {
  /// The meaning of Spotify's top tracks since it stopped telling how popular tracks are.
  package static let spotifyRanking = [
    "Spotify no longer tells how popular tracks are.",
    "An artist's top tracks are those its search finds first, then those of the newest albums.",
  ]
}

extension BuildDestination {
  /// As on the command line and in presets: "playlist", "slot:1", "queue".
  package var text: String {
    switch self {
    case .playlist: "playlist"
    case .slot(let number): "slot:\(number)"
    case .queue: "queue"
    }
  }

  package init?(parsing text: String) {
    switch text {
    case "playlist": self = .playlist
    case "queue": self = .queue
    case "slot:1": self = .slot(1)
    case "slot:2": self = .slot(2)
    case "slot:3": self = .slot(3)
    case _: return nil
    }
  }
}
