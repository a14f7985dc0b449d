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
    var changed: Set<String> = []
    var hasFailed = false
  }

  /// - Parameter parts: the parts restored at the start.
  init(library: Library, restored parts: [String: String]) {
    self.library = library
    state = Mutex(State(parts: parts))
  }

  /// Records a part to be stored.
  func perform(_ order: SessionEffect) throws {
    let (key, text): (String, String)
    switch order {
    case .saveQueue(let queue): (key, text) = ("queue", try QueueText.encode(queue))
    case .saveSession(let session): (key, text) = ("place", try SessionText.encode(session))
    }
    state.withLock {
      $0.parts[key] = text
      $0.changed.insert(key)
    }
  }

  /// Writes what has changed since the last time.
  func keep() async throws {
    let (parts, changed) = state.withLock { state in
      defer { state.changed = [] }
      return (state.parts, state.changed)
    }
    guard !changed.isEmpty else { return }
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
