import Interface
import Music

// Tracks as tests have them.
extension SearchEvent {
  static func foundToPlay(_ tracks: [QueuedTrack], start: Int, serial: Int? = nil) -> SearchEvent {
    .foundToPlay(QueuedTracks(tracks), start: start, serial: serial)
  }

  static func foundToQueue(
    _ tracks: [QueuedTrack], next: Bool, serial: Int? = nil
  ) -> SearchEvent {
    .foundToQueue(QueuedTracks(tracks), next: next, serial: serial)
  }

  static func pathsAdded(_ tracks: [QueuedTrack], isComplete: Bool) -> SearchEvent {
    .pathsAdded(QueuedTracks(tracks), isComplete: isComplete)
  }
}
