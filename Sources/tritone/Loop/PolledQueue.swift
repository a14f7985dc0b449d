import CLinux
import Glibc
import Synchronization

/// A queue of what comes from other threads for one that sleeps in poll. Any thread may post.
///
/// The descriptor becomes readable with the first element, so that the thread sleeps nowhere else.
final class PolledQueue<Element: Sendable>: Sendable {
  /// Readable while elements wait.
  let descriptor: Int32
  private let waiting = Mutex<[Element]>([])

  init() {
    descriptor = tritone_eventfd()
    // because without an event descriptor the program cannot do anything at all
    precondition(descriptor >= 0, "no event descriptor: error \(errno)")
  }

  deinit { close(descriptor) }

  func post(_ element: Element) {
    let wasEmpty = waiting.withLock { waiting in
      waiting.append(element)
      return waiting.count == 1
    }
    if wasEmpty { eventfd_write(descriptor, 1) }
  }

  func takeAll() -> [Element] {
    waiting.withLock { waiting in
      var count: eventfd_t = 0
      eventfd_read(descriptor, &count)
      defer { waiting = [] }
      return waiting
    }
  }
}
