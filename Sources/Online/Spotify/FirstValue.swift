internal import Synchronization

/// A value that is set once, and tasks that wait for it.
final class FirstValue<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Mutex(State())

  var current: Value? { state.withLock { $0.value } }

  /// False where there is a value already.
  @discardableResult
  func set(_ value: Value) -> Bool {
    let waiting: [CheckedContinuation<Value, Never>]? = state.withLock { state in
      guard state.value == nil else { return nil }
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    guard let waiting else { return false }
    for continuation in waiting { continuation.resume(returning: value) }
    return true
  }

  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let value: Value? = state.withLock { state in
        if state.value == nil { state.waiting.append(continuation) }
        return state.value
      }
      if let value { continuation.resume(returning: value) }
    }
  }

  /// The value; sets another one where the task is cancelled before.
  func value(ifCancelled other: Value) async -> Value {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      set(other)
    }
  }
}
