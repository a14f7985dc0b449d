// The queue of events from outside the run loop. Any thread may post; only the run loop takes. A
// descriptor becomes readable with the first event, so that the loop sleeps in poll and nowhere
// else.

import CLinux
import Glibc
import Interface
import Synchronization

final class Mailbox: Sendable {
  let log: EventLog
  /// Readable while events wait.
  let descriptor: Int32
  private let events = Mutex<[Event]>([])

  init(log: EventLog = EventLog()) {
    self.log = log
    descriptor = tritone_eventfd()
    // because without an event descriptor the program cannot do anything at all
    precondition(descriptor >= 0, "no event descriptor: error \(errno)")
  }

  deinit { close(descriptor) }

  func post(_ event: Event) {
    log.note(event)
    let wasEmpty = events.withLock { waiting in
      waiting.append(event)
      return waiting.count == 1
    }
    if wasEmpty { eventfd_write(descriptor, 1) }
  }

  func takeAll() -> [Event] {
    events.withLock { waiting in
      var count: eventfd_t = 0
      eventfd_read(descriptor, &count)
      defer { waiting = [] }
      return waiting
    }
  }
}
