import Music

// Lyrics from the net.
extension App {
  /// The time after which a track is not merely passed over.
  private static let fetchDelay: Duration = .seconds(3)

  mutating func setFetching(_ isOn: Bool) {
    fetchesLyrics = isOn
    say(
      isOn
        ? "Lyrics that are missing are looked for on lrclib.net; it sees artist, title and album"
        : "No lyrics are looked for on the net")
  }

  /// Looks for the lyrics of what plays, whatever the setting is.
  mutating func fetchLyrics() -> [Effect] {
    guard let track = trackOfLyrics() else { return [] }
    if let found = lyrics[track.id], found.source != .fetched {
      say("The track has lyrics, which go before those of the net")
      return []
    }
    lyrics.fetch(track.id)
    say("Looking for lyrics on lrclib.net…")
    return [.load(.fetchedLyrics(track.id, isCommand: true))]
  }

  /// How long until the lyrics of what plays are looked for; nil for never.
  var fetchDue: Duration? {
    guard fetchesLyrics, case .playing(_, let clock) = player, clock.isAdvancing,
      let track = playing.track, !track.isStream, lyrics.mayFetch(track.id)
    else { return nil }
    return Self.fetchDelay - position
  }

  mutating func missingFetch() -> [Effect] {
    guard let due = fetchDue, due <= .zero, let track = playing.track else { return [] }
    lyrics.fetch(track.id)
    return [.load(.fetchedLyrics(track.id, isCommand: false))]
  }

  mutating func receiveFetched(
    _ found: TrackLyrics?, _ fault: String?, of track: TrackID, isCommand: Bool
  ) {
    if let found { lyrics.receiveFetched(found, of: track) }
    // Nobody asked for the answers in the background.
    guard isCommand else { return }
    if let fault {
      say(fault, .bad)
    } else {
      say(
        found == nil
          ? "lrclib.net has no lyrics of this track" : "These lyrics are from lrclib.net",
        found == nil ? .plain : .good)
    }
  }
}
