internal import Synchronization

/// A value that threads change and tasks wait for.
final class AsyncMonitor<State: Sendable>: Sendable {
  private struct Inner: Sendable {
    var state: State
    var version: UInt64 = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let inner: Mutex<Inner>

  init(_ state: State) { inner = Mutex(Inner(state: state)) }

  func update<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    let (value, woken) = inner.withLock { inner in
      let value = body(&inner.state)
      inner.version &+= 1
      let woken = inner.waiting
      inner.waiting = []
      return (value, woken)
    }
    for continuation in woken { continuation.resume() }
    return value
  }

  /// Waits until `choose`, which may change the state, returns a value.
  func wait<Value: Sendable>(_ choose: (inout State) -> Value?) async -> Value {
    while true {
      let (value, seen) = inner.withLock { (choose(&$0.state), $0.version) }
      if let value { return value }
      await withCheckedContinuation { continuation in
        let isOld = inner.withLock { inner in
          guard inner.version == seen else { return true }
          inner.waiting.append(continuation)
          return false
        }
        if isOld { continuation.resume() }
      }
    }
  }
}
