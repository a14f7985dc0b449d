import Synchronization
import Sync
import Threads

/// Whether the task that waits for a blocking call was cancelled.
final class PeerCancellation: Sendable {
  private let isRequested = Atomic<Bool>(false)

  var isCancelled: Bool { isRequested.load(ordering: .relaxed) }
  func cancel() { isRequested.store(true, ordering: .relaxed) }

  func check() throws(PeerError) {
    if isCancelled { throw .cancelled }
  }
}

/// A callback that ends with the call that it was given to, though a thread may hang beyond it.
final class BoundedCallback<Value: Sendable>: Sendable {
  /// The callback in a structure: a bare function in a mutex gets another wrapping at each access, and
  /// keeps them all.
  private struct Body {
    let call: @Sendable (Value) -> Void
  }

  private let body: Mutex<Body?>

  init(_ body: @escaping @Sendable (Value) -> Void) { self.body = Mutex(Body(call: body)) }

  func callAsFunction(_ value: Value) { body.withLock { $0?.call(value) } }
  func end() { body.withLock { $0 = nil } }
}

/// Runs a call that blocks on a file system on a thread of its own.
///
/// The thread of a mount that hangs cannot be ended. After a cancellation it gets a while to come
/// back; then the caller goes on with `.gone`, and the thread is left behind.
enum BlockingCall {
  static let patience = Duration.seconds(10)

  static func run<Value: Sendable>(
    named name: String = "device", patience: Duration = patience,
    _ body: @escaping @Sendable (PeerCancellation) throws(PeerError) -> Value
  ) async -> Result<Value, PeerError> {
    let cancellation = PeerCancellation()
    let outcome = CallOutcome<Value>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        outcome.wait(continuation)
        OwnThread.start(named: name) {
          do throws(PeerError) {
            if cancellation.isCancelled { throw .cancelled }
            outcome.end(.success(try body(cancellation)))
          } catch {
            outcome.end(.failure(error))
          }
        }
      }
    } onCancel: {
      cancellation.cancel()
      outcome.giveUp(after: patience)
    }
  }
}

/// The result of a call, handed over once.
private final class CallOutcome<Value: Sendable>: Sendable {
  private enum State {
    case begun
    case waited(CheckedContinuation<Result<Value, PeerError>, Never>)
    case ended
  }

  private let state = Mutex(State.begun)
  private let hasEnded = Semaphore()

  func wait(_ continuation: CheckedContinuation<Result<Value, PeerError>, Never>) {
    state.withLock { $0 = .waited(continuation) }
  }

  func end(_ result: Result<Value, PeerError>) {
    let waiting = state.withLock { state in
      defer { state = .ended }
      return state
    }
    hasEnded.post()
    if case .waited(let continuation) = waiting { continuation.resume(returning: result) }
  }

  func giveUp(after patience: Duration) {
    OwnThread.start(named: "device watch") { [self] in
      hasEnded.wait(for: patience)
      let waiting = state.withLock { state -> State in
        guard case .waited = state else { return state }
        defer { state = .ended }
        return state
      }
      if case .waited(let continuation) = waiting {
        continuation.resume(returning: .failure(.gone))
      }
    }
  }
}

extension BlockingCall {
  /// Runs a call for a bounded time.
  ///
  /// - Returns: Nil where it has not returned by then; its thread is left behind.
  static func run<Value: Sendable>(
    within time: Duration, _ body: @escaping @Sendable () -> Value
  ) async -> Value? {
    let outcome = CallOutcome<Value>()
    let result = await withCheckedContinuation { continuation in
      outcome.wait(continuation)
      OwnThread.start(named: "device") { outcome.end(.success(body())) }
      outcome.giveUp(after: time)
    }
    return switch result {
    case .success(let value): value
    case .failure: nil
    }
  }

  /// Runs a call that a cancellation does not end, and waits for it so long.
  static func runToTheEnd(
    patience: Duration = patience, _ body: @escaping @Sendable () -> Void
  ) async {
    let outcome = CallOutcome<Bool>()
    _ = await withCheckedContinuation { continuation in
      outcome.wait(continuation)
      OwnThread.start(named: "device") {
        body()
        outcome.end(.success(true))
      }
      outcome.giveUp(after: patience)
    }
  }
}
