package import Music

/// What a notification says of a track.
package struct TrackNotification: Equatable, Sendable {
  package var title: String
  package var artist: String?
  package var album: String?
  /// A file that stays.
  package var cover: FilePath?
  /// Whether there is a next track to go to.
  package var hasNext: Bool
  /// How long it stays; nil for as long as the desktop wants.
  package var time: Duration?

  package init(
    title: String, artist: String? = nil, album: String? = nil, cover: FilePath? = nil,
    hasNext: Bool = true, time: Duration? = nil
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.cover = cover
    self.hasNext = hasNext
    self.time = time
  }
}
