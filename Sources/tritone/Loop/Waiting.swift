// Waits for asynchronous work on the thread of a sub-command, which has nothing else to do. Ctrl-C
// cancels the work, which keeps what it has done so far; before and after, it ends the program as
// always. Nothing is polled for: whoever is interrupted on a busy machine has waited already.

import CLinux
import Glibc
import Synchronization

enum Waiting {
  /// - Parameter interrupted: called on the waiting thread before the work is cancelled, for what
  ///   must not wait until other threads get their turn; it may end the process.
  static func run<Value: Sendable>(
    interrupted stop: () -> Void = {}, _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    // Made before anything rings it: inside a signal it must be there.
    _ = bell
    let box = ResultBox<Value>()
    // libdispatch's sources are not used: of a signal that one of them was cancelled for, the next
    // one hears nothing. Before the work begins, which may not be ended in its middle.
    interrupted.store(false, ordering: .relaxed)
    let before = signal(SIGINT, noteInterrupt)
    defer { signal(SIGINT, before) }
    let task = Task.detached {
      do { box.put(.success(try await work())) } catch { box.put(.failure(error)) }
      ring()
    }
    while true {
      if interrupted.exchange(false, ordering: .relaxed) {
        stop()
        task.cancel()
      }
      if let result = box.result { return try result.get() }
      sleep()
    }
  }

  /// The same for work that only reads: Ctrl-C ends the program at once, as if nobody waited.
  static func reading<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    try run(interrupted: { endByInterrupt() }, work)
  }

  private static func endByInterrupt() {
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
  }

  private final class ResultBox<Value: Sendable>: Sendable {
    private let held = Mutex<Result<Value, any Error>?>(nil)

    var result: Result<Value, any Error>? { held.withLock { $0 } }

    func put(_ result: Result<Value, any Error>) { held.withLock { $0 = result } }
  }

  /// Sleeps until the bell rings; looks by itself now and then where there is none.
  private static func sleep() {
    var polled = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, bell < 0 ? 20 : -1) > 0 else { return }
    var count: UInt64 = 0
    _ = read(bell, &count, MemoryLayout.size(ofValue: count))
  }
}

/// Rung when work is over, and inside the signal; of the whole process, since a signal may come late.
private let bell = tritone_eventfd()

/// Whether Ctrl-C was pressed and nobody has looked yet.
private let interrupted = Atomic<Bool>(false)

private nonisolated func ring() {
  var one: UInt64 = 1
  _ = write(bell, &one, MemoryLayout.size(ofValue: one))
}

/// Runs inside the signal: it may do nothing but this.
private nonisolated func noteInterrupt(_ signal: Int32) {
  let code = errno
  interrupted.store(true, ordering: .relaxed)
  ring()
  errno = code
}
