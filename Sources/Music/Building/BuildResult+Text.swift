// The parts of a result in words.

extension SkippedArtist {
  /// Why the artist has no part in a build: "Nobody: not found".
  package var text: String { "\(name): \(reason.text)" }
}

extension SkippedArtist.Reason {
  package var text: String {
    switch self {
    case .notFound: "not found"
    case .failed(let reason): "could not be fetched: \(reason)"
    }
  }
}

extension LeftOutTrack {
  /// Why the track is not in the playlist: "Mirador – Orangery (Live): variant of Orangery".
  package var text: String { "\(artist) – \(title): \(reason.text)" }
}

extension LeftOutTrack.Reason {
  package var text: String {
    switch self {
    case .repeated: "repeated: it is there for another artist"
    case .variant(let title): "variant of \(title)"
    case .trackLimit: "beyond the most tracks"
    case .lengthLimit: "beyond the most minutes"
    }
  }
}

extension BuildPhase {
  /// "collecting tracks, 12 of 40".
  package var text: String {
    switch self {
    case .findingArtists(let done, let total): "finding artists" + Self.count(done, of: total)
    case .collectingTracks(let done, let total): "collecting tracks" + Self.count(done, of: total)
    case .arranging: "arranging"
    case .writing(let done, let total): "writing" + Self.count(done, of: total)
    case .waiting(let seconds): "Spotify asks to wait \(seconds.grouped) s"
    }
  }

  private static func count(_ done: Int, of total: Int) -> String {
    total > 0 ? ", \(done.grouped) of \(total.grouped)" : done > 0 ? ", \(done.grouped)" : ""
  }
}
