import Interface
import Library
import Music

/// The session of the last run.
struct RestoredSession: Sendable {
  /// The place in the queue and in the lists, as it is stored.
  let text: String?
  let session: Session?
  let queue: PlayQueue?

  init(_ library: Library) async throws {
    queue = try await library.session("queue") { QueueText.decode(bytes: $0) }
    text = try await library.session("place")
    session = SessionText.decode(Session.self, text)
  }
}
