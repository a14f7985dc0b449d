import Interface

/// The events from outside the run loop. Any thread may post; only the run loop takes.
final class Mailbox: Sendable {
  /// An event, and the number of the terminal that it answers; nil for all of them.
  struct Post: Sendable {
    let event: Event
    let terminal: Int?
  }

  let log: EventLog
  private let queue = PolledQueue<Post>()

  init(log: EventLog = EventLog()) { self.log = log }

  /// Readable while events wait.
  var descriptor: Int32 { queue.descriptor }

  func post(_ event: Event, to terminal: Int? = nil) {
    log.note(event)
    queue.post(Post(event: event, terminal: terminal))
  }

  func takeAll() -> [Post] { queue.takeAll() }
}
