import Library
import Music
import Servers

// The changes of one person, as the library has them.
extension SharedExchange {
  /// A queue as it was read or stored last, and whether all of it was read then.
  struct Kept: Sendable {
    var queue: SharedQueue
    var stamp: SharedQueueStamp
    var isRead: Bool
  }

  /// Changes the queue as it is stored, reactions of the library taken in.
  ///
  /// - Parameter own: reactions that the library takes over first, and that `body` takes in.
  @discardableResult
  func edit<Value: Sendable>(
    own: [OwnSharedReaction] = [],
    _ body: @Sendable (inout SharedQueue) -> (value: Value, edits: [SharedCacheEdit])
  ) async throws -> (value: Value, kept: Kept) {
    let person = try person()
    let now = Self.now
    let (result, stamp) = try await library.editSharedChanges(
      of: server.id, by: person, own: own, isSignedIn: person.id == server.options.person?.id
    ) { stored, reactions in
      var queue = SharedQueue(stored, of: person.id)
      queue.add(reactions, by: person, now: now)
      let result = body(&queue)
      stored = queue.rows
      return ((result.value, queue), result.edits)
    }
    return (result.0, Kept(queue: result.1, stamp: stamp, isRead: true))
  }

  /// Does a step of sending on what was kept of the queue, as long as nobody else changes it: a step
  /// neither reads nor writes what it does not change.
  func step<Value: Sendable>(
    _ kept: inout Kept?,
    _ body: @Sendable (inout SharedQueue) -> (value: Value, edits: [SharedCacheEdit])
  ) async throws -> Value {
    if let old = kept {
      var queue = old.queue
      let result = body(&queue)
      var step = queue.step(since: old.queue)
      step.edits = result.edits
      if let stamp = try await library.store(
        step, of: server.id, by: try person(), since: old.stamp)
      {
        kept = Kept(queue: queue, stamp: stamp, isRead: false)
        return result.value
      }
    }
    let result = try await edit(body)
    kept = result.kept
    return result.value
  }

  /// Adds changes, and takes in reactions of the library.
  func add(
    _ kinds: [CoretetChange.Kind] = [],
    about subjects: [SharedQueue.Subject] = [], own: [OwnSharedReaction] = []
  ) async throws {
    let now = Self.now
    try await edit(own: own) { queue in
      for (kind, subject) in zip(kinds, subjects) { queue.add(kind, about: subject, now: now) }
      return ((), [])
    }
  }

  func add(_ kind: CoretetChange.Kind, about subject: SharedQueue.Subject) async throws {
    try await add([kind], about: [subject])
  }

  func queue() async throws -> SharedQueue {
    let person = try person()
    return SharedQueue(
      try await library.sharedQueue(of: server.id, by: person.id), of: person.id)
  }

  /// Takes a playlist of the library back to the project's order, with the moves that wait.
  func takeBackOrder(of playlist: String) async throws {
    // Nothing shows as moved while nobody is signed in.
    let isSignedIn = (other ?? server.options.person) != nil
    let waiting = isSignedIn ? try await queue().queue.waiting : []
    let moves = waiting.compactMap { one -> SharedMove? in
      guard case .move(playlist, let entries, let anchor) = one.change.kind else { return nil }
      return SharedMove(entries: entries, anchor: anchor)
    }
    try await library.takeBackOrder(
      of: SharedPlaylistID(server: server.id, id: playlist), keeping: moves)
  }
}
