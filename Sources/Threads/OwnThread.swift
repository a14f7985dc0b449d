internal import CLinux
import Dispatch
import Glibc

/// Dedicated threads for work that blocks or needs its own priority: the cooperative pool has only
/// one thread a processor.
package enum OwnThread {
  /// Starts a detached thread that runs `body`.
  ///
  /// The captures of `body` are released on the thread before its thread-local storage is destroyed.
  /// Foundation's `Thread` releases them later, and a database closed that late corrupts the heap.
  /// - Parameters:
  ///   - name: the name in `top`, at most 15 characters.
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
    // At the limit of threads: Dispatch has threads already, or retries later.
    let left = work.takeRetainedValue()
    DispatchQueue(label: name).async { left.run() }
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
    tritone_name_thread(name)
    body()
  }
}

private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work else { return nil }
  Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().run()
  return nil
}
