import Music

/// Pending edits of the library, and the consequences of finished ones.
struct Edits: Equatable, Sendable {
  /// Tracks that an addition skipped, since the playlist held them already.
  struct SkippedTracks: Equatable, Sendable {
    var playlist: PlaylistID
    var name: String
    var tracks: [QueuedTrack]
  }

  /// The number of edits without an answer.
  private var count = 0
  /// When a change of the library that waits for the end of an edit is shown without it; nil while
  /// none waits.
  private var holdEnd: ContinuousClock.Instant?
  /// An edit ends right after its own change, unless the program is kept from the processor.
  private static let patience = Duration.milliseconds(100)
  /// Whether the current track was edited in its pane and not loaded since.
  private(set) var isPlayingEdited = false
  /// The tracks that the last addition skipped.
  private(set) var skipped: SkippedTracks?

  /// Whether no edit is pending.
  var isEmpty: Bool { count == 0 }

  mutating func begin(_ count: Int) { self.count += count }

  mutating func end() {
    count = max(0, count - 1)
    holdEnd = nil
  }

  /// Whether the end of a pending edit shows a change of the library, which is the edit's own as a
  /// rule. A second change is not held, and none for long: that end may be far.
  mutating func hold(at now: ContinuousClock.Instant) -> Bool {
    guard !isEmpty, holdEnd == nil else { return false }
    holdEnd = now.advanced(by: Self.patience)
    return true
  }

  /// The time until a held change is due; nil while none is held.
  func time(at now: ContinuousClock.Instant) -> Duration? {
    holdEnd.map { max(.zero, now.duration(to: $0)) }
  }

  /// Whether a held change is due.
  mutating func takeDue(at now: ContinuousClock.Instant) -> Bool {
    guard let holdEnd, holdEnd <= now else { return false }
    self.holdEnd = nil
    return true
  }

  // MARK: The current track

  /// - Parameter isLoaded: Whether there is a track to show the edit.
  mutating func editPlaying(isLoaded: Bool) { isPlayingEdited = isLoaded }

  /// The current track was loaded and shows all finished edits.
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
