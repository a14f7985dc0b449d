import Synchronization

/// A task that sleeps until it is woken, once.
final class TaskSleep: Sendable, Equatable {
  private enum State {
    case begins
    case sleeps(CheckedContinuation<Void, Never>)
    case over
  }

  private let state = Mutex(State.begins)

  static func == (left: TaskSleep, right: TaskSleep) -> Bool { left === right }

  var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  /// - Returns: False where it is over already, and nobody is going to wake it.
  func begin(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    state.withLock { state in
      guard case .begins = state else { return false }
      state = .sleeps(continuation)
      return true
    }
  }

  func end() {
    let sleeping = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .over }
      if case .sleeps(let continuation) = state { return continuation }
      return nil
    }
    sleeping?.resume()
  }
}
