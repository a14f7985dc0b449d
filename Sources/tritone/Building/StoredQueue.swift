import Library
import Music

/// The queue that the next start of the player has.
struct StoredQueue: Sendable {
  private let library: Library

  init(_ library: Library) { self.library = library }

  func append(_ tracks: [QueuedTrack]) async throws {
    var queue = QueueText.decode(try await library.session("queue")) ?? PlayQueue()
    queue.append(QueuedTracks(tracks))
    try await library.setSession("queue", try QueueText.encode(queue))
  }
}
