/// Whether a hearing of something may become a listen.
package enum ListenSubject: Equatable, Sendable {
  case track(ListenedTrack)
  /// The tracks are named by the titles of the stream.
  case stream
  /// Without names, or no music.
  case nothing
}

extension ListenSubject {
  /// Whether a genre is that of books or other speech.
  package static func isSpoken(_ genre: String) -> Bool {
    BookGenre.isBook(genre) || BookGenre.isSpeech(genre)
  }

  /// The subject of a track, with the names and the length of the part that plays.
  ///
  /// - Parameter isPartOfBook: Whether the track is a part of a book in the library, or music by the
  ///   user's choice; nil lets its genre and its name tell.
  package init(_ track: Track, isPartOfBook: Bool? = nil) {
    if track.isStream {
      self = .stream
      return
    }
    let genre = track.tags.genre
    let isSpoken =
      BookGenre.isSpeech(genre)
      || isPartOfBook
        ?? (BookGenre.isBook(genre) || track.source.text.lowercased().hasSuffix(".m4b"))
    let tags = track.tags
    let named = ListenedTrack(
      title: tags.title ?? "", artist: tags.artist ?? tags.albumArtist ?? "", album: tags.album,
      albumArtist: tags.albumArtist, number: tags.trackNumber, duration: track.audio.duration)
    self = isSpoken ? .nothing : named.map { .track($0) } ?? .nothing
  }
}
