import Music

/// The track whose fits were requested, until they come.
struct FitsRequest: Equatable, Sendable {
  private(set) var track: TrackID?
  /// The current track, where its fits were requested without a track at the cursor.
  private(set) var playing: TrackID?

  /// Requests the fits of a list's track, or of the current one.
  mutating func begin(_ track: TrackID, isPlaying: Bool) {
    self.track = track
    playing = isPlaying ? track : nil
  }

  /// Requests the fits of another track in the window.
  mutating func follow(to track: TrackID) { self.track = track }

  /// Drops the request.
  mutating func end() { track = nil }

  /// - Parameter shown: The track whose fits show already.
  /// - Returns: False for an answer about another track, which is dropped.
  mutating func receive(_ answered: TrackID, shown: TrackID?) -> Bool {
    guard answered == track || track == nil && answered == shown else { return false }
    track = nil
    return true
  }
}
