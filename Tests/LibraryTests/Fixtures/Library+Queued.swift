import Library
import Music

extension Library {
  /// The tracks of a list as they would be queued.
  func queuedTracks(_ query: ListQuery) async throws(LibraryError) -> [QueuedTrack] {
    Array(try await tracksToQueue(query))
  }
}
