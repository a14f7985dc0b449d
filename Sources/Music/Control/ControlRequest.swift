/// What a program beside the player asks of it.
package enum ControlRequest: Equatable, Sendable {
  case perform(PlayerCommand)
  /// Items of the queue by their places, from 0.
  case listQueue(from: Int, count: Int)
  /// The sinks of the sound server.
  case listOutputs
}

/// The number of a request that waits for its answer.
package struct ControlTicket: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The answer to a request.
package enum ControlAnswer: Equatable, Sendable {
  /// With the message that the command brought, if any.
  case done(String? = nil)
  /// With the reason, for display.
  case failed(String)
  case queue(QueueListing)
  /// With the name of the chosen one; nil follows the default.
  case outputs([OutputDevice], chosen: String?)
}

/// A part of the queue.
package struct QueueListing: Equatable, Sendable {
  package struct Item: Equatable, Sendable {
    package var id: QueueItemID
    /// Nil where the library no longer has it.
    package var track: Track?

    package init(id: QueueItemID, track: Track?) {
      self.id = id
      self.track = track
    }
  }

  /// The place of the first item, from 0.
  package var from: Int
  package var items: [Item]
  /// The number of items in the whole queue.
  package var count: Int
  /// The place of the current item; nil where none is current.
  package var index: Int?
  /// As in `PlayerStatus`: parts with the same one fit together.
  package var version: Int

  package init(from: Int, items: [Item], count: Int, index: Int?, version: Int) {
    self.from = from
    self.items = items
    self.count = count
    self.index = index
    self.version = version
  }

  /// More at once would be a line that nobody reads.
  package static let maximumItems = 1000
}
