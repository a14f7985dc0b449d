import CPulse
import Glibc

/// Threads of our own for work that may block: the cooperative pool has too few for that.
enum OwnThread {
  /// Starts a thread that runs `body` and ends with it; nobody waits for it.
  ///
  /// - Parameter name: what `top` shows, at most 15 characters.
  static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 1 << 20)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(ThreadWork(name: name, body: body))
    var thread = pthread_t()
    // because a process that cannot have one more thread cannot play at all
    precondition(pthread_create(&thread, &attributes, runWork, work.toOpaque()) == 0)
  }
}

private final class ThreadWork: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work else { return nil }
  let taken = Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue()
  tritone_name_thread(taken.name)
  taken.body()
  return nil
}
