/// The writing of tracks into a playlist, and how far it is.
package struct SpotifyWriting: Equatable, Sendable {
  package let playlist: SpotifyID
  package let uris: [SpotifyURI]
  /// Whether the entries before are replaced.
  package let replaces: Bool
  /// The entries before the first one that is written; nil before anything is known of them.
  package internal(set) var base: Int?
  /// Tracks that are in the playlist; there may be up to 100 more where an answer was lost.
  package internal(set) var written = 0
  /// The version of the playlist after the last write.
  package internal(set) var snapshot: String?

  init(playlist: SpotifyID, uris: [SpotifyURI], replaces: Bool) {
    self.playlist = playlist
    self.uris = uris
    self.replaces = replaces
  }

  var progressText: String {
    if replaces, base == nil {
      return "the playlist may have its old tracks or the first \(min(uris.count, 100)) new ones"
    }
    return "\(written) of \(uris.count) tracks are in the playlist"
  }
}
