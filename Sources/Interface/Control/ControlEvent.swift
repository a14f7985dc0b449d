package import Music

/// A request from beyond the screen.
package struct ControlEvent: Equatable, Sendable {
  package var request: ControlRequest
  /// Nil where nobody waits for an answer.
  package var ticket: ControlTicket?

  package init(_ request: ControlRequest, _ ticket: ControlTicket? = nil) {
    self.request = request
    self.ticket = ticket
  }
}

/// Work for requests from beyond the screen.
package enum ControlEffect: Equatable, Sendable {
  case answer(ControlTicket, ControlAnswer)
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
