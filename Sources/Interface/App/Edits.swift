import Music

/// Edits of the library that were asked for, and what follows from those that have ended.
struct Edits: Equatable, Sendable {
  /// Tracks that an addition passed over, since the playlist held them already.
  struct SkippedTracks: Equatable, Sendable {
    var playlist: PlaylistID
    var name: String
    var tracks: [QueuedTrack]
  }

  /// How many were asked for and have not ended.
  private var count = 0
  /// The track that plays was edited in its pane, and has not been loaded since.
  private(set) var isPlayingEdited = false
  /// The tracks that the last addition passed over.
  private(set) var skipped: SkippedTracks?

  /// Whether all edits that were asked for have ended.
  var isEmpty: Bool { count == 0 }

  mutating func begin(_ count: Int) { self.count += count }

  mutating func end() { count = max(0, count - 1) }

  // MARK: The track that plays

  /// - Parameter isLoaded: Whether there is a track to show the edit.
  mutating func editPlaying(isLoaded: Bool) { isPlayingEdited = isLoaded }

  /// The track that plays was loaded: it shows all edits that have ended.
  mutating func loadedPlaying() { if isEmpty { isPlayingEdited = false } }

  // MARK: Additions

  mutating func added(_ addition: Addition) {
    skipped = addition.target.flatMap { target in
      addition.skipped.isEmpty
        ? nil : SkippedTracks(playlist: target, name: addition.playlist, tracks: addition.skipped)
    }
  }

  mutating func addedAgain() { skipped = nil }
}
