internal import Sync
internal import Synchronization

/// The task of the call that a server carries out, which the channel's thread may cancel.
final class RunningCall: Sendable {
  private struct State {
    var call: UInt32?
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Cancels a call if that is running; nil for whichever is.
  func cancel(_ call: UInt32?) {
    let cancel = state.withLock { state in
      state.call != nil && (call == nil || state.call == call) ? state.cancel : nil
    }
    cancel?()
  }

  func run<Value: Sendable>(
    _ call: UInt32, _ exchange: FrameExchange,
    _ body: @escaping @Sendable () async -> Result<Value, PeerError>
  ) async -> Result<Value, PeerError> {
    let task = Task { await body() }
    state.withLock { state in
      state.call = call
      state.cancel = { task.cancel() }
    }
    // It may have been cancelled, or the connection have ended, before it was known here.
    if exchange.monitor.update({ $0.isCancelled || $0.end != nil }) { task.cancel() }
    let result = await task.value
    state.withLock { state in
      state.call = nil
      state.cancel = nil
    }
    return result
  }
}
