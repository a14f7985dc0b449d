// Waits for asynchronous work on the otherwise idle thread of a sub-command. Ctrl-C cancels the
// work, which stores its results so far; before and after, it ends the program as always. There is
// no polling: an interruption is handled at once even on a busy machine.

import CLinux
import Glibc
import Synchronization

enum Waiting {
  /// - Parameter interrupted: called on the waiting thread before the work is cancelled, for
  /// anything too urgent for other threads; it may end the process.
  static func run<Value: Sendable>(
    interrupted stop: () -> Void = {}, _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    // Created before it is rung: a signal handler needs it ready.
    _ = bell
    let box = ResultBox<Value>()
    // libdispatch's sources are not used: after one is cancelled for a signal, the next one misses
    // it. Before the work begins, which may not be interrupted in its middle.
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

  /// The same for reading work: Ctrl-C ends the program at once, as by default.
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

  /// Sleeps until the bell rings; without a bell, for a short time.
  private static func sleep() {
    var polled = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, bell < 0 ? 20 : -1) > 0 else { return }
    var count: UInt64 = 0
    _ = read(bell, &count, MemoryLayout.size(ofValue: count))
  }
}

/// Rung when work is over, and in the signal handler; global, since a signal may come late.
private let bell = tritone_eventfd()

/// Whether Ctrl-C was pressed and not yet handled.
private let interrupted = Atomic<Bool>(false)

private nonisolated func ring() {
  var one: UInt64 = 1
  _ = write(bell, &one, MemoryLayout.size(ofValue: one))
}

/// The signal handler: nothing more is allowed there.
private nonisolated func noteInterrupt(_ signal: Int32) {
  let code = errno
  interrupted.store(true, ordering: .relaxed)
  ring()
  errno = code
}
