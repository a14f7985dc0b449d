package import Music

/// The names and the length of a track, by which services find lyrics.
package struct LyricsQuery: Hashable, Codable, Sendable {
  package let title: String
  package let artist: String
  package let album: String?
  /// In whole seconds.
  package let seconds: Int

  package init(title: String, artist: String, album: String?, seconds: Int) {
    (self.title, self.artist, self.album, self.seconds) = (title, artist, album, seconds)
  }

  /// Characters of a name; longer ones are no names.
  private static let longestName = 300
  private static let lengths = 5...3_600

  /// Nil for streams, for tracks without a title or an artist in their tags, and for lengths that
  /// no song has.
  package init?(_ track: Track) {
    guard !track.isStream, let title = track.tags.title, let artist = track.tags.artist,
      let duration = track.audio.duration
    else { return nil }
    let names = [title, artist, track.tags.album ?? ""]
    let seconds = Int(duration.seconds.rounded())
    guard !title.isEmpty, !artist.isEmpty, LyricsQuery.lengths.contains(seconds),
      names.allSatisfy({ $0.count <= LyricsQuery.longestName })
    else { return nil }
    let album = track.tags.album.flatMap { $0.isEmpty ? nil : $0 }
    self.init(title: title, artist: artist, album: album, seconds: seconds)
  }
}

/// The answer of a service of lyrics.
package enum FoundLyrics: Equatable, Sendable {
  /// In LRC or plain.
  case text(String)
  /// Nothing, or music without words.
  case nothing
}
