import Music

/// The track whose fits were asked for, until they come.
struct FitsRequest: Equatable, Sendable {
  private(set) var track: TrackID?
  /// The track that plays, where its fits were asked for since the cursor was on no track.
  private(set) var playing: TrackID?

  /// Asks from a list, or for what plays.
  mutating func begin(_ track: TrackID, isPlaying: Bool) {
    self.track = track
    playing = isPlaying ? track : nil
  }

  /// Asks for another track in the window.
  mutating func goOn(to track: TrackID) { self.track = track }

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
