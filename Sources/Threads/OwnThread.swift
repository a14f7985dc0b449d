internal import CLinux
import Dispatch
import Glibc

/// Threads of our own for work that may block or has a priority of its own: the cooperative pool
/// has too few for that.
package enum OwnThread {
  /// Starts a thread that runs `body` and ends with it; nobody waits for it.
  ///
  /// What the body holds is let go of before the thread takes leave of itself. A thread of
  /// Foundation's lets go later, when what it has of its own is gone already, and a database that
  /// is closed then damages the heap.
  /// - Parameters:
  ///   - name: what `top` shows, at most 15 characters.
  ///   - stackSize: in bytes.
  package static func start(
    named name: String, stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void
  ) {
    let work = Unmanaged.passRetained(ThreadWork(name: name, body: body))
    var thread = pthread_t()
    let code = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
      let attributes = attributes.baseAddress!  // because there is room for one
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, stackSize)
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      return pthread_create(&thread, attributes, runWork, work.toOpaque())
    }
    guard code != 0 else { return }
    // The process may have no more threads: Dispatch has some, or waits until it may.
    let left = work.takeRetainedValue()
    DispatchQueue.global().async { left.run() }
  }
}

private final class ThreadWork: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  func run() {
    tritone_call_thread(name)
    body()
  }
}

private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work else { return nil }
  Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().run()
  return nil
}
