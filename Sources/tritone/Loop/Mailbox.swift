import Interface

/// The events from outside the run loop. Any thread may post; only the run loop takes.
final class Mailbox: Sendable {
  /// An event, and whom it answers.
  struct Post: Sendable {
    let event: Event
    let asker: Asker
  }

  let log: EventLog
  private let queue = PolledQueue<Post>()

  init(log: EventLog = EventLog()) { self.log = log }

  /// Readable while events wait.
  var descriptor: Int32 { queue.descriptor }

  /// - Parameter terminal: the number of the only one that it is for; nil for all.
  func post(_ event: Event, to terminal: Int? = nil) {
    log.note(event)
    queue.post(Post(event: event, asker: Asker(terminal: terminal, isAlone: terminal != nil)))
  }

  /// Posts the end of an effect, which its asker alone is told of; nil tells nothing.
  func answer(_ event: Event?, to asker: Asker) {
    if let event { log.note(event) }
    if let ticket = asker.ticket {
      queue.post(Post(event: .control(ControlEvent(ended: event, ticket)), asker: asker))
    } else if let event {
      queue.post(Post(event: event, asker: asker))
    }
  }

  func takeAll() -> [Post] { queue.takeAll() }
}
