import Dispatch
import Glibc
import Synchronization

/// Runs work in parts, on as many threads as there are cores, while the caller waits.
enum Concurrently {
  static func perform(_ parts: Int, _ body: (Int) -> Void) {
    let others = min(parts, sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1
    guard others > 0 else { return (0..<parts).forEach(body) }
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { body in
        let work = SharedWork(parts, body)
        // Serial queues: the threads of others wake the program once a second for ever.
        for _ in 0..<others { DispatchQueue(label: "catalog.part").async { work.join() } }
        work.performAll()
        work.close()
      }
    }
  }
}

/// Parts that several threads share out among themselves.
private final class SharedWork: @unchecked Sendable {
  // because the parts only read shared memory, each writes to a part of its own, and the body is
  // there until the work is closed
  private let body: UnsafePointer<(Int) -> Void>
  private let parts: Int
  private let next = Atomic(0)
  private let visitors = Mutex(Visitors())
  private let leaving = DispatchSemaphore(value: 0)

  /// Threads other than the caller's.
  private struct Visitors {
    var count = 0
    var isClosed = false
  }

  init(_ parts: Int, _ body: UnsafePointer<(Int) -> Void>) {
    (self.parts, self.body) = (parts, body)
  }

  /// Performs parts until none is left.
  func performAll() {
    while true {
      let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard part < parts else { return }
      perform(part)
    }
  }

  // Whatever the closure is retained for has ended when this returns.
  @inline(never) private func perform(_ part: Int) { body.pointee(part) }

  /// Performs parts on another thread, unless it comes too late.
  func join() {
    let isOpen = visitors.withLock { visitors in
      if !visitors.isClosed { visitors.count += 1 }
      return !visitors.isClosed
    }
    guard isOpen else { return }
    performAll()
    let isAwaited = visitors.withLock { visitors in
      visitors.count -= 1
      return visitors.isClosed
    }
    if isAwaited { leaving.signal() }
  }

  /// Waits for the threads that perform parts; those that come later find nothing.
  func close() {
    let others = visitors.withLock { visitors in
      visitors.isClosed = true
      return visitors.count
    }
    for _ in 0..<others { leaving.wait() }
  }
}
