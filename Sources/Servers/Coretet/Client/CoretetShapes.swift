internal import Synchronization

/// What was found out of a project: the shape of its tables, which differs between projects, and
/// the names of people.
final class CoretetShapes: Sendable {
  struct Comments: Equatable, Sendable {
    /// The column of the words.
    var words: String
    var havePlaylist = true
  }

  private struct State {
    var comments: Comments?
    var missing: Set<String> = []
    var people: [String: String] = [:]
  }

  /// Names of people that are kept.
  private static let mostPeople = 10_000

  private let state = Mutex(State())

  /// How comments are written; nil before a project has answered.
  var comments: Comments? {
    get { state.withLock { $0.comments } }
    set { state.withLock { $0.comments = newValue } }
  }

  /// Whether a table, a column or a function was found to be missing.
  func lacks(_ name: String) -> Bool { state.withLock { $0.missing.contains(name) } }

  func note(missing name: String) { state.withLock { _ = $0.missing.insert(name) } }

  /// Names of users by their ids.
  var people: [String: String] { state.withLock { $0.people } }

  func note(_ people: [CoretetPerson]) {
    state.withLock { state in
      if state.people.count > Self.mostPeople { state.people = [:] }
      for one in people { state.people[one.id] = one.name }
    }
  }

  /// Looks again for all, as after a change of the project.
  func forget() { state.withLock { $0 = State() } }
}

extension CoretetClient {
  /// The result of a request for what some projects do not have; nil where this one does not.
  func ifThere<Value>(
    _ name: String, _ request: () async throws(CoretetError) -> Value
  ) async throws(CoretetError) -> Value? {
    guard !shapes.lacks(name) else { return nil }
    do throws(CoretetError) { return try await request() } catch {
      guard case .notThere = error else { throw error }
      shapes.note(missing: name)
      return nil
    }
  }

  /// Looks again for what was missing, as after a change of the project.
  package func lookAgain() { shapes.forget() }
}
