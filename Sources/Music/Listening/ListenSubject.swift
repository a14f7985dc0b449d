/// Whether a hearing of something may become a listen.
package enum ListenSubject: Equatable, Sendable {
  case track(ListenedTrack)
  /// The tracks are named by the titles of the stream.
  case stream
  /// Without names, or no music.
  case nothing
}

extension ListenSubject {
  private static let spoken: Set<String> = [
    "audiobook", "audio book", "audiobooks", "hörbuch", "podcast", "podcasts", "speech",
    "spoken word", "spoken", "spoken & audio",
  ]

  /// Whether a genre is that of books and other speech.
  package static func isSpoken(_ genre: String) -> Bool {
    spoken.contains(genre.lowercased().trimmed())
  }

  /// The subject of a track, with the names and the length of the part that plays.
  package init(_ track: Track) {
    if track.isStream {
      self = .stream
      return
    }
    let isBook =
      track.source.text.lowercased().hasSuffix(".m4b")
      || track.tags.genre.map(Self.isSpoken) ?? false
    let tags = track.tags
    let named = ListenedTrack(
      title: tags.title ?? "", artist: tags.artist ?? tags.albumArtist ?? "", album: tags.album,
      albumArtist: tags.albumArtist, number: tags.trackNumber, duration: track.audio.duration)
    self = isBook ? .nothing : named.map { .track($0) } ?? .nothing
  }
}
