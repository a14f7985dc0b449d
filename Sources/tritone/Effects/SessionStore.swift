import FoundationEssentials
import Interface
import Library
import Music
import Synchronization

/// Stores the queue and its position for the next start: the newest of each, once the library
/// accepts it. A failure is reported once, and not every few seconds.
final class SessionStore: Sendable {
  private let library: Library
  private let player = UUID().uuidString
  private let state: Mutex<State>

  private struct State {
    var parts: [String: String]
    /// The queue of the next write, which takes its text then.
    var queue: PlayQueue?
    var changed: Set<String> = []
    var hasFailed = false
  }

  /// - Parameter restored: what the start restored, which is stored along with the first change.
  init(library: Library, restored: RestoredSession?) {
    self.library = library
    state = Mutex(
      State(parts: restored?.text.map { ["place": $0] } ?? [:], queue: restored?.queue))
  }

  /// Records a part to be stored.
  func perform(_ order: SessionEffect) throws {
    switch order {
    case .saveQueue(let queue):
      state.withLock {
        $0.queue = queue
        $0.changed.insert("queue")
      }
    case .saveSession(let session):
      let text = try SessionText.encode(session)
      state.withLock {
        $0.parts["place"] = text
        $0.changed.insert("place")
      }
    }
  }

  /// The encoding of a queue with so many tracks takes a processor for milliseconds, which the frame
  /// of its edit needs.
  private static let longQueue = 20_000

  /// Writes what has changed since the last time: of several changes the last one.
  func keep() async throws {
    let (isDue, isLong) = state.withLock { state in
      (!state.changed.isEmpty, state.queue.map { $0.tracks.count > Self.longQueue } ?? false)
    }
    guard isDue else { return }
    if isLong {
      try? await Task.sleep(for: .milliseconds(10))  // nobody cancels it
    }
    let (queue, changed) = state.withLock { state in
      defer { (state.queue, state.changed) = (nil, []) }
      return (state.queue, state.changed)
    }
    let text = try queue.map { try QueueText.encode($0) }
    let parts = state.withLock { state in
      if let text { state.parts["queue"] = text }
      return state.parts
    }
    do {
      try await library.keepSession(parts, changed: changed, by: player)
      state.withLock { $0.hasFailed = false }
    } catch {
      let isFirst = state.withLock { state in
        state.changed.formUnion(changed)
        defer { state.hasFailed = true }
        return !state.hasFailed
      }
      if isFirst { throw error }
    }
  }
}
