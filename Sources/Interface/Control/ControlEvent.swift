package import Music

/// A request from beyond the screen, or what has become of it.
package struct ControlEvent: Equatable, Sendable {
  package enum Cause: Equatable, Sendable {
    case request(ControlRequest)
    /// An effect of the request has ended; nil where it tells nothing.
    indirect case ended(Event?)
  }

  package var cause: Cause
  /// Nil where nobody waits for an answer.
  package var ticket: ControlTicket?

  package init(_ request: ControlRequest, _ ticket: ControlTicket? = nil) {
    cause = .request(request)
    self.ticket = ticket
  }

  /// The end of an effect of a request.
  package init(ended event: Event?, _ ticket: ControlTicket) {
    cause = .ended(event)
    self.ticket = ticket
  }
}

/// Work for requests from beyond the screen.
package enum ControlEffect: Equatable, Sendable {
  case answer(ControlTicket, ControlAnswer)
  /// Carries effects out, whose ends are the answer. `said` is told where they tell nothing.
  case carryOut([Effect], for: ControlTicket, said: String?)
  /// One of them has ended.
  case ended(ControlTicket, ControlAnswer)
  /// Reads the tracks of a part of the queue, and answers with it.
  case listQueue(ControlTicket, QueuePart)
  /// Finds the tracks of sources to play in place of the queue or to queue. The ticket is answered
  /// once the sources are known to be there.
  case find([MediaSource], SourceUse, serial: Int, ControlTicket?)
  /// Finds the tracks of a playlist to play in place of the queue.
  case findPlaylist(PlaylistID, serial: Int, ControlTicket?)
}

/// What tracks are found for.
package enum SourceUse: Equatable, Sendable {
  case play
  case queue(next: Bool)
}

/// A part of the queue, without its tracks.
package struct QueuePart: Equatable, Sendable {
  /// The place of the first item, from 0.
  package var from: Int
  package var items: [QueueItem]
  package var count: Int
  package var index: Int?
  package var version: Int

  /// - Parameter tracks: those that the library has.
  package func listing(_ tracks: [TrackID: Track]) -> QueueListing {
    QueueListing(
      from: from,
      items: items.map { QueueListing.Item(id: $0.id, track: tracks[$0.queued.track]) },
      count: count, index: index, version: version)
  }
}
